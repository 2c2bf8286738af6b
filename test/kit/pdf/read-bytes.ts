import type { Document } from '../../../src/read/document.ts';
import { recordOfLocal } from '../../../src/read/local.ts';
import type { DocumentOptions } from '../../../src/read/page-job.ts';
import { isPdfPage, readPdfPage } from '../../../src/read/pdf/read-pdf-page.ts';
import { understandPage } from '../../../src/read/understand.ts';

const OPTIONS: DocumentOptions = {
  format: 'markdown',
  selector: null,
  expand: false,
  includeHidden: false,
  includeLinks: true,
  includeImages: false,
};

/** Bytes as a worker understands them, in this process. */
export async function readBytes(bytes: Uint8Array, options: Partial<DocumentOptions> = {}): Promise<Document> {
  const { page, rawSha256 } = recordOfLocal(bytes, 'file.pdf', null, 0);
  const job = {
    url: 'file.pdf',
    baseUrl: 'file.pdf',
    page,
    rawSha256,
    sheets: new Map(),
    options: { ...OPTIONS, ...options },
  };
  const result = understandPage(job, isPdfPage(job) ? await readPdfPage(job) : null);
  if (result.type !== 'document') throw new Error(result.type);
  return result.document;
}
