import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { textContent } from '../../html/tree.ts';
import { applySight } from '../apply.ts';
import type { FetchedSheets } from '../sight.ts';
import { seeStatic } from '../static.ts';

function look(
  head: string,
  body: string,
  sheets: FetchedSheets = new Map(),
  url = 'https://example.org/dir/page.html',
) {
  const document = parseDocument(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);
  const sight = seeStatic(document, { url, sheets });
  applySight(document, sight, { expand: false, includeHidden: false });
  return { text: textContent(document).replace(/\s+/gu, ' ').trim(), proof: sight.proof };
}

const style = (css: string) => `<style>${css}</style>`;
const P = '<div id="d" class="c k" data-x="Abc"><p class="t">one</p><p class="u">two</p><span>three</span></div>';

describe('which declaration wins', () => {
  it.each<[string, string, string]>([
    ['later over earlier', '.t{display:none}.t{display:block}', 'onetwothree'],
    ['class over tag', 'p.t{display:block}p{display:none}', 'onethree'],
    ['id over classes', '#d p{display:block}.c.k .t.t.t{display:none}', 'onetwothree'],
    ['important over id', 'p{display:none!important}#d p{display:block}', 'three'],
    ['unlayered over layers', '@layer a{#d .t{display:none}}.t{display:block}', 'onetwothree'],
    ['later layer over earlier', '@layer a,b;@layer b{.t{display:block}}@layer a{#d .t{display:none}}', 'onetwothree'],
    [
      'important turns layers round',
      '@layer a,b;@layer a{.t{display:none!important}}@layer b{#d .t{display:block!important}}',
      'twothree',
    ],
    ['a layer over the layers inside it', '@layer a{.t{display:none}@layer b{#d .t{display:block}}}', 'twothree'],
    [':where weighs nothing', ':where(#d) .t{display:block}.t{display:none}', 'twothree'],
    [':is weighs its heaviest', ':is(#d,.none) .t{display:block}.c .t{display:none}', 'onetwothree'],
    ['an invalid value does not count', '.t{display:none;display:bogus}', 'twothree'],
    ['an unknown selector drops its rule', '.t,p:-moz-bogus{display:none}', 'onetwothree'],
    [':is forgives it', ':is(.t,p:-moz-bogus){display:none}', 'twothree'],
    ['escapes in names and values', '.\\74{display:n\\6fne}', 'twothree'],
    ['comments anywhere', '.t{/**/display/**/:/**/none/**/}', 'twothree'],
    ['nesting', '.c{.t{display:none}&:hover .u{display:none}> .u{visibility:hidden}}', 'three'],
    ['nested media', '.t{@media screen{display:none}}', 'twothree'],
    ['variables with fallback', ':root{--a:none}.t{display:var(--a)}.u{display:var(--missing,none)}', 'three'],
    ['a broken variable unsets', '.t{display:none;display:var(--missing)}', 'onetwothree'],
    ['a variable set to initial uses the fallback', ':root{--a:initial}.t{display:var(--a,none)}', 'twothree'],
    ['inherit', '.c{visibility:hidden}.t{visibility:inherit}.u{visibility:initial}', 'two'],
    ['all: initial shows again', '.t{display:none;all:initial}', 'onetwothree'],
    ['revert goes back to the browser', '.t{display:none;display:revert}', 'onetwothree'],
    ['a quote left open eats the rest', '.t{display:none}"x', 'twothree'],
    ['a bracket left open closes at the end', '.t{display:none', 'twothree'],
    ['stray closing brackets', '} .t{display:none}', 'onetwothree'],
    ['html comment marks', '<!-- .t{display:none} -->', 'twothree'],
  ])('%s', (_name, css, seen) => {
    expect(look(style(css), P).text).toBe(seen);
  });

  it('lets an inline declaration win, and an important one lose to an important inline one only', () => {
    const body = '<p style="display:block" class="a">a</p><p style="display:block!important" class="b">b</p>';
    expect(look(style('.a,.b{display:none!important}'), body).text).toBe('b');
  });
});

