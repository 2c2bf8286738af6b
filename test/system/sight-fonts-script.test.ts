import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutLetters } from '../kit/blank-letters-font.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';
import { runSight } from '../kit/sight-run.ts';

const FONT = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';
const font = await readFile(FONT).catch(() => null);
if (!font) process.stderr.write(`${FONT} is not there: tests of fonts are skipped.\n`);
const [browser] = await browsersToTest();

/** The last ones first: an outline that is taken out goes to the letter before. */
const letters = 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA';
const blank = font ? withoutLetters(font, letters).toString('base64') : '';
const TEXT = '<p class=o>Words that nobody sees</p>';
const STYLE = '<style>body{font:16px sans-serif}.o{font-family:Own}</style>';
/** Neither a style sheet nor a request tells of a font that a script makes from bytes of its own. */
const ADD = `<script>new FontFace('Own',Uint8Array.from(atob('${blank}'),(c)=>c.charCodeAt(0))).load().then((f)=>document.fonts.add(f))</script>`;
const inFrame = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const MADE = `const s=new CSSStyleSheet();s.replaceSync('@font-face{font-family:Own;src:url(data:font/ttf;base64,${blank})}')`;

/** So long that the browser is asked for fewer styles. */
const LONG = '<p>Plain words of a long page.</p>'.repeat(900);

const PAGES: Record<string, string> = {
  '/buffer': `${STYLE}<p>Seen words.</p>${TEXT}${ADD}`,
  '/long': `${STYLE}<p>Seen words.</p>${TEXT}${LONG}${ADD}`,
  '/frame': `<p>Seen words.</p><iframe srcdoc="${inFrame(STYLE + TEXT + ADD)}"></iframe>`,
  '/adopted': `${STYLE}<p>Seen words.</p>${TEXT}<script>${MADE};document.adoptedStyleSheets=[s]</script>`,
  '/escaped': `<style>@font-f\\61 ce{font-family:Own;src:url(data:font/ttf;base64,${blank})}</style>${STYLE}<p>Seen words.</p>${TEXT}`,
};

describe.skipIf(!browser || !font)('a font without outlines', () => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    if (!browser) return;
    const pages = Object.entries(PAGES).map(([path, html]) => [
      path,
      `<!doctype html><meta charset=utf-8><title>Fonts</title>${html}`,
    ]);
    site = await startGatedSite(Object.fromEntries(pages));
    pool = await startPool({ browser: browser.browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  test.each(Object.keys(PAGES))('hides its text, however it was brought: %s', async (path) => {
    const { text, findings } = await runSight(pool.pool, site.url(path));
    expect(text).toContain('Seen words.');
    expect(text).not.toContain('nobody sees');
    expect(findings.some(({ text: gone }) => gone.includes('Words that nobody sees'))).toBe(true);
  });
});
