import type { Fetcher } from './fetch.ts';

/** Posts JSON to an address that the operator configured, and to nowhere else; resolves to status and text. */
export type JsonPost = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Rejects when there is no answer; its message is in our own words. */
export function createJsonPost(fetcher: Pick<Fetcher, 'fetch'>): JsonPost {
  return async (url, body, headers, signal) => {
    const limits = { maxBodyBytes: MAX_ANSWER_BYTES, overCap: 'fail' } as const;
    const request = { trust: 'operator', method: 'POST', accept: 'application/json', ...limits } as const;
    const answer = await fetcher.fetch(url, { ...request, body, headers, signal });
    if (answer.outcome !== 'response') throw new Error(answer.detail);
    return { status: answer.status, text: new TextDecoder().decode(answer.body) };
  };
}
