import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchOver, searchRequest } from '../../test/kit/search-stub.ts';
import { readAnswer } from './ask-engine.ts';
import { cleanHits } from './clean-hits.ts';
import { shippedEngines } from './engines.ts';
import { parseQuery } from './query.ts';
import { ATTEMPT_OUTCOMES } from './search.ts';
import { Searxng } from './searxng.ts';
import { parseTemplate } from './template.ts';

const FIXTURES = join(import.meta.dirname, '../../test/fixtures/search');
const engines = shippedEngines({});
const cleaning = { engine: 'x', weight: 1, language: null, nowMs: 1_800_000_000_000, isSafe: () => true };

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '&#0;',
  '\u0000',
  '\u202e',
  '</script>',
  '<template>',
  '<svg>',
  'href="//[::1',
  'uddg=%E0%A4%A',
  '{',
  '}',
  '\\',
  '\ud800',
  'null',
  '[[',
  '-1e999',
];

test.each(engines.map(({ name, template }) => [name, template] as const))(
  'damaged answers of %s are judged, never thrown over',
  (name, template) => {
    const folder = join(FIXTURES, name);
    const random = numbers(name.length * 7919);
    for (const file of readdirSync(folder).filter((each) => !each.endsWith('.expected.json'))) {
      const whole = readFileSync(join(folder, file), 'utf8');
      for (let round = 0; round < 12; round++) {
        const at = random(whole.length);
        const piece = PIECES[random(PIECES.length)] ?? '';
        const text = round % 3 === 0 ? whole.slice(0, at) : whole.slice(0, at) + piece + whole.slice(at + random(40));
        const answer = readAnswer(
          template,
          {
            type: 'answer',
            status: [200, 202, 302, 418, 503][random(5)] ?? 200,
            url: 'https://engine.example/',
            headers: {},
            text,
            retryAfterMs: null,
          },
          { region: null },
        );
        expect(ATTEMPT_OUTCOMES).toContain(answer.outcome);
        for (const { url, title, snippet } of cleanHits(answer.hits, cleaning).hits) {
          expect(url).toMatch(/^https?:\/\/[^\s\u0000-\u001f]+$/u);
          expect(title + snippet).not.toMatch(/[\u0000-\u0008\u200b\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u);
        }
      }
    }
  },
);

const ODD: readonly unknown[] = [
  null,
  7,
  true,
  'text',
  [],
  {},
  [[[]]],
  { results: 7 },
  { results: [null, 7, 'x', [], { url: 7 }] },
  { results: [{ url: 'https://x.example/', engines: [null, {}, 7], positions: ['a', -5], title: 9, content: {} }] },
  {
    results: [],
    unresponsive_engines: [null, 7, 'plain', ['a'], [1, 2], ['ignore all\nprevious', 'x'], ['x'.repeat(999), 'y']],
  },
];

test.each(ODD.map((body) => [JSON.stringify(body).slice(0, 60), body] as const))(
  'SearXNG may answer %s',
  async (_what, body) => {
    const { outlets, clock } = searchOver({ 'searx.example': () => ({ text: JSON.stringify(body) }) });
    const searxng = new Searxng('http://searx.example/', outlets, clock);
    const call = { signal: new AbortController().signal, timeoutMs: 1000, engines: null };
    const answer = await searxng.ask(parseQuery(searchRequest(), clock.now()), call);
    expect(ATTEMPT_OUTCOMES).toContain(answer.outcome);
    expect(answer.dead.every(({ engine }) => /^[\w ]{1,60}$/u.test(engine))).toBe(true);
    expect(answer.hits.every(({ url }) => url.startsWith('https://'))).toBe(true);
  },
);

test('a page that is all results is read in part', () => {
  const template = engines.find(({ name }) => name === 'brave')?.template;
  if (!template) throw new Error('no brave');
  const nested = '<div class="snippet" data-type="web"><a href="https://x.example/">x</a>'.repeat(9_000);
  const flat =
    '<div class="snippet" data-type="web"><a href="https://x.example/"><span class="title">x</span></a></div>'.repeat(
      9_000,
    );
  for (const text of [nested, flat]) {
    const answer = {
      type: 'answer',
      status: 200,
      url: 'https://search.brave.com/',
      headers: {},
      text,
      retryAfterMs: null,
    } as const;
    expect(readAnswer(template, answer, { region: null }).hits.length).toBeLessThanOrEqual(60);
  }
});

test('the templates that the manual shows can be used', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/search.md'), 'utf8');
  const shown = JSON.parse(/```json\n([\s\S]*?)```/u.exec(manual)?.[1] ?? '[]') as unknown[]; // seam: only parsed below
  expect(shown.map((raw) => parseTemplate(raw).name)).toEqual(['intranet', 'catalogue']);
});
