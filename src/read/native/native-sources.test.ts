import { describe, expect, it } from 'vitest';
import { checkRule, sourceAddress } from './address-rule.ts';
import { NATIVE_SOURCES, nativeSourceOf } from './native-sources.ts';

const addressOf = (url: string) => nativeSourceOf(new URL(url), NATIVE_SOURCES)?.address ?? null;

describe('the sources of pages', () => {
  it.each(NATIVE_SOURCES.map((source) => [source.name, source] as const))(
    '%s has rules that can be used',
    (_, source) => {
      for (const rule of source.rules) expect(() => checkRule(rule)).not.toThrow();
      expect(nativeSourceOf(new URL(source.sample), NATIVE_SOURCES)?.name).toBe(source.name);
    },
  );

  it.each([
    [
      'https://github.com/o/r/blob/feature/x/docs/a%20b.md?plain=1',
      'https://raw.githubusercontent.com/o/r/feature/x/docs/a%20b.md',
    ],
    ['https://www.npmjs.com/package/@types/node', 'https://registry.npmjs.org/@types/node'],
    ['https://www.npmjs.com/package/zod/', 'https://registry.npmjs.org/zod'],
    ['https://pypi.org/project/requests/2.32.0/', 'https://pypi.org/pypi/requests/2.32.0/json'],
    ['https://gitlab.com/a/b/c/-/blob/main/x.py', 'https://gitlab.com/a/b/c/-/raw/main/x.py'],
    [
      'https://huggingface.co/datasets/o/d/blob/main/README.md',
      'https://huggingface.co/datasets/o/d/raw/main/README.md',
    ],
    ['https://gist.github.com/octocat/6cad326836d38bd3a7ae', 'https://api.github.com/gists/6cad326836d38bd3a7ae'],
  ])('%s is asked of %s', (url, address) => {
    expect(addressOf(url)).toBe(address);
  });

  it.each([
    'https://github.com/o/r',
    'https://github.com/o/r/blob/',
    'https://github.com/o/r/tree/main/docs',
    'https://github.com/o/r/blob/main/%2e%2e/%2E%2E/x',
    'https://github.com/o/r/blob//main/x.md',
    'https://github.com.evil.test/o/r/blob/main/x.md',
    'https://evil.test/github.com/o/r/blob/main/x.md',
    'https://www.npmjs.com/package/zod/v/1.0.0',
    'https://www.npmjs.com/package/zod/v',
    'https://gist.github.com/search/cats',
    'https://pypi.org/user/someone',
  ])('%s has none', (url) => {
    expect(addressOf(url)).toBeNull();
  });
});

it('a rule that names what its page does not hold is refused', () => {
  expect(() => checkRule({ page: 'a.test/{x}', source: 'https://b.test/{y}' })).toThrow(SyntaxError);
  expect(() => checkRule({ page: 'a.test', source: 'https://b.test/' })).toThrow(SyntaxError);
  expect(
    sourceAddress({ page: 'a.test/p/{x}', source: 'https://b.test/{x}' }, new URL('https://a.test/p/1/2')),
  ).toBeNull();
});
