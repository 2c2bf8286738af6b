import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plainsight, startPlainsight } from '../../kit/plainsight.ts';
import { startSite, type TestSite } from '../../kit/site.ts';

let site: TestSite;
let plainsight: Plainsight;
const PROSE =
  'The river bridge reopened on Monday after nine weeks of repair, and the first cars crossed before dawn. ';

beforeAll(async () => {
  site = await startSite({
    '/': (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<article><h1>Bridge</h1><p>${PROSE.repeat(200)}</p></article>`),
  });
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test('null, "null", "" and ["null"] mean “not given” for everything optional', async () => {
  const plain = await plainsight.read({ url: `${site.origin}/` });
  const padded = await plainsight.read({
    url: `${site.origin}/`,
    query: null,
    max_tokens: null,
    selector: '',
    format: 'null',
    section: ['null'],
    include_domains: ['null'],
  });
  expect(padded.markdown).toBe(plain.markdown);
  expect(padded.window).toEqual(plain.window);
});

test('null for what is required is an error that names it, not a protocol error', async () => {
  const answer = await plainsight.call('read_page', { url: null });
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'invalid_argument', message: expect.stringContaining('url') },
  });
});

test('numbers, switches and lists that arrive as text are understood; unknown keys are named once', async () => {
  const result = await plainsight.read({
    url: `${site.origin}/`,
    max_tokens: '500',
    include_hidden: 'false',
    start: '3.0',
    thought: 'I will now…',
    requestBody: {},
  });
  expect(result.window.start).toBe(3);
  expect(result.window.tokens).toBeLessThanOrEqual(500);
  const notes = result.notes.filter((note) => note.includes('thought'));
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain('requestBody');
});

test('a value that cannot be understood is answered with what would be valid', async () => {
  const answer = await plainsight.call('read_page', { url: `${site.origin}/`, max_tokens: 'abc', format: 'pdf' });
  if (answer.ok) throw new Error('accepted');
  expect(answer.error.code).toBe('invalid_argument');
  expect(answer.error.message).toMatch(/max_tokens/u);
  expect(`${answer.error.message} ${answer.error.hint}`).toMatch(/markdown/u);
});
