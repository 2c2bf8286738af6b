import { expect, it } from 'vitest';
import { scanBlocks } from './blocks.ts';
import { splitPassages } from './passages.ts';
import { indexPassages } from './rank.ts';
import { loadStem } from './stem.ts';
import { fold, tokenize } from './tokenize.ts';

const best = async (text: string, query: string, language: string | null = null) => {
  const index = indexPassages(text, scanBlocks(text), await loadStem(language));
  const top = index.search(query)[0];
  const passage = top && index.passages[top.index];
  return passage ? text.slice(passage.start, passage.end) : null;
};

const page = (...paragraphs: string[]) => paragraphs.map((paragraph) => `## Part\n\n${paragraph}`).join('\n\n');

it('folds case, width and accents but keeps the vowel signs of Indic scripts', () => {
  expect(fold('ＲÉSUMÉ Straße ΣΊΣΥΦΟΣ')).toBe('resume strasse σισυφοσ');
  expect(tokenize('हिन्दी')).toEqual(['हिन्दी'.normalize('NFC')]);
});

it('makes pairs for scripts without spaces and words for the rest', () => {
  expect(tokenize('日本語 GPT4とは x')).toEqual(['日本', '本語', 'gpt4', 'とは', 'x']);
  expect(tokenize('水')).toEqual(['水']);
});

it.each([
  ['Der Brückenbau dauerte neun Wochen.', 'brueckenbau brückenbau', 'de'],
  ['Мост открыли в понедельник.', 'мосты', 'ru'],
  ['大桥在星期一重新开放。', '星期一', 'zh'],
  ['สะพานเปิดอีกครั้งในวันจันทร์', 'วันจันทร์', 'th'],
  ['أعيد فتح الجسر يوم الاثنين', 'الجسر', 'ar'],
  ['Le résumé est prêt.', 'resume', 'fr'],
  ['The runners were running.', 'run', 'en'],
])('finds %s for %s', async (paragraph, query, language) => {
  const text = page('Nothing to see here at all.', paragraph, 'Another paragraph about fish.');
  expect(await best(text, query, language)).toContain(paragraph);
});

it('lets the heading speak for the text below it', async () => {
  const text =
    '# Fees\n\nFive euros a day.\n\n# Hours\n\nNine to five, fees apply on days with long hours of fees talk.';
  expect(await best(text, 'hours')).toContain('Nine to five');
});

it('finds nothing for a query without a word of the page', async () => {
  expect(await best(page('one', 'two'), 'zebra')).toBeNull();
});

it('splits long blocks into pieces that cover them and never cuts a code line', () => {
  const code = Array.from({ length: 200 }, (_, i) => `line(${i}); // something or other`).join('\n');
  const text = `# A\n\n\`\`\`js\n${code}\n\`\`\`\n\n${'Word after word. '.repeat(400)}`;
  const passages = splitPassages(text, scanBlocks(text));
  const fenced = passages.filter(({ fence }) => fence);
  expect(fenced.length).toBeGreaterThan(3);
  expect(fenced.map(({ start, end }) => text.slice(start, end)).join('')).toBe(`${code}\n`);
  for (const { end } of fenced) expect(text.charAt(end - 1)).toBe('\n');
  for (const { start, end } of passages) expect(end - start).toBeLessThanOrEqual(1700);
});

it('joins short paragraphs under one heading, never across headings', () => {
  const text = '# A\n\none\n\ntwo\n\n# B\n\nthree\n\n## C\n\n# D';
  const found = splitPassages(text, scanBlocks(text)).map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual(['one\n\ntwo', 'three', '## C', '# D']);
});

it('splits one huge unbroken line without cutting a surrogate pair', () => {
  const text = '😀'.repeat(5000);
  for (const { start, end } of splitPassages(text, scanBlocks(text))) {
    expect(text.slice(start, end)).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  }
});
