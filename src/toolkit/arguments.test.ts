import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { readArguments } from './arguments.ts';
import { publishedSchema } from './schema.ts';

const input = z.object({
  url: z.string().min(1).describe('Address of the page.'),
  max_tokens: z.int().min(50).max(500).default(100),
  format: z.enum(['markdown', 'text']).default('markdown'),
  domains: z.array(z.string()).default([]),
});
const published = publishedSchema(input, 'input');
const read = (raw: unknown) => readArguments(raw, input, published);

function refused(raw: unknown): AppError {
  try {
    read(raw);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('the arguments were accepted');
}

test('fills defaults and names what it ignored exactly once', () => {
  const { input: value, notes } = read({ url: 'a', maxTokens: 7, thought: 'x' });
  expect(value).toEqual({ url: 'a', max_tokens: 100, format: 'markdown', domains: [] });
  expect(notes).toEqual(['Ignored unknown arguments: maxTokens (did you mean max_tokens?), thought.']);
});

test.each([{ url: null }, { url: 'null' }, { url: '' }, {}, null])(
  '%j says that url is missing and what it is',
  (raw) => {
    const error = refused(raw);
    expect(error.code).toBe('invalid_argument');
    expect(error.message).toContain('url is missing');
    expect(error.hint).toContain('Address of the page.');
  },
);

test('says all the faults of a call in one message, with what would be valid', () => {
  const error = refused({ max_tokens: 'abc', format: 'pdf', domains: [{}] });
  expect(error.message).toContain('url is missing (a text)');
  expect(error.message).toContain('max_tokens must be a whole number from 50 to 500, not "abc"');
  expect(error.message).toContain('format must be one of markdown, text, not "pdf"');
});

test.each([
  ['too large', { url: 'a', max_tokens: 501 }],
  ['not whole', { url: 'a', max_tokens: 60.5 }],
  ['a truth value', { url: 'a', max_tokens: true }],
])('refuses a number that is %s', (_why, raw) => {
  expect(refused(raw).message).toContain('a whole number from 50 to 500');
});

test('refuses arguments that are not an object, and shows little of them', () => {
  const error = refused(`words ${'x'.repeat(5000)}`);
  expect(error.message).toContain('must be an object');
  expect(error.message.length).toBeLessThan(200);
});

test('shows little of long values and names', () => {
  const names = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${'k'.repeat(500)}${index}`, 1]));
  const error = refused({ url: 'a', max_tokens: 'z'.repeat(100_000), ...names });
  expect(error.message.length + error.hint.length).toBeLessThan(2_000);
});

test('arguments nested to the end of the stack are refused, not a fault of ours', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  for (const raw of [{ url: deep }, { url: 'a', domains: deep }, { url: 'a', format: deep }]) {
    expect(refused(raw).code).toBe('invalid_argument');
  }
});
