import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeldPage } from '../../src/browser/held-page.ts';
import { withPage } from '../../src/browser/open-page.ts';
import { capturePage } from '../../src/read/see/capture-page.ts';
import { standing } from '../../src/read/see/standing-page.ts';
import { classify } from '../../src/visibility/rendered/classify.ts';
import { browsersToTest, startPool, type TestPool } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';
import { caseRoutes, loadCases, sharedPage, VISIBILITY_SETS } from '../kit/visibility-cases.ts';

// Large pages are captured without the rectangles that cost most and without the styles that nothing on them sets; what
// is decided of them must be the same.

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

/** Every way in which a style can come to an element; each hides its words. */
const SOURCES: Readonly<Record<string, string>> = {
  sheet: '<style>.a{clip-path:inset(50%)}</style><p class=a>Hidden words</p>',
  escaped: '<style>.a{c\\6c ip-path:inset(50%)}</style><p class=a>Hidden words</p>',
  capitals: '<style>.a{CLIP-PATH:INSET(50%)}</style><p class=a>Hidden words</p>',
  attribute: '<p style="clip-path:inset(50%)">Hidden words</p>',
  'attribute of a drawing':
    '<svg width=200 height=30><clipPath id=c><rect width=0 height=0 /></clipPath><text y=20 clip-path="url(#c)">Hidden words</text></svg>',
  'animation of a drawing':
    '<svg width=200 height=30><text y=20>Hidden words<set attributeName="mask" to="url(#none)" begin="0s" /></text></svg>',
  script: '<p id=a>Hidden words</p><script>a.style.clipPath="inset(50%)"</script>',
  'rule of a script':
    '<style id=s>p{margin:3px}</style><p class=a>Hidden words</p><script>s.sheet.insertRule(".a{clip-path:inset(50%)}")</script>',
  'late rule of a script':
    '<style id=s>p{margin:3px}</style><p class=a>Hidden words</p><script>setTimeout(()=>{s.sheet.insertRule(".b{left:0}");s.sheet.insertRule(".a{clip-path:inset(50%)}")},80)</script>',
  'changed rule':
    '<style id=s>.a{margin:3px}</style><p class=a>Hidden words</p><script>setTimeout(()=>{s.sheet.cssRules[0].style.setProperty("clip-path","inset(50%)")},80)</script>',
  'adopted sheet':
    '<p class=a>Hidden words</p><script>const s=new CSSStyleSheet();s.replaceSync(".a{clip-path:inset(50%)}");document.adoptedStyleSheets=[s]</script>',
  'late rule of an adopted sheet':
    '<p class=a>Hidden words</p><script>const s=new CSSStyleSheet();document.adoptedStyleSheets=[s];setTimeout(()=>s.insertRule(".a{clip-path:inset(50%)}"),80)</script>',
  'animation of a script':
    '<p id=a>Hidden words</p><script>a.animate([{clipPath:"inset(50%)"}],{duration:1,fill:"forwards"})</script>',
  'animation in an open tree':
    '<div id=a></div><script>const r=a.attachShadow({mode:"open"});r.innerHTML="<p>Hidden words</p>";r.firstChild.animate([{clipPath:"inset(50%)"}],{duration:1,fill:"forwards"})</script>',
  'animation in a closed tree':
    '<div id=a></div><script>const r=a.attachShadow({mode:"closed"});r.innerHTML="<p>Hidden words</p>";r.firstChild.animate([{clipPath:"inset(50%)"}],{duration:1,fill:"forwards"})</script>',
  'sheet in a closed tree':
    '<div id=a></div><script>const r=a.attachShadow({mode:"closed"});r.innerHTML="<style>p{clip-path:inset(50%)}</style><p>Hidden words</p>"</script>',
  'sheet of a frame': '<iframe srcdoc="<style>p{clip-path:inset(50%)}</style><p>Hidden words</p>"></iframe>',
  'animation in a frame':
    '<iframe srcdoc="<p id=a>Hidden words</p><script>a.animate([{clipPath:`inset(50%)`}],{duration:1,fill:`forwards`})</script>"></iframe>',
  variable: '<style>.a{--p:inset(50%);clip-path:var(--p)}</style><p class=a>Hidden words</p>',
  keyframes:
    '<style>@keyframes k{to{clip-path:inset(50%)}}.a{animation:k 1ms forwards}</style><p class=a>Hidden words</p>',
};

