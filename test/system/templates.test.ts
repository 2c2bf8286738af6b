import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReader, type TestReader } from '../kit/reader.ts';
import { renderModes } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';
import { templateCases } from '../kit/template-cases.ts';

// The pages of corpus/templates through gate, worker and browser; what is unit-tested by address is named here.

const cases = await templateCases();
const modes = await renderModes();
let site: TestSite;
let reading: TestReader;

beforeAll(async () => {
  site = await startSite(Object.fromEntries(cases.map(({ name, html }) => [`/${name}`, html])));
  reading = await startReader({
    allowPrivate: [site.opening],
    pace: { hostDelayMs: 0 },
    renders: modes.includes('always'),
  });
});
afterAll(async () => {
  await reading?.[Symbol.asyncDispose]();
  await site?.close();
});

describe.each(modes)('with render %s', (render) => {
  test('every page gives its fields, and a changed one says so', { timeout: 120_000 }, async () => {
    const drawn = cases.filter(({ elsewhere }) => elsewhere === undefined || modes.includes('always'));
    for (const { name, template, has, lacks, fields, missing, status = 'ok' } of drawn) {
      const answer = await reading.read(`${site.origin}/${name}`, { render, template, maxTokens: 20_000 });
      expect.soft(answer.status, name).toBe(status);
      for (const text of has) expect.soft(answer.markdown, name).toContain(text);
      for (const text of lacks) expect.soft(JSON.stringify([answer.markdown, answer.fields]), name).not.toContain(text);
      if (missing === undefined) {
        for (const [field, value] of Object.entries(fields)) {
          expect.soft(local(answer.fields[field] ?? null), `${name} ${field}`).toEqual(local(value));
        }
      } else {
        expect.soft(answer.fields, name).toEqual({});
        expect.soft(answer.notes.join('\n'), name).toContain('no longer matches');
      }
    }
  });
});

test('what stands in the data of a page only is no text at an address that is not the site’s', async () => {
  for (const { name, template, elsewhere } of cases) {
    if (elsewhere === undefined) continue;
    const answer = await reading.read(`${site.origin}/${name}`, { render: 'never', template });
    expect.soft(answer.fields, name).toEqual({});
    expect.soft(answer.notes.join('\n'), name).toContain(`no longer matches: the page has no ${elsewhere}`);
  }
});

/** Addresses differ by the site they were read from. */
function local(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/https?:\/\/[^/"]+/gu, ''));
}

test('a template that cannot be used is refused before anything is fetched', async () => {
  const before = site.requests.length;
  const read = reading.read(`${site.origin}/mdn`, { template: '{"fields":[{"name":"a","select":"p["}]}' });
  await expect(read).rejects.toMatchObject({ code: 'invalid_argument' });
  expect(site.requests.length).toBe(before);
});
