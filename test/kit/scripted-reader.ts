import { AppError } from '../../src/base/errors.ts';
import { delay } from '../../src/base/time.ts';
import type { ReadRequest, ReadResult } from '../../src/read/result.ts';
import type { SearchAnswer } from '../../src/search/search.ts';
import type { Health, PageReader, ReadCall, Services } from '../../src/toolkit/services.ts';

/**
 * A page reader for tests of what stands in front of it: it answers by the address, without a network. Only for
 * tests of the toolkit and of the transports; what reads pages is tested with real pages.
 */
export class ScriptedReader implements PageReader {
  readonly requests: ReadRequest[] = [];
  /** Reads that were stopped by their signal. */
  stopped = 0;

  async read(request: ReadRequest, call: ReadCall): Promise<ReadResult> {
    this.requests.push(request);
    if (request.url.includes('refused')) {
      throw new AppError('blocked_target', 'The address is not public.', { hint: 'Give a public address.' });
    }
    if (request.url.includes('broken')) throw new Error('SECRET PAGE TEXT');
    if (request.url.includes('steps')) await takeSteps(call);
    if (request.url.includes('slow')) await this.#beSlow(call.signal);
    return readResult({ url: request.url, final_url: request.url });
  }

  async #beSlow(signal: AbortSignal): Promise<void> {
    try {
      await delay(30_000, signal);
    } catch (reason) {
      this.stopped++;
      throw reason;
    }
  }
}

async function takeSteps(call: ReadCall): Promise<void> {
  for (const [index, step] of ['resolve', 'fetch', 'extract'].entries()) {
    call.progress(step, index + 1, 3);
    await delay(10, call.signal);
  }
}

export function scriptedServices(reader: PageReader = new ScriptedReader()): Services {
  const take = () => Promise.reject(new Error('no picture is taken here'));
  const quotes = { checkQuotes: () => Promise.reject(new AppError('not_enabled', 'Quotes need real pages.')) };
  return {
    pages: reader,
    quotes,
    search: { search: async () => NOTHING_FOUND },
    research: { research: () => Promise.reject(new AppError('not_enabled', 'Research needs real pages.')) },
    screenshots: { take },
    pageFiles: { save: take },
    health: { health: async () => HEALTH },
    tables: { read: async () => Promise.reject(new Error('unused')) },
  };
}

const NOTHING_FOUND: SearchAnswer = { results: [], provider: 'scripted', attempts: [], engines_resting: [], notes: [] };

export const HEALTH: Health = {
  version: '0.0.0-test',
  uptimeS: 12.5,
  parts: [
    { name: 'http', state: 'ok', detail: 'fetches pages', mend: '' },
    { name: 'browser', state: 'degraded', detail: 'no Chrome found', mend: 'plainsight setup' },
  ],
  counters: { connections: 3, refusals: 1 },
  limits: { max_tokens: 8000, proxy: 'none' },
};

/** A complete answer; give the fields that the test is about. */
export function readResult(over: Partial<ReadResult> = {}): ReadResult {
  const markdown = over.markdown ?? '# Hello\n\nA page of *words*.';
  return {
    status: 'ok',
    reason: { code: 'ok', detail: '' },
    url: 'https://example.com/',
    final_url: 'https://example.com/',
    title: 'Hello',
    http_status: 200,
    kind: 'html',
    via: 'http',
    cached: null,
    archived_at: null,
    fetched_at: '2026-01-02T03:04:05.000Z',
    seen: 'proven',
    markdown,
    outline: [{ id: 's1', level: 1, heading: 'Hello', tokens: 8 }],
    window: { start: 0, end: markdown.length, total: markdown.length, next: null, tokens: 8 },
    matches: [],
    set_aside: 0,
    fields: {},
    data: [],
    threats: [],
    threat_counts: {},
    left_out: [],
    links_omitted: 0,
    provenance: {
      content_sha256: 'c0',
      raw_sha256: 'a0',
      canonical_url: null,
      language: 'en',
      site: null,
      author: null,
      published: null,
      modified: null,
      licence: null,
      words: 5,
    },
    attempts: [{ rung: 'http', outcome: 'ok', ms: 3 }],
    why: null,
    notes: [],
    ...over,
  };
}
