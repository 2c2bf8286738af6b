import { expect, it } from 'vitest';
import { scanBlocks } from '../rank/blocks.ts';
import type { PageText } from './page-text.ts';
import { countTokens, textCost } from './tokens.ts';
import { fitWindow, snapStart } from './window.ts';

const page = (text: string): PageText => ({
  format: 'markdown',
  text,
  blocks: scanBlocks(text),
  total: [...text].length,
  sections: [],
});

function windows(text: string, budget: number) {
  const whole = page(text);
  const found = [];
  for (let start = 0; start < text.length; ) {
    const slice = fitWindow(whole, start, text.length, budget);
    expect(slice.start).toBe(start);
    expect(slice.end).toBeGreaterThan(start);
    found.push(slice);
    start = slice.end;
  }
  expect(found.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  return found;
}

const PARAGRAPH = 'The quick brown fox jumps over the lazy dog, and then it rests under a tree. ';

it('gives a text that fits whole', () => {
  const [only] = windows('# A\n\nb', 100);
  expect(only).toMatchObject({ start: 0, end: 6, text: '# A\n\nb', notes: [] });
});

it('cuts between blocks and keeps a heading with its text', () => {
  const text = Array.from({ length: 12 }, (_, i) => `## Part ${i}\n\n${PARAGRAPH.repeat(3)}`).join('\n\n');
  for (const { start } of windows(text, 200)) expect(text.slice(start)).toMatch(/^## Part/u);
});

it('closes and opens again a fence that is cut', () => {
  const code = Array.from({ length: 300 }, (_, i) => `const value${i} = compute(${i}, "text");`).join('\n');
  const slices = windows(`Intro.\n\n\`\`\`\`ts\n${code}\n\`\`\`\`\n\nEnd.`, 400);
  expect(slices.length).toBeGreaterThan(5);
  for (const { text, notes } of slices) {
    expect(text.match(/^````/gmu)?.length ?? 0).toBe(2);
    expect(notes.length).toBeGreaterThan(0);
    for (const line of text.split('\n'))
      expect(line).toMatch(/^(?:const value\d+ = compute\(\d+, "text"\);|````(?:ts)?||Intro\.|End\.)$/u);
  }
});

it('repeats the header of a table that is cut and keeps rows whole', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `| row ${i} | ${i} | some words in a cell |`).join('\n');
  const slices = windows(`| Name | Number | Words |\n|---|---|---|\n${rows}`, 300);
  expect(slices.length).toBeGreaterThan(5);
  for (const { text } of slices) {
    expect(text.startsWith('| Name | Number | Words |\n|---|---|---|\n')).toBe(true);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^\|.*\|$/u);
  }
});

it('says so when a single table row is longer than the window', () => {
  const slices = windows(`| A |\n|---|\n| ${'word '.repeat(2000)} |`, 200);
  expect(slices[1]?.notes.join(' ')).toContain('middle of a long table row');
});

it.each([
  ['one unbroken line', 'a'.repeat(30_000)],
  ['Chinese without blanks', '今天北京多云最高气温二十八度适合户外活动'.repeat(600)],
  ['German', 'Donaudampfschifffahrtsgesellschaftskapitän äußerte Überraschung. '.repeat(300)],
  ['emoji', '👩‍🚀🏴😀'.repeat(2000)],
  ['punctuation', '-_.:/#'.repeat(3000)],
  ['blanks', `a${' '.repeat(50_000)}b`],
  ['line feeds', 'x\n'.repeat(10_000)],
  ['quotes and backslashes', '"\\" '.repeat(5000)],
  ['a very wide table', `|${' h |'.repeat(800)}\n|${'---|'.repeat(800)}\n|${' c |'.repeat(800)}`],
])('keeps every budget for %s', (_, text) => {
  for (const budget of [40, 200, 1500]) {
    for (const slice of windows(text, budget)) {
      expect(textCost(slice.text)).toBeLessThanOrEqual(budget);
      expect(countTokens(slice.text)).toBeLessThanOrEqual(budget);
    }
  }
});

it('uses most of its budget when there is text enough', () => {
  for (const text of [
    PARAGRAPH.repeat(500),
    Array.from({ length: 300 }, () => PARAGRAPH).join('\n\n'),
    `\`\`\`\n${'x = 1\n'.repeat(4000)}\`\`\``,
  ]) {
    const [first] = windows(text, 1000);
    expect(textCost(first?.text ?? '')).toBeGreaterThan(600);
  }
});

it('keeps budgets and loses nothing on random pages', () => {
  const pieces = [
    '# Head',
    '## Sub head',
    PARAGRAPH,
    PARAGRAPH.repeat(8),
    '- item one\n- item two\n  more',
    '> quoted\n> text',
    '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
    '```js\nlet a = 1;\n\nlet b = "x";\n```',
    '---',
    '汉字没有空格'.repeat(40),
    '1. ```\n   code\n   ```',
    '> ```\n> quoted code\n> ```',
  ];
  let seed = 3;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % below;
  };
  for (let round = 0; round < 60; round++) {
    const text = Array.from({ length: 3 + random(30) }, () => pieces[random(pieces.length)]).join('\n\n');
    const budget = 60 + random(800);
    for (const slice of windows(text, budget)) {
      expect(textCost(slice.text)).toBeLessThanOrEqual(budget);
      expect((slice.text.match(/^[> 1.]*```/gmu)?.length ?? 0) % 2).toBe(0);
    }
  }
});

it('moves a start that points into the head of a fence or table', () => {
  const text = 'a\n\n```js\nx\n```\n\n| h |\n|---|\n| c |';
  expect(snapStart(page(text), text.indexOf('js'))).toBe(text.indexOf('```'));
  expect(snapStart(page(text), text.indexOf('---'))).toBe(text.indexOf('| h'));
  expect(snapStart(page(text), text.indexOf('| c'))).toBe(text.indexOf('| c'));
});
