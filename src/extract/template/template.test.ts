import { expect, test } from 'vitest';
import { splitAlternatives } from './alternatives.ts';
import { askedTemplate, templateByName, templateNames } from './choose.ts';
import { compilePattern } from './pattern.ts';
import { SITE_TEMPLATES } from './sites/all.ts';
import { parseInline } from './template.ts';
import { compileUrlPattern } from './url-pattern.ts';

test('every template of ours can be used', () => {
  for (const name of templateNames()) expect(templateByName(name)?.name).toBe(name);
  expect(templateNames().length).toBeGreaterThan(30);
});

test('every template that an address leads to has a sample at such an address, which no template before it takes', () => {
  const leads = (each: (typeof SITE_TEMPLATES)[number], url: string) =>
    (each.urls ?? []).some((pattern) => compileUrlPattern(pattern).matches(url)) &&
    !(each.except ?? []).some((pattern) => compileUrlPattern(pattern).matches(url));
  for (const each of SITE_TEMPLATES.filter(({ urls = [] }) => urls.length > 0)) {
    const sample = each.sample ?? '';
    expect(leads(each, sample), `${each.name} ${sample}`).toBe(true);
    const first = SITE_TEMPLATES.find((other) => other.evidence === undefined && leads(other, sample));
    expect(first === undefined || first === each || each.evidence !== undefined, each.name).toBe(true);
  }
});

test('what speaks for a template says only what has to be there', () => {
  for (const { name, evidence } of SITE_TEMPLATES) {
    if (evidence && 'body' in evidence) expect(evidence.body, name).not.toMatch(/:not\(|:is\(|:where\(|\\/u);
  }
});

test('only the commas at the top of a selector part its alternatives', () => {
  expect(splitAlternatives(':is(a, b) > c, [title="x, y"], d\\,e')).toEqual([
    ':is(a, b) > c',
    '[title="x, y"]',
    'd\\,e',
  ]);
  expect(() => splitAlternatives(':is(a, b')).toThrow();
  expect(() => splitAlternatives('a,,b')).toThrow();
});

test('what an agent writes is refused with a reason when it is no template', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['{', /not JSON/u],
    ['{"fields":[]}', /fields/u],
    ['{"fields":[{"name":"a","select":"p:::"}]}', /select/u],
    ['{"fields":[{"name":"a","select":"p","match":"(a+)+$"}]}', /small pattern/u],
    ['{"fields":[{"name":"a","select":"p","as":"attribute"}]}', /needs attribute/u],
    ['{"fields":[{"name":"a","select":"p"},{"name":"a","select":"b"}]}', /two fields/u],
    ['{"cookies":["a=b"],"fields":[{"name":"a","select":"p"}]}', /cookies/u],
    ['{"headers":{"x":"y"},"fields":[{"name":"a","select":"p"}]}', /headers/u],
  ];
  for (const [json, reason] of wrong) expect(() => parseInline(json), json).toThrow(reason);
  expect(() => askedTemplate('nobody')).toThrow(/no template of this name/u);
});

test('a small pattern gives its group of the leftmost match, as much as it can take', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['(\\d+) comments', '12 points, 345 comments', '345'],
    ['\\d+', 'a 12 b 3', '12'],
    ['^v?(\\d+\\.\\d+[\\w.-]*)$', 'v1.2.3-rc.1', '1.2.3-rc.1'],
    ['a*ab', 'xaaab', 'aaab'],
    ['\\d{4}', '123 45678', '4567'],
    ['[KMG]?B', '12 KB', 'KB'],
    ['zz', 'az', null],
  ];
  for (const [pattern, text, wanted] of cases) expect(compilePattern(pattern).find(text), pattern).toBe(wanted);
  for (const pattern of ['a|b', '(a)(b)', '(?=a)', '(a)\\1', '(a+)+', 'a{1,99}']) {
    expect(() => compilePattern(pattern), pattern).toThrow();
  }
});

test('an address pattern matches whole segments of host and path', () => {
  const is = (pattern: string, url: string) => compileUrlPattern(pattern).matches(url);
  expect(is('github.com/*/*/issues|pull/*', 'https://github.com/a/b/pull/3')).toBe(true);
  expect(is('github.com/*/*', 'https://github.com/a')).toBe(false);
  expect(is('github.com/*/*', 'https://github.com.evil.example/a/b')).toBe(false);
  expect(is('*.wikipedia.org/wiki/**', 'https://de.wikipedia.org/wiki/A/B')).toBe(true);
  expect(is('youtube.com/watch?v=*', 'https://www.youtube.com/watch?x=1')).toBe(false);
});
