import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import { textContent } from '../../src/html/tree.ts';
import { seePage } from '../../src/read/see/see-page.ts';
import { applySight } from '../../src/visibility/apply.ts';
import { renderedSight } from '../../src/visibility/rendered/rendered-sight.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

const PAGE = `<!doctype html><meta charset=utf-8><title>Collapsed</title><style>.w{color:#fff}.tiny{font-size:1px}</style>
<p>Open words that everybody sees.</p>
<details><summary>Shipping</summary><p>Honest shipping words.</p><p class=w>Whiteshipping words.</p>
<details><summary>Inner</summary><p>Honest inner words.</p><p class=tiny>Tinyinner words.</p></details></details>
<button aria-expanded=false aria-controls=more>Read more</button>
<div id=more hidden><p>Honest further words.</p><p style="position:absolute;left:-9999px">Offscreen words.</p><p style="display:none">Twicehidden words.</p></div>
<div role=tablist><button role=tab aria-selected=true aria-controls=a>npm</button><button role=tab aria-controls=b>yarn</button></div>
<div role=tabpanel id=a><pre><code>npm install it</code></pre></div>
<div role=tabpanel id=b style="display:none"><pre><code>yarn add it</code></pre><p class=w>Whitetab words.</p></div>`;

const HIDDEN = ['Whiteshipping', 'Tinyinner', 'Offscreen', 'Twicehidden', 'Whitetab'];
const HONEST = ['Honest shipping', 'Honest inner', 'Honest further', 'yarn add it'];

const [browser] = await browsersToTest();

describe.skipIf(!browser)('content behind a control', () => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    if (!browser) return;
    site = await startGatedSite({ '/': PAGE });
    pool = await startPool({ browser: browser.browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  async function read(expand: boolean) {
    const request = { url: site.url('/'), signal: AbortSignal.timeout(40_000) };
    const seen = await withPage(pool.pool, request, (page) => seePage(page, { expand }));
    const { root, sight } = renderedSight(seen);
    const { findings, leftOut } = applySight(root, sight, { expand, includeHidden: false });
    return { text: textContent(root), findings: findings.map(({ text }) => text).join(' | '), leftOut };
  }

  test('is given by expand after being judged as if it were open', async () => {
    const { text, findings } = await read(true);
    for (const words of HONEST) expect(text).toContain(words);
    for (const words of HIDDEN) {
      expect(text).not.toContain(words);
      expect(findings).toContain(words);
    }
  });

  test('is left out and listed by default, but for code in tabs, which is judged all the same', async () => {
    const { text, leftOut } = await read(false);
    expect(text).toContain('yarn add it');
    for (const words of [...HIDDEN, ...HONEST.slice(0, 3)]) expect(text).not.toContain(words);
    expect(leftOut.map(({ label }) => label)).toEqual(expect.arrayContaining(['Shipping', 'Read more']));
  });
});
