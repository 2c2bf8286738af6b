import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import { textContent } from '../../src/html/tree.ts';
import { seePage } from '../../src/read/see/see-page.ts';
import { applySight } from '../../src/visibility/apply.ts';
import { renderedSight } from '../../src/visibility/rendered/rendered-sight.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

/** A text that rules leave open, so that the page is photographed. */
const PICTURED = '<p style="background:linear-gradient(#fff,#eee)">On a gradient.</p>';
const ASKED = (then: string) => `<!doctype html><meta charset=utf-8><title>Closed</title>
<style>.w{color:#fff}.lid{content-visibility:hidden}</style><p>Open words.</p>${PICTURED}
<details><summary>Shipping</summary><p class=q>Honest shipping words.</p><p class=w>Whiteshipping words.</p>
<details><summary>Inner</summary><p class=q>Honest inner words.</p></details></details>
<button aria-expanded=false aria-controls=more>Read more</button>
<div id=more class=lid><p class=q>Honest lid words.</p><p class=w>Whitelid words.</p></div>
<div class=lid><p class=q>Nobody opens these words.</p></div>
<details><p class=q>Unlabelled words.</p></details>
<p>Last words.</p><script>
const ask = () => document.querySelectorAll('.q').forEach((each) => each.getBoundingClientRect());
${then}
</script>`;
const PAGES = {
  '/once': ASKED('ask()'),
  '/always': ASKED('new ResizeObserver(ask).observe(document.body); setInterval(ask, 20); ask()'),
  '/range': ASKED(
    'const range = document.createRange(); range.selectNodeContents(document.body); range.getClientRects(); document.querySelectorAll(".q").forEach((each) => each.offsetHeight)',
  ),
  '/never': ASKED(''),
};
/** Looks closed by its markup and its styles, and is not. */
const OPEN = `<!doctype html><meta charset=utf-8><title>Open</title>
<style>details::details-content{content-visibility:visible}</style>${PICTURED}
<details><summary>Shipping</summary><p class=q>Opened by a sheet.</p></details>
<p>Before <span style="content-visibility:hidden">Inline boxes keep nothing shut</span> after.</p>
<script>document.querySelector('.q').getBoundingClientRect()</script>`;

const HONEST = ['Honest shipping words.', 'Honest inner words.', 'Honest lid words.', 'Unlabelled words.'];
const HIDDEN = ['Whiteshipping', 'Whitelid', 'Nobody opens'];
const [browser] = await browsersToTest();

describe.skipIf(!browser)('closed content of which a script asked the size', () => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    if (!browser) return;
    site = await startGatedSite({ ...PAGES, '/open': OPEN });
    pool = await startPool({ browser: browser.browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  async function read(path: string, expand: boolean) {
    const request = { url: site.url(path), signal: AbortSignal.timeout(40_000) };
    const seen = await withPage(pool.pool, request, (page) => seePage(page, { expand }));
    const { root, sight } = renderedSight(seen);
    const { findings, leftOut } = applySight(root, sight, { expand, includeHidden: false });
    return { text: textContent(root), findings: findings.map(({ text }) => text).join(' | '), leftOut };
  }

  test.for(Object.keys(PAGES))('is given by expand, and what is hidden in it is not: %s', async (path) => {
    const { text, findings } = await read(path, true);
    for (const words of HONEST) expect(text).toContain(words);
    for (const words of HIDDEN) {
      expect(text).not.toContain(words);
      expect(findings).toContain(words);
    }
  });

  test.for(Object.keys(PAGES))('is left out and listed without: %s', async (path) => {
    const { text, leftOut } = await read(path, false);
    for (const words of [...HONEST, ...HIDDEN]) expect(text).not.toContain(words);
    expect(leftOut.map(({ label }) => label)).toEqual(expect.arrayContaining(['Shipping', 'Read more']));
  });

  test('is read when it only looks closed', async () => {
    const { text } = await read('/open', false);
    expect(text).toContain('Opened by a sheet.');
    expect(text).toContain('Inline boxes keep nothing shut');
  });
});
