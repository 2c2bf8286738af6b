import { AppError } from '../base/errors.ts';
import { decodeBody } from '../net/charset.ts';
import type { Fetcher } from '../net/fetch.ts';
import type { Gate } from '../net/gate.ts';
import { nativeClientLoads } from '../net/load-client.ts';
import type { FetchFailure } from '../net/outcome.ts';
import type { OutletFailure, SearchOutlets } from './outlets.ts';

/** Results pages are of 30 to 500 KB; reading them happens on the main thread and must not hold it. */
const MAX_PAGE_BYTES = 1024 * 1024;

const FAILURES: Readonly<Record<FetchFailure['outcome'], OutletFailure['outcome']>> = {
  too_large: 'error',
  timeout: 'timeout',
  unreachable: 'unreachable',
  bad_encoding: 'error',
  redirect_loop: 'error',
  too_many_redirects: 'error',
};

/**
 * Search over the program's own fetcher and gate: there is no other way out. The client is loaded here, before anybody
 * waits for a turn: loaded within the first one, it would bring the first request so late that the second is close.
 */
export async function openNetOutlets(parts: {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly gate: Pick<Gate, 'checkUrl'>;
  readonly render: SearchOutlets['render'];
}): Promise<SearchOutlets> {
  await nativeClientLoads();
  return {
    render: parts.render,
    async fetch(url, { trust, method, body, headers, signal, timeoutMs }) {
      const limits = { signal, timeoutMs, maxBodyBytes: MAX_PAGE_BYTES, overCap: 'cut' } as const;
      const post = body === null ? {} : { body };
      const answer = await parts.fetcher.fetch(url, { trust, method, headers, ...post, ...limits });
      if (answer.outcome !== 'response') {
        return { type: 'failed', outcome: FAILURES[answer.outcome], detail: answer.detail };
      }
      const isData = /json/iu.test(answer.contentType ?? '');
      return {
        type: 'answer',
        status: answer.status,
        url: answer.url,
        headers: Object.fromEntries(answer.headers),
        text: decodeBody(answer.body, answer.contentType, isData ? 'json' : 'html').text,
        retryAfterMs: answer.retryAfterMs,
      };
    },
    isSafe(url) {
      try {
        parts.gate.checkUrl(url);
        return true;
      } catch (thrown) {
        if (thrown instanceof AppError) return false;
        throw thrown;
      }
    },
  };
}
