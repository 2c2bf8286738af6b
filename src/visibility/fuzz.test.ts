import { expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import { textContent } from '../html/tree.ts';
import { applySight } from './apply.ts';
import { parseSheet } from './css/parse-sheet.ts';
import { seeStatic } from './static.ts';

/** A small generator with a fixed seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const PIECES =
  '{ } ( ) [ ] ; : , . # > + ~ * & | " \' \\ / /* */ @media @layer @import @supports @scope not and or only screen print (min-width:1px) a .b #c [d=e] :is( :not( :has( :nth-child( 2n+1 of ::before :host ::slotted( var( --x --x: calc( 1px + 100% none block hidden !important display color rgb( oklch( color-mix( in srgb #fff transparent inherit transform scale( matrix( clip-path polygon( inset( opacity 0 .5 1e9 -9999px url( linear-gradient( <style> </style> <div style= <p hidden> <details> <summary> <template shadowrootmode=open> </template> <slot> <select> <option> <svg> <title> <!-- --> <table> <td> <script> </script> text \u200b \u202e \u0000'.split(
    ' ',
  );

function pages(count: number, seed: number): string[] {
  const next = random(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 5 + Math.floor(next() * 80) }, () => PIECES[Math.floor(next() * PIECES.length)]).join(
      next() < 0.5 ? ' ' : '',
    ),
  );
}

it('never throws, and never gives a proof with reasons or a doubt without, on 1,000 random inputs', () => {
  for (const source of [
    ...pages(500, 7),
    ...pages(500, 99).map((css) => `<style>${css}</style><p class=b id=c style="${css.replaceAll('"', '')}">x</p>`),
  ]) {
    const document = parseDocument(source);
    const sight = seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
    expect(sight.proof.complete).toBe(sight.proof.reasons.length === 0);
    applySight(document, sight, { expand: true, includeHidden: false });
    expect(() => textContent(document)).not.toThrow();
  }
});

it.each<[string, string]>([
  ['100,000 rules', '.a .b{display:none}'.repeat(100_000)],
  ['a selector of 20,000 compounds', `${'a '.repeat(20_000)}{display:none}`],
  ['a list of 20,000 selectors', `${'a,'.repeat(20_000)}b{display:none}`],
  ['blocks nested 50,000 deep', '@media screen{'.repeat(50_000)],
  ['brackets nested 50,000 deep', `a{width:${'('.repeat(50_000)}`],
  [':is nested 5,000 deep', `${':is('.repeat(5000)}a{display:none}`],
  [
    'doubling variables',
    `:root{${Array.from({ length: 60 }, (_, i) => `--v${i}:var(--v${i + 1}) var(--v${i + 1});`).join('')}--v60:x}p{color:var(--v0)}`,
  ],
  [
    'a cycle of variables with fallbacks',
    `:root{${Array.from({ length: 60 }, (_, i) => `--v${i}:var(--v${(i + 1) % 60},var(--v${(i + 7) % 60}));`).join('')}}p{color:var(--v0)}`,
  ],
  ['50,000 layers', Array.from({ length: 50_000 }, (_, i) => `@layer l${i};`).join('')],
  ['deep descendant selectors', `${'div '.repeat(60)}p{display:none}`],
  ['calc nested 5,000 deep', `p{width:${'calc('.repeat(5000)}1px${')'.repeat(5000)}}`],
])('survives %s', (_name, css) => {
  const body = `${'<div>'.repeat(400)}<p>needle</p>${'</div>'.repeat(400)}`;
  const document = parseDocument(`<!doctype html><style>${css}</style>${body}`);
  const started = performance.now();
  const sight = seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
  // Not a measurement: exponential time would take years, and this is only there to fail instead of hanging on.
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(sight.hidden.size).toBeLessThanOrEqual(401);
});

it.each<[string, string]>([
  ['templates nested 20,000 deep', `${'<template>'.repeat(20_000)}x`],
  ['shadow roots nested 2,000 deep', `${'<div><template shadowrootmode=open>'.repeat(2000)}x`],
  ['20,000 choices', `<select>${'<option>choice'.repeat(20_000)}</select>`],
  ['20,000 hidden siblings', '<p hidden>some hidden words</p>'.repeat(20_000)],
  [
    '20,000 controls and panels',
    Array.from(
      { length: 20_000 },
      (_, i) => `<button aria-controls=a${i} aria-expanded=false>l${i}</button><div id=a${i} hidden>t</div>`,
    ).join(''),
  ],
])('gets through %s', (_name, source) => {
  const document = parseDocument(source);
  const sight = seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
  applySight(document, sight, { expand: false, includeHidden: false });
  expect(textContent(document)).not.toMatch(/hidden words|choicechoice/u);
});

it('says what it did not read of a sheet with too many rules', () => {
  expect([...parseSheet('a{color:red}'.repeat(70_000)).unread]).toEqual(['a style sheet has too many rules']);
});

it('follows a page nested 50,000 deep', () => {
  const document = parseDocument(
    `<main><p>first</p>${'<div>'.repeat(50_000)}<p>needle</p>${'</div>'.repeat(50_000)}<p>last</p></main>`,
  );
  const sight = seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
  applySight(document, sight, { expand: false, includeHidden: false });
  expect(textContent(document)).toBe('firstneedlelast');
});
