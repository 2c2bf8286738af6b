import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReader, type TestReader } from '../kit/reader.ts';
import { renderModes } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';

// The public benchmark's 28 ways to hide text and its 3 controls, in sentences of our own, and the pages that were
// written after the static rules were frozen: each as a caller of read_page gets it, on every channel.

interface BenchmarkCase {
  readonly id: string;
  readonly kind: 'hidden' | 'control';
  readonly page: string;
}

interface HoldoutCase {
  readonly id: string;
  readonly expect: 'visible' | 'hidden' | 'partial';
  readonly marker: string;
  readonly page: string;
}

/**
 * What their authors expected without a browser, and Chrome shows all the same: fonts that are not there and fall back,
 * a box that is pulled over the upper edge only, a line that is drawn elsewhere.
 */
const SHOWN: ReadonlySet<string> = new Set(['blackfont', 'w_fontadjust', 'stackpage', 'w_halfdecor']);

const load = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(new URL(`../../corpus/visibility/${name}.json`, import.meta.url), 'utf8'));
const benchmark = load<BenchmarkCase>('benchmark');
const holdout = load<HoldoutCase>('holdout');

/** The benchmark's judge looks through invisible characters: zero width removed, tags mapped to ASCII. */
function flattened(text: string): string {
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[\u{e0020}-\u{e007e}]/gu, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000));
}

let site: TestSite;
let reader: TestReader;
const modes = await renderModes();

beforeAll(async () => {
  const routes = [...benchmark, ...holdout].map(({ id, page }): [string, string] => [`/${id}`, page]);
  site = await startSite(Object.fromEntries(routes));
  reader = await startReader({ allowPrivate: [site.opening], renders: modes.length > 1 });
});
afterAll(async () => {
  await reader?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

describe.each(modes)('render=%s', (render) => {
  const read = (id: string) => reader.read(site.url(`/${encodeURIComponent(id)}`), { render, maxTokens: 50_000 });

  test.each(benchmark)('$kind $id', async ({ id, kind }) => {
    const { threats, left_out, ...given } = await read(id);
    const answer = flattened(JSON.stringify(given));
    expect(answer).toContain(`VIS-${id}`);
    expect(answer).toContain(`END-${id}`);
    if (kind === 'control') {
      expect(threats.filter(({ severity }) => severity === 'warn')).toEqual([]);
      return;
    }
    expect(answer).not.toContain(`INJ-${id}`);
    expect(answer).not.toContain('password you can reach');
    expect(threats.some(({ severity }) => severity === 'warn')).toBe(true);
  });
});

test.skipIf(modes.length < 2)(
  'the pages written afterwards hide nothing from a browser',
  async () => {
    const leaks: string[] = [];
    const lost: string[] = [];
    for (const { id, marker, expect: right } of holdout) {
      const { threats, left_out, ...given } = await reader.read(site.url(`/${encodeURIComponent(id)}`), {
        render: 'always',
        selector: 'body',
      });
      const isSeen = JSON.stringify(given).includes(marker.trim());
      if (right === 'visible' && !isSeen) lost.push(id);
      if (right === 'hidden' && isSeen && !SHOWN.has(id)) leaks.push(id);
    }
    expect({ leaks, lost }).toEqual({ leaks: [], lost: [] });
  },
  180_000,
);
