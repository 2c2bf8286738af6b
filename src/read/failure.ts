import { EMPTY_METADATA } from '../extract/extraction.ts';
import { buildDocument, type Document } from './document.ts';
import type { Verdict } from './reasons.ts';
import type { RawPage } from './rung.ts';

export interface Failure {
  readonly url: string;
  readonly finalUrl: string;
  readonly verdict: Verdict;
  readonly notes: readonly string[];
  /** What arrived, when the failure came later. */
  readonly page?: RawPage;
  readonly rawSha256?: string;
}

/** The document of a page that was not obtained: no text, but the same receipt. */
export function failureDocument({ url, finalUrl, verdict, notes, page, rawSha256 }: Failure): Document {
  return buildDocument({
    verdict,
    url,
    finalUrl,
    httpStatus: page?.httpStatus ?? null,
    kind: 'text',
    via: page?.via ?? 'http',
    archivedAt: page?.archivedAt ?? null,
    seen: 'static',
    rawSha256: rawSha256 ?? '',
    format: 'markdown',
    title: '',
    markdown: '',
    metadata: EMPTY_METADATA,
    removals: [],
    findings: [],
    linksOmitted: 0,
    notes,
  });
}
