import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renamed, withOtherLetters, withoutLetters } from '../kit/blank-letters-font.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';
import { runSight } from '../kit/sight-run.ts';

const FONT = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';
const font = await readFile(FONT).catch(() => null);
if (!font) process.stderr.write(`${FONT} is not there: tests of fonts are skipped.\n`);
const [browser] = await browsersToTest();

const PAGE = `<!doctype html><meta charset=utf-8><title>Fonts</title>
<style>@font-face{font-family:Whole;src:url(/whole.ttf)}@font-face{font-family:Holes;src:url(/holes.ttf)}
@font-face{font-family:Late;src:url(/late.ttf)}body{font:16px sans-serif}.w{font-family:Whole}.h{font-family:Holes}.l{font-family:Late}@font-face{font-family:Traded;src:url(/traded.ttf)}.t{font-family:Traded}@font-face{font-family:Double;src:url(/double.ttf)}.d{font-family:Double}@font-face{font-family:Inline;src:url(INLINE)}.n{font-family:Inline}</style>
<p>System words that everybody sees.</p><p class=w>Whole words in a font of the page, quick brown fox.</p>
<p class=h>Zwx qjk</p><p class=t>Traded letters say what nobody sees</p><p class=d>Small zap vexed fox</p><p class=d>Bull</p><p class=n>Inline font of many words</p><p class=h>Mostly fine</p><p class=l>Unloaded words</p>`;

/** The last ones first: an outline that is taken out goes to the letter before. */
const lastFirst = 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA';
const blank = font ? withoutLetters(font, lastFirst).toString('base64') : '';
const NOBODY = '<p class=o>Words that nobody sees</p>';
const STYLE = '<style>body{font:16px sans-serif}.o{font-family:Own}</style>';
/** Neither a style sheet nor a request tells of a font that a script makes from bytes of its own. */
const ADD = `<script>new FontFace('Own',Uint8Array.from(atob('${blank}'),(c)=>c.charCodeAt(0))).load().then((f)=>document.fonts.add(f))</script>`;
const inFrame = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const MADE = `const s=new CSSStyleSheet();s.replaceSync('@font-face{font-family:Own;src:url(data:font/ttf;base64,${blank})}')`;

/** So long that the browser is asked for fewer styles. */
const LONG = '<p>Plain words of a long page.</p>'.repeat(900);

/** Ways to bring a font without outlines. */
const BLANK_PAGES: Record<string, string> = {
  '/buffer': `${STYLE}<p>Seen words.</p>${NOBODY}${ADD}`,
  '/long': `${STYLE}<p>Seen words.</p>${NOBODY}${LONG}${ADD}`,
  '/frame': `<p>Seen words.</p><iframe srcdoc="${inFrame(STYLE + NOBODY + ADD)}"></iframe>`,
  '/adopted': `${STYLE}<p>Seen words.</p>${NOBODY}<script>${MADE};document.adoptedStyleSheets=[s]</script>`,
  '/escaped': `<style>@font-f\\61 ce{font-family:Own;src:url(data:font/ttf;base64,${blank})}</style>${STYLE}<p>Seen words.</p>${NOBODY}`,
};

describe.skipIf(!browser || !font)('fonts that a page brings along', () => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    if (!browser || !font) return;
    // Fonts of one name would be taken for one another.
    const named = (other: string, body: Buffer) => renamed(body, 'Liberation', other);
    const send =
      (body: Buffer) =>
      (_request: unknown, response: import('node:http').ServerResponse): void =>
        void response.writeHead(200, { 'Content-Type': 'font/ttf', 'Access-Control-Allow-Origin': '*' }).end(body);
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const traded = Object.fromEntries([...letters].map((letter, i) => [letter, letters[(i + 7) % 26] ?? letter]));
    const files = {
      '/whole.ttf': send(font),
      '/holes.ttf': send(named('HolesHoles', withoutLetters(font, 'zwxqjk'))),
      '/traded.ttf': send(named('TradeTrade', withOtherLetters(font, traded))),
      '/double.ttf': send(named('DoubleFont', withOtherLetters(font, { z: 'm', x: 'p' }))),
    };
    const inline = `data:font/ttf;base64,${named('InlineFont', withOtherLetters(font, traded)).toString('base64')}`;
    const blanks = Object.entries(BLANK_PAGES).map(([path, html]) => [
      path,
      `<!doctype html><meta charset=utf-8><title>Fonts</title>${html}`,
    ]);
    site = await startGatedSite({ '/': PAGE.replace('INLINE', inline), ...files, ...Object.fromEntries(blanks) });
    pool = await startPool({ browser: browser.browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  test('show their text when they have outlines, and hide it where letters have none', async () => {
    const { text, findings } = await runSight(pool.pool, site.url('/'));
    for (const words of ['System words', 'Whole words', 'Mostly fine', 'Unloaded words']) expect(text).toContain(words);
    for (const words of ['Zwx', 'Traded letters', 'Small zap', 'Inline font']) expect(text).not.toContain(words);
    expect(text).toContain('Bull');
    expect(findings.map(({ text: gone, reason }) => `${reason}: ${gone}`)).toEqual([
      'letters that a web font does not paint: Zwx qjk',
      'letters that a font shows as others: Traded letters say what nobody sees',
      'letters that a font shows as others: Small zap vexed fox',
      'letters that a font shows as others: Inline font of many words',
    ]);
  });

  test.each(Object.keys(BLANK_PAGES))(
    'hide it when they have no outlines at all, however they were brought: %s',
    async (path) => {
      const { text, findings } = await runSight(pool.pool, site.url(path));
      expect(text).toContain('Seen words.');
      expect(text).not.toContain('nobody sees');
      expect(findings.some(({ text: gone }) => gone.includes('Words that nobody sees'))).toBe(true);
    },
  );
});
