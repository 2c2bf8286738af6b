import { expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { parseUpstream } from './upstream.ts';

it('reads an upstream proxy with and without a login', () => {
  expect(parseUpstream('http://proxy.test:3128')).toEqual({ host: 'proxy.test', port: 3128, authorization: null });
  expect(parseUpstream('http://me:p%40ss@[::1]')).toEqual({
    host: '::1',
    port: 80,
    authorization: `Basic ${btoa('me:p@ss')}`,
  });
});

it('takes a stray percent sign in a login as it is', () => {
  expect(parseUpstream('http://a%zz:b@h').authorization).toBe(`Basic ${btoa('a%zz:b')}`);
});

it.each(['socks5://proxy.test:1080', 'https://me:hunter2@proxy.test', 'proxy.test:3128', 'me:hunter2'])(
  'refuses %j without repeating it',
  (url) => {
    const error = (() => {
      try {
        return parseUpstream(url);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(AppError);
    expect(JSON.stringify(error instanceof AppError ? error.report() : '')).not.toContain('hunter2');
  },
);
