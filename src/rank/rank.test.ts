import { expect, it } from 'vitest';
import { scanBlocks } from './blocks.ts';
import { splitPassages } from './passages.ts';
import { indexPassages, indexSources } from './rank.ts';
import { loadStem } from './stem.ts';
import { fold, isSingle, tokenize } from './tokenize.ts';

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
  const terms = tokenize('日本語 GPT4とは x');
  expect(terms.filter((term) => !isSingle(term))).toEqual(['日本', '本語', 'gpt4', 'とは', 'x']);
  expect(terms.filter(isSingle)).toHaveLength(5);
  expect(tokenize('水')).toEqual(['水']);
});

it.each([
  ['Der Brückenbau dauerte neun Wochen.', 'brueckenbau brückenbau', 'de'],
  ['Мост открыли в понедельник.', 'мосты', 'ru'],
  ['大桥在星期一重新开放。', '星期一', 'zh'],
  ['สะพานเปิดอีกครั้งในวันจันทร์', 'วันจันทร์', 'th'],
  ['ស្ពានបើកឡើងវិញនៅថ្ងៃច័ន្ទ', 'ថ្ងៃច័ន្ទ', 'km'],
  ['ຂົວເປີດຄືນໃນວັນຈັນ', 'ວັນຈັນ', 'lo'],
  ['တံတားကို တနင်္လာနေ့တွင် ပြန်ဖွင့်သည်', 'တနင်္လာနေ့', 'my'],
  ['橋は月曜日に再開した。', '月曜日はいつ', 'ja'],
  ['다리는 월요일에 다시 열렸다.', '월요일', 'ko'],
  ['पुल सोमवार को फिर खुला', 'सोमवार', 'hi'],
  ['Γέφυρα άνοιξε τη Δευτέρα', 'ΔΕΥΤΕΡΑ', 'el'],
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
  expect(fenced.map(({ start, end }) => text.slice(start, end)).join('\n')).toBe(code);
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

it('finds the parts of compounds and slips of the pen, but not words that only look alike', async () => {
  const filler = page('Nothing of interest.', 'Wasser und Brot.', 'Noch ein Absatz.');
  expect(await best(`${filler}\n\n## Teil\n\nDer Brückenneubau begann im Mai.`, 'Brücken Mai', 'de')).toContain('Mai');
  expect(await best(`${filler}\n\n## Teil\n\nDie Autobahnbrücke ist gesperrt.`, 'Brücke', 'de')).toContain('Autobahn');
  expect(await best(`${filler}\n\n## Part\n\nThe parliment met.`, 'parliament')).toContain('parliment');
  expect(await best(`${filler}\n\n## Part\n\nMore information follows.`, 'nation')).toBeNull();
});

it.each([
  ['What is the capital of France?', 'The name of the town is the same as that of the river.', 'en'],
  ['Was ist die Hauptstadt von Frankreich?', 'Was ist das und wo ist die Grenze von allem?', 'de'],
  ['¿Cuál es la capital de Francia?', 'La casa es de los dos y no de la una.', 'es'],
])('takes no passage that shares only the frame of “%s”', async (query, paragraph, language) => {
  expect(await best(page('Something else.', paragraph, 'Third.'), query, language)).toBeNull();
  expect(await best(page('Something else.', paragraph, 'Third.'), paragraph, language)).toContain(paragraph);
});

it('repeats no wish for words of one stem', async () => {
  const text = page('Cat cats cat.', 'The cat eats fish.', 'Other.', 'Another.');
  const index = indexPassages(text, scanBlocks(text), await loadStem('en'));
  expect(index.search('cat cats cat fish')).toEqual(index.search('cat fish'));
});

it('knows the rows of a long table by its header and by the headings above', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => `| Station ${i} | ${i * 3} |`).join('\n');
  const text = `# Rainfall\n\n## By station\n\n| Name | Millimetres |\n|---|---|\n${rows}\n\n## Notes\n\nStation 77 was moved in May.`;
  const index = indexPassages(text, scanBlocks(text), await loadStem('en'));
  const tables = index.passages.filter(({ piece }) => piece);
  expect(tables.length).toBeGreaterThan(1);
  for (const { start, end } of tables) expect(text.slice(start, end)).toMatch(/^\|[^\n]*\|(?:\n\|[^\n]*\|)*$/u);
  expect(await best(text, 'millimetres of rainfall at station 77', 'en')).toContain('| Station 77 | 231 |');
});

it('makes passages of scripts that say more with a character shorter', () => {
  const longest = (text: string) =>
    Math.max(...splitPassages(text, scanBlocks(text)).map(({ start, end }) => end - start));
  expect(longest('大桥在星期一重新开放。'.repeat(400))).toBeLessThan(600);
  expect(longest('The bridge opens on Monday. '.repeat(400))).toBeGreaterThan(1000);
});

it('ranks passages of several texts in several languages together', async () => {
  const texts = [
    { text: '# Bridges\n\nThe bridges were repaired.', language: 'en' },
    { text: '# Brücken\n\nDie Brücken wurden repariert.', language: 'de' },
    { text: '# Fish\n\nNothing else.', language: 'en' },
  ];
  const sources = await Promise.all(
    texts.map(async ({ text, language }) => ({
      text,
      blocks: scanBlocks(text),
      title: '',
      stem: await loadStem(language),
    })),
  );
  const { passages, search } = indexSources(sources);
  const found = (query: string) => search(query).map(({ index }) => passages[index]?.source);
  expect(found('bridge repair')).toEqual([0]);
  expect(found('Brücke')).toEqual([1]);
});

it('reads links as people do, without where they lead', async () => {
  const text = page('Some [words](https://zebra.test/zebra_(a)/x) here.', 'The zebra is striped.', 'Other.', 'More.');
  const index = indexPassages(text, scanBlocks(text), await loadStem('en'));
  expect(index.search('zebra')).toHaveLength(1);
  expect(await best(text, 'words')).toContain('here');
});
