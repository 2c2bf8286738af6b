import { expect, test } from 'vitest';
import { random } from '../../test/kit/fuzz.ts';
import { trueQuote } from '../../test/kit/quote-cases.ts';
import { lookUp } from './look-up.ts';
import { visibleText } from './visible-text.ts';

test('offsets count code points of the Markdown, and the passage is a slice of it', () => {
  const page = '# 😀 Head\n\nThe **new** pump 😀 runs [well](https://a.example).';
  const [found] = lookUp(page, ['new pump 😀 runs well']);
  expect(found).toMatchObject({ found: 'exact', occurrences: 1 });
  expect([...page].slice(found?.start ?? 0, found?.end ?? 0).join('')).toBe('new** pump 😀 runs [well');
  expect(page).toContain(found?.passage);
});

test('passages are slices of the page on random pages, also those that are only close', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { page, quote } = trueQuote(seed);
    for (const looked of lookUp(page, [quote, quote.replace(/\d/u, '7')])) {
      if (looked.found === 'absent') continue;
      expect(page).toContain(looked.passage);
      expect(looked.end).toBeGreaterThan(looked.start ?? 0);
    }
  }
});

test('the number of places is told', () => {
  const [found] = lookUp('A red pump. Another red pump. No red pumps.', ['red pump']);
  expect(found).toMatchObject({ found: 'exact', occurrences: 2 });
  expect(found?.notes.join(' ')).toContain('2 times');
});

test('the opposite of what a quote seems to say is pointed out', () => {
  const [found] = lookUp('The pump is not recommended for children.', ['recommended for children']);
  expect(found?.notes.join(' ')).toContain('negation');
});

test('what differs is shown word by word', () => {
  const page = 'Minister Berg said the bridge cost 4.5 million euros and was not needed.';
  const [found] = lookUp(page, ['Minister Lund said the bridge cost 4.6 million euros and was needed']);
  expect(found?.difference).toEqual([
    { kind: 'word', quote: 'Lund', page: 'Berg' },
    { kind: 'number', quote: '4.6', page: '4.5' },
    { kind: 'negation', quote: '', page: 'not' },
  ]);
});

test('two places put together are named as such', () => {
  const page = `The old pump ran well for a year. ${'Other words here. '.repeat(30)}The council was happy about the cost.`;
  const [found] = lookUp(page, ['The old pump ran well about the cost of']);
  const [joined] = lookUp(page, ['The old pump ran well for council was happy about the cost.']);
  expect([found?.found, joined?.found]).not.toContain('normalised');
  expect(joined?.notes.join(' ')).toContain('two places');
});

test('visible text maps every character to its place in the source', () => {
  const draw = random(5);
  const pieces = [
    '[a',
    '](',
    'b)',
    '**',
    '_',
    '`',
    '\n\n',
    '- ',
    '> ',
    '| x | y |\n',
    '&amp;',
    '\\*',
    '![',
    '<br>',
    '😀',
    '[^1]',
    '```\n',
    'word ',
  ];
  for (let n = 0; n < 300; n++) {
    const source = Array.from({ length: 30 }, () => draw.pick(pieces)).join('');
    const { text, at } = visibleText(source);
    expect(at).toHaveLength(text.length);
    for (let i = 1; i < at.length; i++) expect(at[i]).toBeGreaterThanOrEqual(at[i - 1] ?? 0);
  }
});
