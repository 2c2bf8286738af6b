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

const PAGE = `<!doctype html><meta charset=utf-8><title>Fonts</title>
<style>@font-face{font-family:Whole;src:url(/whole.ttf)}@font-face{font-family:Holes;src:url(/holes.ttf)}
@font-face{font-family:Late;src:url(/late.ttf)}body{font:16px sans-serif}.w{font-family:Whole}.h{font-family:Holes}.l{font-family:Late}</style>
<p>System words that everybody sees.</p><p class=w>Whole words in a font of the page, quick brown fox.</p>
<p class=h>Zwx qjk</p><p class=h>Mostly fine</p><p class=l>Unloaded words</p>`;

describe.skipIf(!browser || !font)('fonts that a page brings along', () => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    if (!browser || !font) return;
    const send =
      (body: Buffer) =>
      (_request: unknown, response: import('node:http').ServerResponse): void =>
        void response.writeHead(200, { 'Content-Type': 'font/ttf', 'Access-Control-Allow-Origin': '*' }).end(body);
    const files = { '/whole.ttf': send(font), '/holes.ttf': send(withoutLetters(font, 'zwxqjk')) };
    site = await startGatedSite({ '/': PAGE, ...files });
    pool = await startPool({ browser: browser.browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  test('show their text when they have outlines, and hide it where letters have none', async () => {
    const { text, findings } = await runSight(pool.pool, site.url('/'));
    for (const words of ['System words', 'Whole words', 'Mostly fine', 'Unloaded words']) expect(text).toContain(words);
    expect(text).not.toContain('Zwx');
    expect(findings.map(({ text: gone, reason }) => `${reason}: ${gone}`)).toEqual([
      'letters that a web font does not paint: Zwx qjk',
    ]);
  });
});
