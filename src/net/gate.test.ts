import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { judgeAddress } from './address.ts';
import { createGate, type GateOptions } from './gate.ts';

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'passed';
  } catch (error) {
    return error instanceof AppError ? error.code : `crashed: ${error}`;
  }
};
const check = (url: string, options: GateOptions = {}) => codeOf(() => createGate(options).checkUrl(url));

describe('checkUrl', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['example.com/a?b#c', 'https://example.com/a?b#c'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['//example.com/x', 'https://example.com/x'],
    ['  https://example.com \n', 'https://example.com/'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com/a\\b', 'https://example.com/a/b'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example.com/@user:x', 'https://example.com/@user:x'],
    ['https://example.com/?u=a@b', 'https://example.com/?u=a@b'],
    ['https://example.com./', 'https://example.com./'],
    ['localhost.example.com', 'https://localhost.example.com/'],
    ['https://mylocal/', 'https://mylocal/'],
  ])('reads %j as %s', (written, href) => {
    expect(createGate({}).checkUrl(written).href).toBe(href);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.c',
    'gopher://127.0.0.1/',
    'ws://example.com/',
    'view-source:https://example.com/',
    'about:blank',
    'chrome://settings',
    'blob:https://example.com/x',
  ])('refuses the scheme of %s', (url) => {
    expect(check(url)).toBe('scheme_not_allowed');
  });

  it.each(['https://user@example.com/', 'https://user:pw@example.com/', 'https://:pw@example.com/'])(
    'refuses the credentials in %s',
    (url) => {
      expect(check(url)).toBe('credentials_in_url');
    },
  );

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://foo.localhost/',
    'http://router.local/',
    'http://db.internal/',
    'http://nas.home.arpa/',
    'http://localhost.localdomain/',
    'http://017700000001/',
    'http://0x7f000001/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://[::1]/',
    'http://[0:0:0:0:0:ffff:7f00:1]/',
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'http://0/',
    'http://999.1.1.1/',
    'http://1.2.3.4.5/',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1\\',
    'http://example.com\\@127.0.0.1/',
    'http://example.com\\.evil.test/',
    'http://exa\tmple.com/',
    'http://example.com/\u0000',
    'http://example.com/\r\nHost: x',
    'http://a b.example/',
    'http://user@127.0.0.1/',
    'http://127.0.0.1:80@[::1]/',
    'http://%6c%6f%63%61%6c%68%6f%73%74/',
    'http://loc\u00adalhost/',
    'http://168.63.129.16/',
  ])('refuses the target of %j', (url) => {
    expect(check(url)).toBe('blocked_target');
  });

  it.each([
    '',
    '   ',
    `https://example.com/${'a'.repeat(2048)}`,
    'https://',
    'https://exa^mple.com/',
    'https://a..b/',
    'https:///',
  ])('calls %j invalid', (url) => {
    expect(check(url.slice(0, 3000))).toBe('invalid_argument');
  });

  it('takes an address of exactly 2,048 characters', () => {
    expect(check(`https://example.com/${'a'.repeat(2048 - 20)}`)).toBe('passed');
  });
});

