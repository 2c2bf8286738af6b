import { describe, expect, it } from 'vitest';
import { ChainCookies } from './cookies.ts';
import { siteOf } from './site-of.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const jarAfter = (from: string, ...headers: string[]) => {
  const cookies = new ChainCookies();
  for (const header of headers) cookies.store(header, new URL(from), NOW);
  return (to: string) => cookies.headerFor(new URL(to));
};

describe('cookies of a chain', () => {
  it('go back to their host, path and domain only', () => {
    const header = jarAfter('https://www.example.com/a/b', 'h=1', 'd=2; Domain=example.com; Path=/', 'p=3; Path=/a/b');
    expect(header('https://www.example.com/a/b/c')).toBe('p=3; h=1; d=2');
    expect(header('https://www.example.com/a')).toBe('h=1; d=2');
    expect(header('https://www.example.com/ab')).toBe('d=2');
    expect(header('https://other.example.com/')).toBe('d=2');
    expect(header('https://example.org/')).toBe('');
    expect(header('https://badexample.com/')).toBe('');
  });

  it('are not taken for a foreign or shared domain', () => {
    expect(jarAfter('https://a.co.uk/', 'x=1; Domain=co.uk')('https://b.co.uk/')).toBe('');
    expect(jarAfter('https://a.github.io/', 'x=1; Domain=github.io')('https://b.github.io/')).toBe('');
    expect(jarAfter('https://a.test/', 'x=1; Domain=b.test')('https://b.test/')).toBe('');
    expect(jarAfter('https://a.test/', 'x=1; Domain=test')('https://b.test/')).toBe('');
  });

  it('keep to https when secure, and end when they expire', () => {
    expect(jarAfter('https://a.test/', 's=1; Secure')('http://a.test/')).toBe('');
    expect(jarAfter('http://a.test/', 's=1; Secure')('https://a.test/')).toBe('');
    expect(jarAfter('http://a.test/', 'x=1', 'x=; Max-Age=0')('http://a.test/')).toBe('');
    expect(jarAfter('http://a.test/', 'x=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT')('http://a.test/')).toBe('');
    expect(jarAfter('http://a.test/', 'x=1; Expires=Thu, 01 Jan 2037 00:00:00 GMT')('http://a.test/')).toBe('x=1');
  });

  it('are bounded in number and size', () => {
    const many = Array.from({ length: 200 }, (_, i) => `n${i}=v`);
    expect(jarAfter('http://a.test/', ...many)('http://a.test/').split('; ')).toHaveLength(50);
    expect(jarAfter('http://a.test/', `big=${'x'.repeat(5000)}`, 'nameless', '=empty')('http://a.test/')).toBe('');
  });
});

it.each([
  ['www.example.com', 'example.com'],
  ['example.com', 'example.com'],
  ['a.b.bbc.co.uk', 'bbc.co.uk'],
  ['user.github.io', 'user.github.io'],
  ['x.user.github.io', 'user.github.io'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['2606:4700::1', '2606:4700::1'],
])('siteOf(%s) is %s', (host, site) => {
  expect(siteOf(host)).toBe(site);
});
