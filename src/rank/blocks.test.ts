import { expect, it } from 'vitest';
import { blockAt, scanBlocks } from './blocks.ts';

const kinds = (text: string) => scanBlocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

it('finds headings, paragraphs, lists, quotes, tables, rules and code', () => {
  const text =
    '# One\n\npara\nmore\n\n- a\n- b\n  c\n\n> q\n> r\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n---\n\n```js\n# no\n```\nafter';
  expect(kinds(text)).toEqual([
    ['heading', '# One'],
    ['paragraph', 'para\nmore'],
    ['list', '- a\n- b\n  c'],
    ['quote', '> q\n> r'],
    ['table', '| a | b |\n|---|:-:|\n| 1 | 2 |'],
    ['rule', '---'],
    ['code', '```js\n# no\n```'],
    ['paragraph', 'after'],
  ]);
});

it('reads underlined headings', () => {
  expect(scanBlocks('Title\n=====\n\nSub\n---\ntext').map(({ kind, level }) => [kind, level])).toEqual([
    ['heading', 1],
    ['heading', 2],
    ['paragraph', 0],
  ]);
});

it('keeps a longer fence open over shorter ones and blank lines', () => {
  const text = '````md\n```\n\n# x\n```\n````\n\nend';
  expect(kinds(text)).toEqual([
    ['code', '````md\n```\n\n# x\n```\n````'],
    ['paragraph', 'end'],
  ]);
});

it('ends a fence where its quote or list item ends', () => {
  expect(kinds('> ```\n> a\nout')).toEqual([
    ['code', '> ```\n> a'],
    ['paragraph', 'out'],
  ]);
  expect(kinds('1. ```\n   a\n\nout')[1]).toEqual(['paragraph', 'out']);
});

it('tells how to close a fence in a quote or a list item', () => {
  expect(scanBlocks('> - ~~~~\n>   a')[0]?.closing).toBe('>   ~~~~');
  expect(scanBlocks('```js\nx')[0]).toMatchObject({ closing: '```', bodyStart: 6, bodyEnd: 7, end: 7 });
  expect(scanBlocks('```js\nx\n```')[0]).toMatchObject({ bodyStart: 6, bodyEnd: 8, end: 11 });
});

it('does not take inline code for a fence', () => {
  expect(kinds('```a``` b')).toEqual([['paragraph', '```a``` b']]);
});

it('knows the first body row of a table', () => {
  const text = '| a |\n|---|\n| 1 |';
  expect(text.slice(scanBlocks(text)[0]?.bodyStart)).toBe('| 1 |');
});

it('covers every character that is not blank, in order, on random texts', () => {
  const pieces = ['# h', '```', '~~~', '> ', '- x', '| a | b |', '|---|---|', '', 'text', '   ', '---', '    code'];
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 20 }, () => pieces[Math.floor(random() * pieces.length)]).join('\n');
    let last = 0;
    for (const block of scanBlocks(text)) {
      expect(block.start).toBeGreaterThanOrEqual(last);
      expect(text.slice(last, block.start).trim()).toBe('');
      last = block.end;
    }
    expect(text.slice(last).trim()).toBe('');
  }
});

it('finds the block at an offset', () => {
  const blocks = scanBlocks('aa\n\nbb\n\ncc');
  expect([0, 1, 2, 3, 4, 9, 10].map((offset) => blockAt(blocks, offset))).toEqual([0, 0, 1, 1, 1, 2, 3]);
});