it('lets nothing through that a request would take inside, for 5,000 made-up addresses', () => {
  const parts = [
    'http',
    'https',
    ':',
    '//',
    '/',
    '\\',
    '@',
    '#',
    '?',
    '[',
    ']',
    '::',
    '127.0.0.1',
    '10.0.0.1',
    '0x7f',
    '017',
    '2130706433',
    'localhost',
    'example.com',
    '.',
    '%2e',
    '%00',
    '%25',
    '①',
    '。',
    '\t',
    ' ',
    ':80',
    'user',
    'ffff:',
    '7f00:1',
    '*',
    '\u200b',
    '\u00ad',
    'xn--',
    'internal',
  ];
  let state = 42;
  const next = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const gate = createGate({});
  const wrong: string[] = [];
  let passed = 0;
  for (let i = 0; i < 5000; i++) {
    const start = ['http://', 'https://', '', '//'][next(4)] ?? '';
    const text = start + Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]).join('');
    try {
      const url = gate.checkUrl(text);
      const again = new URL(url.href);
      passed++;
      const host = again.hostname.replace(/^\[|\]$|\.$/gu, '');
      const local = /(?:^|\.)(?:localhost|internal)$/u.test(host) || (isIP(host) !== 0 && !judgeAddress(host).public);
      if (local || again.username !== '' || !/^https?:$/u.test(again.protocol)) wrong.push(text);
    } catch (error) {
      if (!(error instanceof AppError)) wrong.push(`${text}: ${error}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(passed).toBeGreaterThan(100);
});

describe('the lists of names', () => {
  const allow = { allowDomains: ['example.com', '*.docs.test', 'Bücher.example', '8.8.8.8'] };
  it.each([
    ['https://example.com/', 'passed'],
    ['https://EXAMPLE.com./', 'passed'],
    ['https://a.docs.test/', 'passed'],
    ['https://a.b.docs.test/', 'passed'],
    ['https://bücher.example/', 'passed'],
    ['http://8.8.8.8/', 'passed'],
    ['https://www.example.com/', 'domain_not_allowed'],
    ['https://docs.test/', 'domain_not_allowed'],
    ['https://evildocs.test/', 'domain_not_allowed'],
    ['https://example.com.evil.test/', 'domain_not_allowed'],
    ['http://8.8.4.4/', 'domain_not_allowed'],
    ['http://127.0.0.1/', 'blocked_target'],
  ])('judge %s as %s', (url, code) => {
    expect(check(url, allow)).toBe(code);
  });

  it('let the deny list win, with everything below a plain name', () => {
    const options = { allowDomains: ['*'], denyDomains: ['evil.test', '*.ads.test'] };
    expect(check('https://good.test/', options)).toBe('passed');
    expect(check('https://evil.test/', options)).toBe('domain_not_allowed');
    expect(check('https://www.evil.test/', options)).toBe('domain_not_allowed');
    expect(check('https://notevil.test/', options)).toBe('passed');
    expect(check('https://x.ads.test/', options)).toBe('domain_not_allowed');
    expect(check('https://ads.test/', options)).toBe('passed');
  });

  it.each(['', '*.', 'a*b.test', '**.test', 'https://x.test/'])('refuse the entry %j', (entry) => {
    expect(codeOf(() => createGate({ allowDomains: [entry] }))).toBe('invalid_argument');
  });
});

describe('openings', () => {
  const gate = createGate({
    allowPrivate: ['127.0.0.1:8080', 'Intra.Test:443', '[::1]:9000'],
    denyDomains: ['intra.test'],
  });

  it('open one host and port, however the same literal is written', () => {
    for (const url of [
      'http://127.0.0.1:8080/x',
      'http://2130706433:8080/',
      'http://127.1:8080/',
      'http://[::1]:9000/',
    ]) {
      expect(
        codeOf(() => gate.checkUrl(url)),
        url,
      ).toBe('passed');
    }
    for (const url of [
      'http://127.0.0.1:8081/',
      'http://127.0.0.1/',
      'http://127.0.0.2:8080/',
      'http://localhost:8080/',
      'http://[::ffff:127.0.0.1]:8080/',
      'http://[::1]:8080/',
    ]) {
      expect(
        codeOf(() => gate.checkUrl(url)),
        url,
      ).toBe('blocked_target');
    }
  });

  it('let a name lead inside on its port only, and do not outrank the deny list', () => {
    const named = createGate({ allowPrivate: ['intra.test:443'], allowDomains: ['example.com'] });
    expect(codeOf(() => named.checkAddresses('intra.test', 443, ['10.0.0.1']))).toBe('passed');
    expect(codeOf(() => named.checkAddresses('INTRA.test.', 443, ['10.0.0.1']))).toBe('passed');
    expect(codeOf(() => named.checkAddresses('intra.test', 80, ['10.0.0.1']))).toBe('blocked_target');
    expect(codeOf(() => named.checkAddresses('x.intra.test', 443, ['10.0.0.1']))).toBe('blocked_target');
    expect(codeOf(() => named.checkUrl('https://intra.test/'))).toBe('passed');
    expect(codeOf(() => gate.checkUrl('https://intra.test/'))).toBe('domain_not_allowed');
  });

  it('need every address to be public', () => {
    expect(codeOf(() => gate.checkAddresses('a.test', 80, ['8.8.8.8', '2606:4700::1']))).toBe('passed');
    expect(codeOf(() => gate.checkAddresses('a.test', 80, ['8.8.8.8', '10.0.0.1']))).toBe('blocked_target');
    expect(codeOf(() => gate.checkAddresses('a.test', 80, []))).toBe('blocked_target');
    expect(codeOf(() => gate.checkAddresses('a.test', 80, ['nonsense']))).toBe('blocked_target');
  });

  it.each([
    '127.0.0.1',
    'host',
    '*:80',
    '*.test:80',
    'host:0',
    'host:99999',
    'http://host:80',
    'host:80/path',
    'u@host:80',
    '10.0.0.0/8:80',
  ])('cannot be written as %j', (entry) => {
    expect(codeOf(() => createGate({ allowPrivate: [entry] }))).toBe('invalid_argument');
  });
});
