import { expect, it } from 'vitest';
import { randomFrom, randomMarkdown } from '../../test/kit/random-page.ts';
import { indexOfCodePoint } from '../base/text.ts';
import { indexPassages } from '../rank/rank.ts';
import { writePageText } from './format/write-page-text.ts';
import type { PageText } from './page-text.ts';
import { selectPassages } from './passages.ts';
import { textCost } from './tokens.ts';

const select = (page: PageText, query: string, budget: number) =>
  selectPassages(
    page,
    indexPassages(page.text, page.blocks, (word) => word),
    query,
    { start: 0, end: page.text.length },
    budget,
    budget / 10,
  );

const slice = (page: PageText, start: number, end: number) =>
  page.text.slice(indexOfCodePoint(page.text, start), indexOfCodePoint(page.text, end));

it('shows exactly the slices that its matches name, in page order, within budget, on 1,000 random pages', () => {
  let matches = 0;
  let clamped = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const random = randomFrom(seed + 7);
    const format = (['markdown', 'text', 'html', 'markdown'] as const)[seed % 4] ?? 'markdown';
    const page = writePageText(randomMarkdown(seed), format);
    const budget = 60 + Math.floor(random() ** 2 * 3000);
    const found = select(page, ['solar bridge', '天气 大桥', 'Größe café repair', 'สะพาน'][seed % 4] ?? '', budget);
    if (!found) continue;
    expect(found.cost, String(seed)).toBeLessThanOrEqual(budget);
    expect(textCost(found.markdown), String(seed)).toBeLessThanOrEqual(budget);
    let last = -1;
    for (const match of found.matches) {
      const text = slice(page, match.start, match.end);
      expect(text.trim(), String(seed)).not.toBe('');
      expect(found.markdown, `${seed} ${format} ${match.id}`).toContain(text);
      expect(match.start).toBeGreaterThanOrEqual(last);
      last = match.end;
      matches++;
      if (match.clamped) clamped++;
    }
  }
  expect(matches).toBeGreaterThan(1000);
  expect(clamped).toBeGreaterThan(50);
}, 60_000);

it('joins pieces of one block that follow each other, so that a fence is opened once', () => {
  const code = Array.from({ length: 150 }, (_, i) => `  solarBridge(${i}); // and some words`).join('\n');
  const page = writePageText(`# A\n\n${'```'}js\n${code}\n${'```'}\n\nOther text.`, 'markdown');
  const found = select(page, 'solarBridge words', 8000);
  expect(found?.matches.length).toBeGreaterThan(2);
  expect(found?.markdown.match(/```js/gu)).toHaveLength(1);
  expect(found?.markdown).toContain(code);
});

it('keeps the id of a passage while its text is the same', () => {
  const ids = (before: string) =>
    select(writePageText(`${before}\n\n# B\n\nThe bridge opens on Monday.`, 'markdown'), 'bridge', 500)?.matches.map(
      ({ id }) => id,
    );
  expect(ids('# A\n\nOne.')).toEqual(ids('# A\n\nSomething else that is longer.'));
});