describe('which elements a selector names', () => {
  it.each<[string, string]>([
    ['p:first-child', 'twothree'],
    ['p:nth-child(2)', 'onethree'],
    ['p:nth-child(odd)', 'twothree'],
    ['p:nth-last-child(2)', 'onethree'],
    ['.c > :nth-child(-n+2)', 'three'],
    ['.c > :nth-child(1 of .u)', 'onethree'],
    ['span:only-of-type', 'onetwo'],
    ['p:last-of-type', 'onethree'],
    ['.t + p', 'onethree'],
    ['.t ~ span', 'onetwo'],
    ['.t + span', 'onetwothree'],
    ['div:has(> .t) span', 'onetwo'],
    ['p:has(+ span)', 'onethree'],
    ['div:has(.none) p', 'onetwothree'],
    ['p:not(.t)', 'onethree'],
    ['p:not(.t, .u)', 'onetwothree'],
    ['[data-x=Abc] .t', 'twothree'],
    ['[data-x=abc] .t', 'onetwothree'],
    ['[data-x=abc i] .t', 'twothree'],
    ['[data-x^=A] .t', 'twothree'],
    ['[data-x$=c] [class~=t]', 'twothree'],
    ['[data-x*=""] .t', 'onetwothree'],
    [':root body .t', 'twothree'],
    ['p:hover', 'onetwothree'],
    ['p:not(:hover).t', 'twothree'],
    ['p::before', 'onetwothree'],
    ['p:empty', 'onetwothree'],
    ['*|p.t', 'twothree'],
    ['.T', 'onetwothree'],
  ])('%s', (selector, seen) => {
    expect(look(style(`${selector}{display:none}`), P).text).toBe(seen);
  });

  it('compares classes without case in quirks mode only', () => {
    const document = parseDocument('<style>.T{display:none}</style><p class=t>x</p>');
    expect(document.quirks).toBe(true);
    expect(seeStatic(document, { url: 'https://example.org/', sheets: new Map() }).hidden.size).toBe(1);
  });

  it('knows the target of the address', () => {
    const css = style('section{display:none}section:target{display:block}');
    const body = '<section id=a>A</section><section id=b>B</section>';
    expect(look(css, body, new Map(), 'https://example.org/#b').text).toBe('B');
  });
});

describe('which rules are in force on a desktop screen', () => {
  it.each<[string, boolean]>([
    ['@media print', false],
    ['@media screen', true],
    ['@media all and (min-width:1000px)', true],
    ['@media (max-width:1279px)', false],
    ['@media (width >= 1280px)', true],
    ['@media (600px < width <= 1280px)', true],
    ['@media not print', true],
    ['@media not screen and (min-width:1px)', false],
    ['@media only screen and (max-width:80em)', true],
    ['@media (prefers-color-scheme:dark)', false],
    ['@media (hover:hover) and (pointer:fine)', true],
    ['@media (prefers-reduced-motion)', false],
    ['@media (orientation:portrait), (min-width:1px)', true],
    ['@media (min-width:1px) or (foo:bar)', true],
    ['@media not (foo:bar)', false],
    ['@media speech', false],
    ['@supports (display:grid)', true],
    ['@supports not (display:grid)', false],
    ['@supports (-moz-appearance:none)', false],
    ['@supports selector(:has(a))', true],
    ['@layer x', true],
  ])('%s', (rule, applies) => {
    expect(look(style(`${rule}{.t{display:none}}`), P).text).toBe(applies ? 'twothree' : 'onetwothree');
  });

  it('reads linked and imported sheets, relative to where they stand', () => {
    const sheets = new Map([
      ['https://example.org/css/a.css', '@import url("sub/b.css") screen; @import "c.css" print;'],
      ['https://example.org/css/sub/b.css', '.t{display:none}'],
    ]);
    const result = look('<link rel="stylesheet" href="/css/a.css">', P, sheets);
    expect(result).toEqual({ text: 'twothree', proof: { complete: true, reasons: [] } });
  });

  it('says so when a sheet was not read, but not for one that is not in force', () => {
    expect(look('<link rel=stylesheet href=x.css>', P).proof).toEqual({
      complete: false,
      reasons: ['a style sheet was not read'],
    });
    expect(
      look('<link rel=stylesheet href=x.css media=print><link rel="alternate stylesheet" href=y.css>', P).proof
        .complete,
    ).toBe(true);
  });

  it('puts imports into their layer', () => {
    const sheets = new Map([['https://example.org/b.css', '#d .t{display:none}']]);
    expect(look(style('@import "/b.css" layer(base); .t{display:block}'), P, sheets).text).toBe('onetwothree');
  });

  it.each([
    '@container (min-width:1px){.t{display:none}}',
    '@scope (.c){.t{display:none}}',
    '@bogus x{.t{display:none}}',
  ])('does not decide %s, and says so', (css) => {
    expect(look(style(css), P).proof.complete).toBe(false);
  });
});
