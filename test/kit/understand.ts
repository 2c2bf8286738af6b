import type { Document } from '../../src/read/document.ts';
import { readDocumentPage } from '../../src/read/documents/read-document-page.ts';
import type { DocumentOptions, PageJob } from '../../src/read/page-job.ts';
import { understandPage } from '../../src/read/understand.ts';

/** A file through everything but the network and the thread, as the worker does it. */
export async function understandFile(
  body: Uint8Array,
  contentType: string | null = null,
  { url = 'https://e.test/file', ...options }: Partial<DocumentOptions> & { url?: string } = {},
): Promise<Document> {
  const job: PageJob = {
    url,
    baseUrl: url,
    page: {
      via: 'http',
      url,
      hops: [],
      httpStatus: 200,
      headers: {},
      contentType,
      body,
      truncated: false,
      retryAfterMs: null,
      archivedAt: null,
      setsCookies: false,
      sight: null,
      notes: [],
    },
    rawSha256: '',
    sheets: new Map(),
    options: {
      format: 'markdown',
      selector: null,
      expand: false,
      includeHidden: false,
      includeLinks: true,
      includeImages: false,
      ...options,
    },
  };
  const result = understandPage(job, await readDocumentPage(job));
  if (result.type !== 'document') throw new Error(result.type);
  return result.document;
}
