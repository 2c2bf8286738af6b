import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReader } from '../kit/reader.ts';
import { canRender } from '../kit/rendering.ts';
import { loadCases, VISIBILITY_SETS, type VisibilityCase } from '../kit/visibility-cases.ts';
import type { CaseJudgement } from '../kit/visibility-judge.ts';
import { type CasePage, type Render, VisibilityRun } from '../kit/visibility-run.ts';

// The corpus as a caller of read_page gets it, on every channel: Markdown, plain text, HTML, passages, title, metadata,
// outline and lists of what was left out.

const LIMIT_MS = 300_000;
const FEWEST_CASES = 320;
const FEWEST_CONTROLS = 50;
const renders = await canRender();

let cases: readonly VisibilityCase[] = [];
let run: VisibilityRun;
/** Pages that were proven to look as they read, so that `auto` did not render them. */
let proven: readonly CasePage[] = [];

beforeAll(async () => {
  cases = (await Promise.all(VISIBILITY_SETS.map(loadCases))).flat();
  run = await VisibilityRun.start(cases, (allowPrivate) => startReader({ allowPrivate, renders }));
});
afterAll(async () => run?.[Symbol.asyncDispose]());

async function judge(pages: readonly CasePage[], render: Render): Promise<readonly CaseJudgement[]> {
  return (await run.judge(pages, render)).flatMap(({ judgements }) => judgements);
}

/** What went wrong, in a form that names the case. */
function faults(judgements: readonly CaseJudgement[]): readonly string[] {
  return judgements.flatMap(({ id, seen, contained, kept, reported, falseAlarm }) => [
    ...(contained ? [] : [`${id} (${seen}): hidden text comes through`]),
    ...(kept ? [] : [`${id} (${seen}): visible text is lost`]),
    ...(reported ? [] : [`${id} (${seen}): nothing is reported`]),
    ...(falseAlarm ? [`${id} (${seen}): a false alarm`] : []),
  ]);
}

test('the corpus is large enough, and every case says why', () => {
  const judged = cases.filter(({ expect: right }) => right !== 'none');
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(judged.length).toBeGreaterThanOrEqual(FEWEST_CASES);
  expect(judged.filter(({ expect: right }) => right === 'visible').length).toBeGreaterThanOrEqual(FEWEST_CONTROLS);
  expect(judged.filter(({ why }) => (why ?? '').length < 4).map(({ id }) => id)).toEqual([]);
});

test(
  'what is said to be proven without a browser is right in everything',
  async () => {
    const judgements = await judge(run.alone, 'never');
    const claimed = judgements.filter(({ seen }) => seen === 'proven');
    proven = run.alone.filter(({ cases: [only] }) => claimed.some(({ id }) => id === only?.id));
    expect(claimed.length).toBeGreaterThan(100);
    expect(faults(claimed)).toEqual([]);
  },
  LIMIT_MS,
);

describe.skipIf(!renders)('with a browser', () => {
  /** Cases with a page of their own; the others share pages, which no markup alone can prove. */
  const own = (pages: readonly CasePage[]) => pages.filter(({ cases: [only] }) => only?.html === undefined);

  test(
    'auto contains, keeps and reports every case, whether it renders or not',
    async () => {
      expect(faults(await judge([...run.shared, ...own(run.alone)], 'auto'))).toEqual([]);
    },
    LIMIT_MS,
  );

  // What auto had to render, it saw in the same way as always does.
  test(
    'always contains, keeps and reports every case',
    async () => {
      expect(faults(await judge([...run.shared, ...own(proven)], 'always'))).toEqual([]);
    },
    LIMIT_MS,
  );
});
