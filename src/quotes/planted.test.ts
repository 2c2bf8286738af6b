import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { random } from '../../test/kit/fuzz.ts';
import { falseQuote, trueQuote } from '../../test/kit/quote-cases.ts';
import { findQuote } from './find-quote.ts';
import { quoteText } from './quote-text.ts';

const CASES = 200;
const found = ({ page, quote }: { page: string; quote: string }) => findQuote(quoteText(page), quote).found;

test(`none of ${CASES} true quotes with differences of typography is refused`, () => {
  const refused = Array.from({ length: CASES }, (_, seed) => trueQuote(seed + 1))
    .filter((each) => !/^(?:exact|normalised)$/u.test(found(each)))
    .map(({ what, quote }) => ({ what, quote }));
  expect(refused).toEqual([]);
});

test(`all of ${CASES} planted errors are caught`, () => {
  const missed = Array.from({ length: CASES }, (_, seed) => falseQuote(seed + 1))
    .filter((each) => /^(?:exact|normalised)$/u.test(found(each)))
    .map(({ what, quote }) => ({ what, quote }));
  expect(missed).toEqual([]);
});

interface Xquad {
  readonly data: ReadonlyArray<{ readonly paragraphs: ReadonlyArray<{ readonly context: string }> }>;
}

/** Real prose, when the data set is beside the project. */
async function proseOf(language: string): Promise<string[] | null> {
  const url = new URL(`../../../shared/data/rank/xquad/xquad.${language}.json`, import.meta.url);
  const text = await readFile(url, 'utf8').catch(() => null);
  if (text === null) return null;
  const { data } = JSON.parse(text) as Xquad; // seam: the form of the data set
  return data.flatMap(({ paragraphs }) => paragraphs.map(({ context }) => context));
}

describe.each(['en', 'de', 'zh'])('real prose (%s)', (language) => {
  test('every slice of whole sentences holds, set otherwise too, and no slice with another digit does', async (context) => {
    const prose = await proseOf(language);
    if (prose === null) return context.skip('shared/data/rank/xquad is not there');
    const draw = random(7);
    const wrong: string[] = [];
    for (let n = 0; n < 60; n++) {
      const at = draw.int(prose.length - 8);
      const paragraphs = prose.slice(at, at + 8);
      const text = quoteText(paragraphs.map(escaped).join('\n\n'));
      const sentences = draw.pick(paragraphs).split(language === 'zh' ? /(?<=。)/u : /(?<=[.!?]) (?=\p{Lu})/u);
      const quote = draw.pick(sentences).trim();
      for (const form of [
        quote,
        quote.toLowerCase(),
        quote.replaceAll(' ', '\u00a0'),
        `“${quote}”`,
        quote.normalize('NFD'),
      ]) {
        if (!/^(?:exact|normalised)$/u.test(findQuote(text, form).found)) wrong.push(`refused: ${form}`);
      }
      const digits = [...quote.matchAll(/\d/gu)];
      if (digits.length === 0) continue;
      const digit = draw.pick(digits);
      const other = `${quote.slice(0, digit.index)}${(Number(digit[0]) + 3) % 10}${quote.slice(digit.index + 1)}`;
      if (!paragraphs.join(' ').includes(other) && /^(?:exact|normalised)$/u.test(findQuote(text, other).found))
        wrong.push(`missed: ${other}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** As extraction escapes plain text. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<]/gu, '\\$&');
}
