import { decodeBody } from '../../net/charset.ts';
import type { Fetcher } from '../../net/fetch.ts';
import type { FetchResponse } from '../../net/outcome.ts';
import { createMemoryStore } from '../../stores/memory.ts';
import type { FetchedSheets } from '../../visibility/sight.ts';
import { absolute, importsOf, prescanSheets } from './prescan.ts';

/** Fetches the style sheets of pages, which decide what a person could see. Sheets are remembered across pages. */
export interface SheetLoader {
  /** Never rejects but for a cancel by the caller; a sheet that could not be read in time is null in the map. */
  load(html: string, pageUrl: string, limits: { signal: AbortSignal; timeoutMs: number }): Promise<FetchedSheets>;
}

const MAX_SHEETS = 32;
const MAX_SHEET_BYTES = 2 * 1024 * 1024;
/** Together with the page’s own <style>: one level for links, two for what they import. */
const MAX_LEVELS = 3;
const KEPT_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 60 * 60 * 1000;

export function createSheetLoader(fetcher: Pick<Fetcher, 'fetch'>): SheetLoader {
  const kept = createMemoryStore<{ css: string }>({
    maxBytes: KEPT_BYTES,
    ttlMs: KEPT_MS,
    sizeOf: ({ css }) => css.length * 2,
  });

  const fetchSheet = async (url: string, signal: AbortSignal, timeoutMs: number): Promise<string | null> => {
    const known = kept.get(url);
    if (known) return known.css;
    try {
      const request = { trust: 'page', signal, timeoutMs, accept: 'text/css,*/*;q=0.1', part: true } as const;
      const outcome = await fetcher.fetch(url, { ...request, maxBodyBytes: MAX_SHEET_BYTES, overCap: 'fail' });
      const css = outcome.outcome === 'response' ? cssOf(outcome) : null;
      if (css !== null) kept.set(url, { css });
      return css;
    } catch {
      // Refused by the gate or out of time: the page is then judged without it, and says so.
      return null;
    }
  };

  return {
    async load(html, pageUrl, { signal, timeoutMs }) {
      const endsAt = performance.now() + timeoutMs;
      const sheets = new Map<string, string | null>();
      let level = [...prescanSheets(html, pageUrl, MAX_SHEETS).urls];
      for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
        const fresh = level.filter((url) => !sheets.has(url)).slice(0, MAX_SHEETS - sheets.size);
        const left = endsAt - performance.now();
        const texts = await Promise.all(fresh.map((url) => (left > 50 ? fetchSheet(url, signal, left) : null)));
        signal.throwIfAborted();
        for (const [i, url] of fresh.entries()) sheets.set(url, texts[i] ?? null);
        level = fresh.flatMap((url, i) => importsOf(texts[i] ?? '').flatMap((href) => absolute(href, url) ?? []));
      }
      return sheets;
    },
  };
}

/** Browsers take a sheet only from a good answer of type text/css (or of none). */
function cssOf(response: FetchResponse): string | null {
  const type = (response.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status < 200 || response.status > 299 || response.truncated || (type !== '' && type !== 'text/css'))
    return null;
  return decodeBody(response.body, response.contentType, 'text').text;
}
