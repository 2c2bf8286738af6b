import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadResult } from '../../src/read/result.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { canRender } from '../kit/rendering.ts';
import { casesSite, loadCases, markerOf, type SightCase } from '../kit/sight-cases.ts';
import { fakeLookup, startSite, type TestSite } from '../kit/site.ts';

// The corpus of sight once more, as a caller of read_page gets it: every word that leaves, whatever field it is in.

const SETS = ['first', 'second', 'third', 'own', 'more'] as const;
/** Frames of another site stand at its port 80, where nobody is in this test. */
const ELSEWHERE = /cross|oopif/u;
/** An attribute, and a text that no picture shows where it stands: see sight-corpus.test.ts. */
const KNOWN = new Set(['altbroken', 'm_bgfixed']);
const LIMIT_MS = 240_000;

type Served = Awaited<ReturnType<typeof casesSite>>;

describe.skipIf(!(await canRender()))('what read_page gives of the corpus', () => {
  let site: TestSite;
  let reader: TestReader;
  let sets: Array<readonly SightCase[]> = [];

  beforeAll(async () => {
    sets = await Promise.all(SETS.map((name) => loadCases(name)));
    const parts = await Promise.all(sets.map((cases) => casesSite(cases)));
    const many = Object.fromEntries(parts.map((part, i) => [`/${SETS[i]}`, part['/many'] ?? '']));
    const routes: Served = { ...Object.assign({}, ...parts), ...many };
    site = await startSite(routes);
    const lookup = fakeLookup({ 'site.test': ['127.0.0.1'] });
    reader = await startReader({ allowPrivate: [`site.test:${site.port}`], lookup, renders: true });
  });
  afterAll(async () => {
    await reader?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const read = (path: string, render: 'auto' | 'always') =>
    reader.read(site.url(path, 'site.test'), { render, maxTokens: 50_000, selector: 'body', maxAgeS: 0, timeoutS: 60 });

  test.each(SETS.flatMap((name) => (['auto', 'always'] as const).map((render) => ({ name, render }))))(
    'nothing hidden of the set "$name" is in any field but the reports, and nothing visible is lost ($render)',
    async ({ name, render }) => {
      const cases = sets[SETS.indexOf(name)] ?? [];
      const leaks: string[] = [];
      const lost: string[] = [];
      const judge = (example: SightCase, result: ReadResult) => {
        const { threats, left_out, ...given } = result;
        const marker = markerOf(example);
        const isSeen = marker.test(JSON.stringify(given));
        if (example.expect === 'visible' && !isSeen && !ELSEWHERE.test(example.id) && !KNOWN.has(example.id))
          lost.push(example.id);
        if (example.expect !== 'visible' && isSeen) leaks.push(`${example.id} (${result.seen})`);
      };
      const together = cases.filter(({ html }) => html !== undefined);
      if (together.length > 0) {
        const result = await read(`/${name}`, render);
        expect(result.window.next).toBeNull();
        for (const example of together) judge(example, result);
      }
      for (const example of cases.filter(({ page, expect: right }) => page !== undefined && right !== 'none')) {
        judge(example, await read(`/own/${example.id}`, render));
      }
      expect({ leaks, lost }).toEqual({ leaks: [], lost: [] });
    },
    LIMIT_MS,
  );
});
