import { canParseUrl } from '../../base/url.ts';
import type { Fetcher } from '../../net/fetch.ts';
import { type FoundSource, NATIVE_SOURCES, type NativeSource, nativeSourceOf } from '../native/native-sources.ts';
import type { Rung } from '../rung.ts';
import { createHttpRung } from './http.ts';

/**
 * Asks the source of a page instead of the page, where its site is known to have one: a file instead of the page around
 * it, the registry instead of the page of a package. A request like any other, through the same gate and at the same
 * pace. `sources` is for tests, whose sites are on loopback.
 */
export function createNativeRung(
  fetcher: Pick<Fetcher, 'fetch'>,
  sources: readonly NativeSource[] = NATIVE_SOURCES,
): Rung {
  const plain = createHttpRung(fetcher);
  return {
    name: 'native',
    renders: false,
    accepts: (url) => sourceOf(url, sources) !== null,
    async fetch(request) {
      const source = sourceOf(request.url, sources);
      if (source === null) throw new TypeError('a page without a source of its own');
      const outcome = await plain.fetch({ ...request, url: source.address });
      if (outcome.type !== 'page') return outcome;
      const { page } = outcome;
      return { type: 'page', page: { ...page, native: source.form, notes: [...page.notes, noteOf(source)] } };
    },
  };
}

function sourceOf(url: string, sources: readonly NativeSource[]): FoundSource | null {
  return canParseUrl(url) ? nativeSourceOf(new URL(url), sources) : null;
}

function noteOf({ name, address }: FoundSource): string {
  return `The text comes from the source of the page (${name}): ${address.slice(0, 200)} template="none" reads the page itself.`;
}