const browsers = await browsersToTest();
const cases = (await Promise.all(VISIBILITY_SETS.map(loadCases))).flat().filter(({ html }) => html !== undefined);
const PAGE_CASES = 40;
const corpus = Array.from({ length: Math.ceil(cases.length / PAGE_CASES) }, (_, page) =>
  cases.slice(page * PAGE_CASES, (page + 1) * PAGE_CASES),
);

/** What is decided of each text with a capture as of a page of so many elements, and which rectangles it asked for. */
async function decide(held: HeldPage, elements: number) {
  const asked: boolean[] = [];
  const seen = standing(held);
  const snapshot: typeof seen.snapshot = (options) => {
    asked.push(options.rects ?? true);
    return seen.snapshot(options);
  };
  const sheets = await seen.sheets.pageStyles();
  const { verdicts } = classify((await capturePage({ ...seen, snapshot, elements }, sheets)).sessions);
  const decided = verdicts.map(({ text, kind, label, reason, pane, shown, flags }) => ({
    text: `${kind} ${text}`,
    label: `${label} ${reason} ${[...flags].sort().join()}`,
    pane: pane >= 0,
    // Derived borders are exact, asked ones are whole pixels.
    shown: [shown.x, shown.y, shown.width, shown.height].map((value) => Math.round(value / 2)),
  }));
  return { decided, asked };
}

describe.skipIf(browsers.length === 0).each(browsers)('a capture of what is needed, in $name', ({ name, browser }) => {
  let site: GatedSite;
  let pool: TestPool;

  beforeAll(async () => {
    site = await startGatedSite({
      '/': PAGE,
      ...Object.fromEntries(
        Object.values(SOURCES).map((html, index) => [`/source/${index}`, `<!doctype html>${html}`]),
      ),
      ...(await caseRoutes(cases)),
      ...Object.fromEntries(corpus.map((some, index) => [`/corpus/${index}`, sharedPage(some)])),
    });
    pool = await startPool({ browser, proxy: site.proxy });
  });

  afterAll(async () => {
    await pool[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const both = (path: string) =>
    withPage(pool.pool, { url: site.url(path), signal: AbortSignal.timeout(50_000) }, (page) =>
      page.whileHeld(async (held) => ({ lean: await decide(held, 10_000), whole: await decide(held, 1) })),
    );

  test('decides the same as one with all rectangles', async () => {
    const { lean, whole } = await both('/');
    // Attributes of the page set styles that its sheet does not, hence a second one; neither was given up for a whole one.
    expect([lean.asked, whole.asked]).toEqual([[false, false], [true]]);
    expect(lean.decided).toEqual(whole.decided);
    expect(new Set(whole.decided.map(({ label }) => label)).size).toBeGreaterThan(5);
  });

  test('leaves out no style that is set anywhere', { timeout: 120_000 }, async () => {
    for (const [index, source] of Object.keys(SOURCES).entries()) {
      const { lean, whole } = await both(`/source/${index}`);
      const about = ({ decided }: typeof lean) =>
        decided.filter(({ text }) => text.includes('Hidden')).map(({ label }) => label);
      expect.soft(about(lean), source).toEqual(about(whole));
      expect.soft(about(lean), source).not.toEqual(['visible  ']);
      expect.soft(about(lean).length, source).toBe(1);
    }
  });

  test.skipIf(name !== browsers[0]?.name)('decides the same of the whole corpus', { timeout: 120_000 }, async () => {
    for (const index of corpus.keys()) {
      const { lean, whole } = await both(`/corpus/${index}`);
      // Some of it moves on its own.
      const labels = ({ decided }: typeof lean) => decided.map(({ text, label, pane }) => `${text} ${label} ${pane}`);
      expect.soft(labels(lean), `page ${index}`).toEqual(labels(whole));
    }
  });
});
