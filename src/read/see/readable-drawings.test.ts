import { expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { elements, textContent } from '../../html/tree.ts';
import { keepDrawnWords } from './readable-drawings.ts';

function kept(body: string): { text: string; tags: string[] } {
  const root = parseDocument(`<!doctype html><body>${body}`);
  keepDrawnWords(root);
  return { text: textContent(root).replace(/\s+/gu, ' ').trim(), tags: [...elements(root)].map(({ tag }) => tag) };
}

it('makes words of the page of the words of a drawing, its title and definitions left out', () => {
  const { text, tags } = kept(
    '<p>Before</p><svg><title>no</title><defs><text>no</text></defs><g><text>one <tspan>line</tspan></text></g><text>two</text></svg>',
  );
  expect(text).toBe('Before one line two');
  expect(tags).not.toContain('svg');
});

it('leaves drawings without words to be pictures', () => {
  expect(kept('<svg><path d="M0 0"/></svg>').tags).toContain('svg');
});

it('makes a block of what stands in for something', () => {
  const { text, tags } = kept('<object data="x"><p>Shown instead</p></object><canvas></canvas>');
  expect(text).toBe('Shown instead');
  expect(tags).not.toContain('object');
  expect(tags).toContain('canvas');
});
