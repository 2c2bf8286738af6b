import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { SecretMasker } from './secrets.ts';

test('secrets are hidden by the name of their field, by their value and inside addresses', () => {
  const masker = new SecretMasker();
  masker.add('s3cret-value');
  expect(
    masker.data({ Authorization: 'Bearer x', nested: [{ api_key: 'k', note: 'has s3cret-value inside' }] }),
  ).toEqual({ Authorization: '[hidden]', nested: [{ api_key: '[hidden]', note: 'has [hidden] inside' }] });
  expect(masker.text('via http://user:pass@proxy.example:8080/')).toBe('via http://[hidden]@proxy.example:8080/');
});

test('a count of tokens is shown, a token never is', () => {
  const data = { tokens: 812, max_tokens: 8000, token: 8000, access_tokens: ['a'] };
  expect(new SecretMasker().data(data)).toEqual({
    tokens: 812,
    max_tokens: 8000,
    token: '[hidden]',
    access_tokens: '[hidden]',
  });
});

test('a log line holds counts by default and details only on demand', () => {
  const lines: string[] = [];
  const options = { level: 'info', masker: new SecretMasker(), write: (line: string) => lines.push(line) } as const;
  createLog({ ...options, details: false }).info('read', { ms: 3 }, { url: 'https://a.example/' });
  createLog({ ...options, details: true }).info('read', { ms: 3 }, { url: 'https://a.example/' });
  createLog({ ...options, details: true }).debug('not at this level');
  const parsed = lines.map((line): unknown => JSON.parse(line));
  expect(parsed).toMatchObject([{ message: 'read', ms: 3 }, { url: 'https://a.example/' }]);
  expect(parsed[0]).not.toHaveProperty('url');
  expect(lines).toHaveLength(2);
});

test('deep and circular data cannot hang the log', () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  expect(JSON.stringify(new SecretMasker().data(loop))).toContain('[deep]');
});
