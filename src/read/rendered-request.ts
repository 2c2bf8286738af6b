import type { ReadRequest } from './result.ts';

/** A read of a whole page in the browser, for whoever wants something else of it than its text. */
export function renderedRequest(url: string, timeoutS: number): ReadRequest {
  return {
    url,
    query: null,
    section: null,
    start: 0,
    // Large enough that the answer has nothing to say about what did not fit.
    maxTokens: 50_000,
    format: 'markdown',
    selector: null,
    render: 'always',
    expand: false,
    includeHidden: false,
    includeLinks: false,
    includeImages: false,
    maxAgeS: 0,
    timeoutS,
  };
}
