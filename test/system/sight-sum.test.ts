import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codePointLength, oneLine } from '../../src/base/text.ts';
import { withPage } from '../../src/browser/open-page.ts';
import { type HtmlParent, textContent } from '../../src/html/tree.ts';
import type { SeenPage } from '../../src/read/see/look.ts';
import { seePage } from '../../src/read/see/see-page.ts';
import { applySight } from '../../src/visibility/apply.ts';
import { renderedSight } from '../../src/visibility/rendered/rendered-sight.ts';
import { NODE } from '../../src/visibility/rendered/snapshot.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';
import { caseRoutes, loadCases, sharedPage, VISIBILITY_SETS } from '../kit/visibility-cases.ts';

// Kept + left out + hidden = all the text there was, on pages that a browser rendered.

const LIMIT_MS = 120_000;
const CASES_A_PAGE = 60;
const UNREAD = /^(?:SCRIPT|STYLE|NOSCRIPT|TITLE|HEAD|TEMPLATE|IFRAME)$/u;
const size = (text: string) => codePointLength(oneLine(text));
const [browser] = await browsersToTest();

/** Every text node that the browser had, with what styles generated. */
function allText({ classified }: SeenPage): number {
  let sum = 0;
  for (const { document } of classified.models.flat()) {
    for (let node = 0; node < document.nodeCount; node++) {
      if (document.nodeType(node) !== NODE.text) continue;
      let isRead = true;
      for (let up = document.parentNode(node); up >= 0; up = document.parentNode(up)) {
        if (UNREAD.test(document.nodeName(up))) isRead = false;
      }
      if (isRead) sum += size(document.nodeValue(node));
    }
  }
  return sum;
}

function textOf(parent: HtmlParent): number {
  let sum = 0;
  for (const child of parent.children) {
    if (child.type === 'text') sum += size(child.text);
    else if (child.type === 'element' && !/^(?:script|style|title|head|template)$/u.test(child.tag))
      sum += textOf(child);
  }
  return sum;
}

describe.skipIf(!browser)('the sum of the text of rendered pages', () => {
  let site: GatedSite;
  let pool: TestPool;
  const pages: string[] = [];

  beforeAll(async () => {
    if (!browser) return;
    const cases = (await Promise.all(VISIBILITY_SETS.map(loadCases))).flat();
    const shared = cases.filter(({ html }) => html !== undefined);
    const routes: Record<string, string> = {};
    for (let at = 0; at < shared.length; at += CASES_A_PAGE) {
      pages.push(`/shared/${at}`);
      routes[`/shared/${at}`] = sharedPage(shared.slice(at, at + CASES_A_PAGE));
    }
    site = await startGatedSite({ ...(await caseRoutes(cases)), ...routes });
    pool = await startPool({ browser: browser.browser, proxy: site.proxy });
  });
  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  test(
    'is what was kept, left out and hidden, and what is hidden is reported in full',
    async () => {
      const sums: number[] = [];
      for (const path of pages) {
        const request = { url: site.url(path), signal: AbortSignal.timeout(LIMIT_MS) };
        const seen = await withPage(pool.pool, request, (page) => seePage(page));
        const { root, sight, removals } = renderedSight(seen);
        const reasons = new Set([...sight.hidden.values()].map(({ reason }) => reason));
        const hidden = [...sight.hidden.keys()].reduce((sum, node) => sum + size(textContent(node)), 0);
        const { findings, leftOut } = applySight(root, sight, { expand: false, includeHidden: false });
        const told = findings
          .filter(({ reason }) => reasons.has(reason))
          .reduce((sum, { text }) => sum + size(text), 0);
        const left = [...leftOut, ...removals].reduce((sum, { characters }) => sum + characters, 0);
        const kept = textOf(root);
        sums.push((kept + left + hidden) / allText(seen));
        expect(told).toBeGreaterThanOrEqual(0.97 * hidden);
      }
      expect(sums.length).toBeGreaterThan(3);
      // A line of a case is four tenths of a per cent; generated text and shown values come on top.
      expect(Math.min(...sums)).toBeGreaterThan(0.997);
      expect(Math.max(...sums)).toBeLessThan(1.02);
    },
    LIMIT_MS,
  );
});
