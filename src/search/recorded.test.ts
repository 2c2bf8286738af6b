import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnswer } from './ask-engine.ts';
import { shippedEngines } from './engines.ts';

/** Result pages of real engines, recorded by others. Their links are often blanked, so counts are what is compared. */
const DATA = join(import.meta.dirname, '../../../shared/data');
const engines = shippedEngines({});

function read(engine: string, file: string, url: string) {
  const template = engines.find(({ name }) => name === engine)?.template;
  if (!template) throw new Error(`there is no engine ${engine}`);
  const text = readFileSync(join(DATA, file), 'utf8');
  return readAnswer(
    template,
    { type: 'answer', status: 200, url, headers: {}, text, retryAfterMs: null },
    { region: null },
  );
}

const GOOGLE = 'https://www.google.com/search?q=x';
const BING = 'https://www.bing.com/search?q=x';
const DDG = 'https://html.duckduckgo.com/html/?q=x';

const CASES = [
  ['duckduckgo', 'serp/groundhog/ddg_serp.html', DDG, 'ok', 10],
  ['bing', 'serp/openserp/bing-search_results.html', BING, 'ok', 8],
  ['google', 'serp/openserp/google-search_results.html', GOOGLE, 'ok', 8],
  ['google', 'serp/openserp/google-search_no_results.html', GOOGLE, 'empty', 0],
  ['google', 'blocked/openserp/google-search_captcha.html', GOOGLE, 'challenge', 0],
  ['google', 'blocked/openserp/google-search_captcha_new.html', GOOGLE, 'challenge', 0],
  ['google', 'blocked/openserp/google-search_soft_block.html', GOOGLE, 'challenge', 0],
  [
    'startpage',
    'blocked/openserp/google-search_captcha_new.html',
    'https://www.startpage.com/sp/search',
    'challenge',
    0,
  ],
] as const;

test.each(CASES)('%s reads %s', (engine, file, url, outcome, atLeast) => {
  if (!existsSync(join(DATA, file))) {
    process.stderr.write(`skipped: ${file} is not in ../shared/data\n`);
    return;
  }
  const answer = read(engine, file, url);
  expect(answer.outcome).toBe(outcome);
  expect(answer.hits.length).toBeGreaterThanOrEqual(atLeast);
  for (const hit of answer.hits) {
    expect(hit.title).not.toBe('');
    expect(hit.url).toMatch(/^https?:\/\//u);
    expect(hit.url).not.toMatch(/duckduckgo\.com\/(?:l|y\.js)|bing\.com\/(?:ck|aclk)/u);
  }
});
