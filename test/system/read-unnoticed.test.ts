import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import { installed, startPool } from '../kit/chrome.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { canRender } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';

// Whole reads of pages that tell their site at once what they notice: what a read does to a page, it does while the
// page's scripts stand, and the page is closed before they run again.

const WATCH = `<script>
const tell = (what) => navigator.sendBeacon('/noticed?' + encodeURIComponent(what));
onload = () => setTimeout(() => {
  for (const name of ['resize', 'scroll', 'focus', 'blur', 'visibilitychange', 'pagehide', 'beforeprint', 'transitionrun', 'toggle'])
    addEventListener(name, (event) => tell('event ' + event.type), true);
  for (const query of ['(min-width: 900px)', '(min-height: 2000px)', '(max-height: 500px)', 'print'])
    matchMedia(query).addEventListener('change', () => tell('media ' + query));
  visualViewport.addEventListener('resize', () => tell('visual viewport'));
  new MutationObserver(() => tell('mutation')).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const state = () => [innerWidth, innerHeight, scrollY, document.styleSheets.length, ...[...document.querySelectorAll('p,details,div')]
    .map((each) => { const { color, display, webkitTextFillColor, opacity } = getComputedStyle(each); return color + display + webkitTextFillColor + opacity + each.offsetHeight; })].join();
  const first = state();
  setInterval(() => state() === first || tell('style'), 5);
}, 100);
</script>`;
const BODY = `<!doctype html><title>Watch</title><h1>Bridge</h1><p>The bridge was repaired in nine weeks.</p>
<p style="background:linear-gradient(#fff,#eee)">Words over a gradient.</p>
<details><summary>More</summary><p>Opened words.</p><p style="background:linear-gradient(#fff,#fff);color:#fff">MARKER</p></details>
<div style="overflow:auto;height:60px"><div style="height:300px">top</div><p style="background:linear-gradient(#fff,#eee)">Far in a pane.</p></div>
<div style="height:3000px"></div><p style="background:linear-gradient(#fff,#eee)">Words far below.</p>`;

const ROUTES = {
  '/watch': `${BODY}${WATCH}`,
  '/framed': `${BODY}<iframe src="/watch" width=600 height=400></iframe>${WATCH}`,
  '/noticed': 'ok',
};

describe.skipIf(!(await canRender()))('a page that watches itself', () => {
  let site: TestSite;
  let reader: TestReader;

  beforeAll(async () => {
    site = await startSite(ROUTES);
    reader = await startReader({ renders: true, allowPrivate: [site.opening] });
  });

  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
    await site.close();
  });

  const noticed = () => site.requests.filter((each) => each.includes('/noticed'));

  test.each([
    ['read', '/watch', false],
    ['read with what is folded opened', '/watch?opened', true],
    ['read with a frame', '/framed', false],
    ['read with a frame and what is folded opened', '/framed?opened', true],
  ])('notices nothing when it is %s', async (_name, path, expand) => {
    const answer = await reader.read(site.url(path), { render: 'always', expand, timeoutS: 60 });
    expect(answer).toMatchObject({ status: 'ok', seen: 'rendered' });
    expect(answer.markdown).toContain('Words far below.');
    expect(answer.markdown).not.toContain('MARKER');
    expect(noticed()).toEqual([]);
  });

  test('notices what is done to it while its scripts run, so that its silence means something', async () => {
    const { shell, full } = await installed();
    const browser = shell ?? full;
    if (!browser) return;
    await using pool = await startPool({ browser, proxy: null });
    await withPage(pool.pool, { url: site.url('/watch'), signal: AbortSignal.timeout(60_000) }, async (page) => {
      await page.tab.sheets.prepare(await page.tab.frames.list());
      await page.tab.sheets.set('p{color:red!important}');
      await expect.poll(noticed, { timeout: 20_000 }).not.toEqual([]);
    });
  });
});
