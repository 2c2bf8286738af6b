import type { ReadRequest } from '../../src/read/result.ts';

/** A read with every default filled in, as the tool’s schema does; give what the test is about. */
export function readRequest(url: string, request: Partial<ReadRequest> = {}): ReadRequest {
  return {
    url,
    query: null,
    section: null,
    start: 0,
    maxTokens: 8000,
    format: 'markdown',
    selector: null,
    render: 'auto',
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
    maxAgeS: 3600,
    timeoutS: 30,
    ...request,
  };
}
