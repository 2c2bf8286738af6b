import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import { capturePage } from '../../src/read/see/capture-page.ts';
import { standing } from '../../src/read/see/standing-page.ts';
import { classify } from '../../src/visibility/rendered/classify.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

// Large pages are captured without the rectangles that cost most; what is decided of them must be the same.

const BOXES = `<style>div,section{margin:4px}</style>
<div style="overflow:hidden;width:80px;height:20px;border:9px solid #ccc"><p style="margin:0 0 0 70px">cut by a border</p></div>
<div style="overflow:hidden;width:90px;height:12px"><p>first</p><p>hidden below</p></div>
<div style="overflow:auto;width:200px;height:50px"><p>in a pane</p><p style="margin-top:200px">far down in a pane</p></div>
<div style="overflow:auto;width:100px;height:60px;direction:rtl"><p style="width:300px">to the left</p></div>
<div style="overflow:scroll;width:0;height:0"><p>pane of no size</p></div>
<div style="transform:scale(.5);overflow:hidden;width:100px;height:20px;border:10px solid red"><p>scaled and cut</p><p>below</p></div>
<div style="position:relative"><div style="border:20px solid #fff;position:absolute;left:0;top:0;width:300px;height:1px"></div><p>under thick borders</p></div>
<fieldset style="overflow:hidden;height:30px"><legend>Legend</legend><p>In a field set</p><p>cut off</p></fieldset>
<div style="contain:paint;width:60px;height:15px;border:3px solid"><p>contained words that run out</p></div>
<table border=5><tr><td style="overflow:hidden">cell<td style="border:30px solid">thick</table>
<textarea rows=2>area</textarea><input value="a long value in a field"><select><option>one<option>two</select>
<svg width=90 height=20><text y=15>drawn words</text><rect width=10 height=10 /></svg><progress></progress><button>press</button>
<iframe srcdoc="<p>in a frame</p><div style='height:900px'></div><p>low in a frame</p>" width=150 height=60 style="border:7px solid"></iframe>
<iframe srcdoc="<p>unseen</p>" width=3 height=3></iframe><img width=9 height=9 style="border:40px solid"><p style="position:relative;top:-60px">over a picture</p>
<section style="writing-mode:vertical-rl;overflow:auto;width:60px;height:60px"><p>vertical words</p><p>more of them</p></section>
<div style="position:fixed;right:0;top:0;border:14px solid;overflow:hidden;width:90px;height:16px">fixed words that are cut</div>`;
const PAGE = `<!doctype html><meta charset=utf-8><body>${BOXES}<main>${'<p>Line <b>bold</b> words</p>'.repeat(450)}</main>${BOXES}`;

const browsers = await browsersToTest();

describe.skipIf(browsers.length === 0).each(browsers)('a capture without rectangles, in $name', ({ browser }) => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    site = await startGatedSite({ '/': PAGE });
    pool = await startPool({ browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  test('decides the same as one with all of them', async () => {
    const request = { url: site.url('/'), signal: AbortSignal.timeout(50_000) };
    const [lean, whole, asked] = await withPage(pool.pool, request, (page) =>
      page.whileHeld(async (held) => {
        const asked: boolean[] = [];
        const decide = async (elements: number) => {
          const seen = standing(held);
          const snapshot: typeof seen.snapshot = (options) => {
            asked.push(options.rects ?? true);
            return seen.snapshot(options);
          };
          const { verdicts } = classify((await capturePage({ ...seen, snapshot, elements })).sessions);
          return verdicts.map(({ text, kind, label, reason, pane, shown, flags }) => ({
            text: `${kind} ${text}`,
            label: `${label} ${reason} ${[...flags].sort().join()}`,
            pane: pane >= 0,
            // Derived borders are exact, asked ones are whole pixels.
            shown: [shown.x, shown.y, shown.width, shown.height].map((value) => Math.round(value / 2)),
          }));
        };
        return [await decide(10_000), await decide(1), asked] as const;
      }),
    );
    // One of each sort: the first was not given up for a second one.
    expect(asked).toEqual([false, true]);
    expect(lean).toEqual(whole);
    expect(new Set(whole.map(({ label }) => label)).size).toBeGreaterThan(5);
  });
});
