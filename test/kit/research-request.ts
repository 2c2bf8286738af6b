import type { ResearchRequest } from '../../src/research/result.ts';

/** A call of research with every default filled in, as the tool’s schema does; give what the test is about. */
export function researchRequest(request: Partial<ResearchRequest> = {}): ResearchRequest {
  return {
    query: 'river bridge toll',
    aim: '',
    maxSources: 5,
    maxTokens: 8000,
    includeDomains: [],
    excludeDomains: [],
    publishedAfter: null,
    pagesPerSite: null,
    follow: [],
    timeoutS: 20,
    render: 'auto',
    ...request,
  };
}
