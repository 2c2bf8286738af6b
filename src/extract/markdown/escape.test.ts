import { describe, expect, it } from 'vitest';
import { createElement, createText } from '../../html/tree.ts';
import { writeMarkdown } from './write.ts';

const PIECES = [
  'a',
  'b ',
  ' c',
  '*',
  '**',
  '_',
  '__',
  '`',
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '>',
  '#',
  '# ',
  '- ',
  '+ ',
  '1. ',
  '1) ',
  '~',
  '~~',
  '\\',
  '|',
  '&amp;',
  '&',
  '=',
  '---',
  'x_y',
  '\n',
  '“q”',
  '中',
  '](',
  '![',
  '$',
  '<b>',
  '[^1]',
  '[x]: ',
  '[ ] ',
  '😀',
  '"',
];

/** A fixed sequence of numbers, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    yield state >> 8;
  }
}

function randomTexts(count: number): string[] {
  const random = numbers(7);
  const next = (limit: number): number => Number(random.next().value) % limit;
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(9) }, () => PIECES[next(PIECES.length)] ?? '').join(''),
  );
}

const fold = (text: string) => text.replace(/\s+/gu, ' ').trim();
const readEscapes = (markdown: string) => markdown.replace(/\\([!-/:-@[-`{-~])/gu, '$1');

describe('escapes', () => {
  it('say exactly the text again once they are read, and leave no character with a meaning', () => {
    for (const text of randomTexts(3000)) {
      const paragraph = createElement('p', {}, [createText(text)]);
      const { markdown } = writeMarkdown([paragraph], {
        baseUrl: 'http://b.test/',
        includeLinks: true,
        includeImages: false,
      });
      expect(readEscapes(markdown), JSON.stringify(text)).toBe(fold(text));
      const bare = markdown.replace(/\\[!-/:-@[-`{-~]/gu, '·');
      expect(bare, JSON.stringify(text)).not.toMatch(/`|\]\(|\]\[|\]:|\[\^|!\[|<[a-z/!?]|~~|&[a-z]+;/iu);
      expect(bare, JSON.stringify(text)).not.toMatch(
        /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|=+$|-+$|\[[ x]\](?:\s|$))/iu,
      );
      expect(bare, JSON.stringify(text)).not.toMatch(/\*\S|\S\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/u);
    }
  });

  it('inside a link close no bracket early', () => {
    for (const text of randomTexts(1000)) {
      const link = createElement('a', { href: '/x' }, [createText(text)]);
      const { markdown } = writeMarkdown([createElement('p', {}, [link])], {
        baseUrl: 'http://b.test/',
        includeLinks: true,
        includeImages: false,
      });
      if (fold(text) === '') continue;
      const inner = /^\[((?:\\.|[^[\]\\]|\\(?=[^\]]))*)\]\(http:\/\/b\.test\/x\)$/su.exec(markdown)?.[1];
      expect(inner === undefined ? undefined : readEscapes(inner), JSON.stringify([text, markdown])).toBe(fold(text));
    }
  });
});
