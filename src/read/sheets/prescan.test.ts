import { expect, it } from 'vitest';
import { importsOf, prescanSheets } from './prescan.ts';

const urls = (html: string, cap = 32) => prescanSheets(html, 'https://e.org/a/b.html', cap).urls;

it('finds linked sheets and imports, against the base', () => {
  const html = `<BASE href="/docs/"><LINK REL='stylesheet preload' HREF=one.css?a=1&amp;b=2#x>
    <link rel=stylesheet href=" two.css " media=screen><style type="text/css">/* c */ @charset "x"; @import url("three.css") screen;
    @layer a, b; @import 'https://cdn.org/four.css;v=1'; p { } @import "late.css";</style>`;
  expect(urls(html)).toEqual([
    'https://e.org/docs/one.css?a=1&b=2',
    'https://e.org/docs/two.css',
    'https://e.org/docs/three.css',
    'https://cdn.org/four.css;v=1',
  ]);
});

it('leaves out what is not applied on a screen or is no sheet', () => {
  const html = `<link rel="alternate stylesheet" href=a><link rel=icon href=b><link rel=stylesheet media=print href=c>
    <link rel=stylesheet disabled href=d><link rel=stylesheet href="data:text/css,x"><link rel=stylesheet href="">
    <!-- <link rel=stylesheet href=e> --><script>"<link rel=stylesheet href=f>"</script><title><link rel=stylesheet href=g></title>`;
  expect(urls(html)).toEqual([]);
});

it('keeps to its cap', () => {
  const html = Array.from({ length: 100 }, (_, i) => `<link rel=stylesheet href=${i}.css>`).join('');
  expect(urls(html, 32)).toHaveLength(32);
});

it('takes imports only from before the first rule', () => {
  expect(importsOf('@import url(a.css);@import "b.css" layer(x) supports(display: grid);.a{}@import "c.css";')).toEqual(
    ['a.css', 'b.css'],
  );
  expect(importsOf('@layer x { } @import "c.css";')).toEqual([]);
  expect(importsOf('/* open')).toEqual([]);
});

it.each([
  ['<'.repeat(300_000)],
  ['<link '.repeat(50_000)],
  [`${'<link '.repeat(50_000)}>`],
  ['<!--'.repeat(50_000)],
  ['<style>'.repeat(30_000)],
  [`<link rel=stylesheet ${'a="'.repeat(50_000)}>`],
  ['<script>'.repeat(30_000)],
])(
  'answers in time for hostile markup %#',
  (html) => {
    expect(urls(html).length).toBeLessThanOrEqual(32);
  },
  3000,
);

it('answers in time for hostile style sheets', () => {
  expect(importsOf('/**/'.repeat(25_000))).toEqual([]);
  expect(importsOf('@import "a";'.repeat(8000)).length).toBe(100);
}, 3000);
