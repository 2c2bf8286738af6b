import { describe, expect, test } from 'vitest';
import { parseReport } from './parse-report.ts';

/** Quotations with their addresses, as `[words, address address]`. */
const quotesOf = (report: string) => parseReport(report).quotes.map(({ text, urls }) => [text, urls.join(' ')]);
const linksOf = (report: string) => parseReport(report).links.map(({ url, line }) => [url, line]);
const A = 'https://a.example/x';
const B = 'https://b.example/y';

describe('quotation marks', () => {
  test.each([
    ['English', `It is “not safe at all” ([A](${A})).`, 'not safe at all'],
    ['straight', `It is "not safe at all" ([A](${A})).`, 'not safe at all'],
    ['German', `Es ist „gar nicht sicher“ ([A](${A})).`, 'gar nicht sicher'],
    ['French', `C’est «\u00a0pas sûr du tout\u00a0» ([A](${A})).`, '\u00a0pas sûr du tout\u00a0'],
    ['reversed', `Es ist »gar nicht sicher« ([A](${A})).`, 'gar nicht sicher'],
    ['Swedish', `Det är ”inte alls säkert” ([A](${A})).`, 'inte alls säkert'],
    ['Japanese', `彼は「今日はとても寒い」と言った（[A](${A})）。`, '今日はとても寒い'],
    ['single', `It is ‘not safe at all’ ([A](${A})).`, 'not safe at all'],
    ['nested', `He wrote “they said ‘never again’ to us” ([A](${A})).`, 'they said ‘never again’ to us'],
    ['over two lines', `It is “not safe\nat all” ([A](${A})).`, 'not safe at all'],
    ['with emphasis inside', `It is “**not** safe at all” ([A](${A})).`, '**not** safe at all'],
    ['with inches inside', `A “5" pipe of steel” ([A](${A})).`, '5" pipe of steel'],
  ])('%s', (_name, report, text) => {
    expect(quotesOf(report)).toEqual([[text, A]]);
  });

  test.each([
    ['a single word', `The so-called “safe” pump ([A](${A})).`],
    ['apostrophes', `It's the boys' pump, isn't it ([A](${A})).`],
    ['inches', `A 5" pipe and a 6" pipe ([A](${A})).`],
    ['a mark without its other half', `It is “not safe ([A](${A})).`],
    ['code', `Call \`f("a b c", "d e f")\` ([A](${A})).`],
    ['a code block', `\`\`\`\nsay "hello to you"\n\`\`\`\n\n[A](${A})`],
    ['the title of a link', `See [A](${A} "the long title").`],
    ['attributes of HTML', `See <a href="${A}" title="some long title">A</a>.`],
    [
      'titles in a list of sources',
      `[A](${A})\n\n## Sources\n\n- “A title of some words”, ${B}\n1. “Another title of words” ${A}`,
    ],
    ['a box of remarks', `> [!NOTE]\n> Some words of ours about [A](${A}).`],
    ['a comment', `<!-- "not for the reader" --> [A](${A})`],
  ])('not %s', (_name, report) => {
    expect(quotesOf(report)).toEqual([]);
  });
});

describe('which link a quotation belongs to', () => {
  test.each([
    ['the one behind it', `“one two three” ([A](${A})), “four five six” ([B](${B}))`, [A, B]],
    ['the one in front of it', `As [A](${A}) says, “one two three”.`, [A]],
    ['that of its own sentence', `As [A](${A}) says, “one two three”. [The board](${B}) met.`, [A]],
    ['both of two quotations', `[A](${A}) says “one two three” and “four five six”.`, [A, A]],
    ['the text of a link itself', `See [“one two three”](${A}) and [B](${B}).`, [A]],
    ['several marks', `“one two three” [1][2] and more.\n\n[1]: ${A}\n[2]: ${B}`, [`${A} ${B}`]],
    ['a mark behind the full stop', `“one two three.” [1]\n\n[1]: ${A}`, [A]],
    ['a list in one mark', `“one two three” [1, 2].\n\n## References\n\n1. First ${A}\n2. Second ${B}`, [`${A} ${B}`]],
    ['a note', `“one two three”[^n].\n\n[^n]: First, ${A}, page 3.`, [A]],
    ['a reference', `“one two three” ([the study][s]).\n\n[S]: <${A}> "Title"`, [A]],
    ['a bare address', `“one two three” (${A}).`, [A]],
    ['an address in angles', `“one two three” <${A}>.`, [A]],
    ['none', 'He said “one two three” to us.', ['']],
    ['none of another paragraph', `“one two three”.\n\nSee [A](${A}).`, ['']],
    [
      'one in its row of a table',
      `| Who | What |\n| --- | --- |\n| [A](${A}) | “one two three” |\n| [B](${B}) | “four five six” |`,
      [A, B],
    ],
    ['one in its item of a list', `- “one two three” ([A](${A}))\n- “four five six”`, [A, '']],
  ])('%s', (_name, report, urls) => {
    expect(quotesOf(report).map(([, each]) => each)).toEqual(urls);
  });
});

describe('block quotes', () => {
  test.each([
    ['with a line of source', `> One two\n> three.\n>\n> — [A](${A})`, 'One two\nthree.', A],
    ['with a link at the end', `> One two three. ([A](${A}))`, 'One two three.', A],
    ['introduced by a link', `As [A](${A}) says:\n\n> One two three.`, 'One two three.', A],
    ['with the source behind', `> One two three.\n\n— [A](${A})\n\nMore of [B](${B}).`, 'One two three.', A],
    ['in marks of quotation', `> “One two three.”\n> [A](${A})`, 'One two three.', A],
    ['with marks inside', `> He said "one two three" to us. [A](${A})`, 'He said "one two three" to us.', A],
    ['without a source', `Nothing.\n\n> One two three.\n\nNothing [B](${B}).`, 'One two three.', ''],
  ])('%s', (_name, report, text, url) => {
    expect(quotesOf(report)).toEqual([[text, url]]);
  });
});

describe('links', () => {
  test('each address once, with its line; brackets in it, no pictures, no mail', () => {
    const report = `[A](${A}_(b)) and ![pic](${B})\n\n[A again](${A}_(b)), <mailto:x@y.example>, ${B}?q=1.\n\n[c]: https://c.example/`;
    expect(linksOf(report)).toEqual([
      [`${A}_(b)`, 1],
      [`${B}?q=1`, 3],
      ['https://c.example/', 0],
    ]);
  });

  test('an empty report has none', () => {
    expect(parseReport('')).toEqual({ quotes: [], links: [] });
  });
});
