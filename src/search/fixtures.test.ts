import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAnswer } from './ask-engine.ts';
import { shippedEngines } from './engines.ts';

/** Pages written for this in the shape of the real ones: a folder for each engine, a page and what it says for each case. */
const FOLDER = join(import.meta.dirname, '../../test/fixtures/search');
const engines = shippedEngines({});

interface Expected {
  readonly outcome: string;
  readonly status: number;
  readonly url?: string;
  readonly hits: ReadonlyArray<Record<string, string>>;
}

for (const { name, template } of engines) {
  const folder = join(FOLDER, name);
  const files = readdirSync(folder);
  const cases = files
    .filter((file) => file.endsWith('.expected.json'))
    .map((file) => file.replace('.expected.json', ''));

  describe(name, () => {
    test('has a normal, an empty and a blocked page', () => {
      expect(cases).toEqual(expect.arrayContaining(['normal', 'empty', 'blocked']));
    });

    test.each(cases)('%s', (one) => {
      const expected = JSON.parse(readFileSync(join(folder, `${one}.expected.json`), 'utf8')) as Expected; // seam: our own file
      const page = files.find((file) => file === `${one}.html` || file === `${one}.json`) ?? '';
      const answer = readAnswer(
        template,
        {
          type: 'answer',
          status: expected.status,
          url: expected.url ?? template.request.url.replace('{language|en}', 'en').replace('{query}', 'x'),
          headers: {},
          text: readFileSync(join(folder, page), 'utf8'),
          retryAfterMs: null,
        },
        { region: null },
      );
      expect({ outcome: answer.outcome, hits: answer.hits.map(({ foundBy: _none, ...hit }) => hit) }).toEqual({
        outcome: expected.outcome,
        hits: expected.hits,
      });
    });
  });
}

test('every folder of pages belongs to an engine', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(engines.map(({ name }) => name).sort());
});
