import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import { seePage } from '../../src/read/see/see-page.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

const PICTURE =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='%23123'/></svg>";

/** Writes down everything a page can watch, and sends it to its own site once in a while. */
const WATCHER = `
  const log = {};
  const note = (what) => { log[what] = (log[what] ?? 0) + 1; };
  addEventListener('load', () => setTimeout(() => {
    for (const name of ['resize', 'scroll', 'focus', 'blur', 'visibilitychange', 'transitionrun', 'transitionstart',
      'animationstart', 'animationcancel', 'selectionchange', 'beforeprint', 'pointermove', 'wheel', 'freeze',
      'contentvisibilityautostatechange', 'error']) {
      addEventListener(name, (event) => note('event ' + event.type), true);
      document.addEventListener(name, (event) => note('event ' + event.type), true);
    }
    visualViewport.addEventListener('resize', () => note('visual viewport'));
    matchMedia('(min-width: 900px)').addEventListener('change', () => note('media'));
    new MutationObserver(() => note('mutation')).observe(document, {
      subtree: true, childList: true, attributes: true, characterData: true });
    let sizes = 0;
    const resized = new ResizeObserver(() => { if (sizes++ > 2) note('size'); });
    for (const each of [document.documentElement, document.body, document.querySelector('.hero')]) resized.observe(each);
    let crossed = 0;
    const watched = new IntersectionObserver(() => { if (crossed++ > 0) note('intersection'); });
    watched.observe([...document.querySelectorAll('.hero')].at(-1));
    const style = () => JSON.stringify([...document.querySelectorAll('p, .hero')].map((each) => {
      const { webkitTextFillColor, opacity, translate, transitionDuration, textShadow } = getComputedStyle(each);
      return [webkitTextFillColor, opacity, translate, transitionDuration, textShadow, each.getBoundingClientRect()];
    })) + innerWidth + innerHeight + devicePixelRatio + document.styleSheets.length + scrollY;
    const first = style();
    const poll = () => { if (style() !== first) note('style'); requestAnimationFrame(poll); };
    poll();
    setInterval(() => { if (style() !== first) note('style'); }, 5);
    const channel = new MessageChannel();
    let sent = 0, got = 0;
    channel.port1.onmessage = () => { got++; setTimeout(() => { sent++; channel.port2.postMessage(1); }, 1); };
    sent++; channel.port2.postMessage(1);
    setTimeout(() => {
      if (sent - got > 1) note('lost message');
      fetch('/log?' + encodeURIComponent(JSON.stringify(log)));
    }, 2500);
  }, 300));
`;

const PAGE = `<!doctype html><meta charset=utf-8><title>Watch</title>
<style>p{transition:all .3s} .hero{background:url("${PICTURE}");color:#fff;padding:20px;transition:all .3s}
@keyframes a{from{opacity:.5}to{opacity:1}} .a{animation:a .2s}</style>
<script>${WATCHER}</script>
<div class=hero>White words on a picture</div><p>Ordinary words on white.</p><p class=a>Faded in.</p>
<div style="mix-blend-mode:multiply"><p>Blended words.</p></div>
<div style="overflow:auto;height:40px;width:300px"><div style="height:100px">top</div><p>far</p></div>`;
const TALL = `${PAGE}<div style="height:3000px"></div><div class=hero>White words far below</div>`;

const browsers = await browsersToTest();

describe.skipIf(browsers.length === 0).each(browsers)('a page that watches itself in $name', ({ browser }) => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    site = await startGatedSite({ '/short': PAGE, '/tall': TALL, '/log': 'ok' });
    pool = await startPool({ browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  // Chrome's pictures of what lies outside the screen make media queries report a change that does not last.
  test.each([
    ['of one screen', '/short', []],
    ['with suspects below the screen', '/tall', ['media', 'visual viewport']],
  ])('%s notices nothing when it is looked at and photographed', async (_name, path, residue) => {
    const before = site.requests.length;
    const request = { url: site.url(path), signal: AbortSignal.timeout(40_000) };
    const shots = await withPage(pool.pool, request, async (page) => {
      // The page watches from 0.3 s after it has loaded.
      await new Promise((resolve) => setTimeout(resolve, 700));
      const { proof } = await seePage(page);
      await logged(site, before);
      return proof.shots;
    });
    expect(shots).toBeGreaterThan(1);
    const noticed = Object.keys(Object(await logged(site, before)));
    expect(noticed.filter((what) => !residue.includes(what))).toEqual([]);
  });
});

async function logged(site: GatedSite, after: number): Promise<unknown> {
  const LIMIT_MS = 15_000;
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
    const request = site.requests.slice(after).find((each) => each.includes('/log?'));
    if (request) return JSON.parse(decodeURIComponent(request.slice(request.indexOf('?') + 1)));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the page has not reported');
}
