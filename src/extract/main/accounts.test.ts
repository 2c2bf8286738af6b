import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import type { HtmlElement } from '../../html/tree.ts';
import { bodyOf, chooseContent } from './choose.ts';
import { factsIn, measure } from './facts.ts';

const PAGES = '../shared/data/extract/wcxb-dev/html';

/** Characters without white space are exact; a gap between two words can fall on the seam of a cut. */
function account(html: string) {
  const document = parseDocument(html, { scripting: true });
  const before = counts(bodyOf(document));
  const { nodes, removals } = chooseContent(document);
  const kept = nodes
    .map(counts)
    .reduce((sum, one) => ({ letters: sum.letters + one.letters, words: sum.words + one.words }));
  const removed = removals.reduce((sum, removal) => sum + removal.characters, 0);
  return { before, kept, removed, count: removals.length };
}

function counts(element: HtmlElement) {
  const { characters, words } = factsIn(measure(element, new Set()), element);
  return { letters: characters, words };
}

describe('kept and left out together', () => {
  it('are all the text of a small page', () => {
    const { before, kept, removed } = account(
      '<nav>Home <a href="/x">More</a></nav><main><h1>Title</h1><p>One text, of some words, that is long enough to be a sentence of it.</p></main><footer>End</footer>',
    );
    expect(kept.letters).toBeGreaterThan(0);
    // HomeMore + End without white space, plus the one gap in the first.
    expect(removed).toBe(before.letters - kept.letters + 1);
  });

  it.skipIf(!existsSync(PAGES))('are all the text of real pages (needs ../shared/data)', () => {
    for (const name of readdirSync(PAGES).filter((_, i) => i % 24 === 0)) {
      const { before, kept, removed, count } = account(gunzipSync(readFileSync(`${PAGES}/${name}`)).toString());
      const letters = before.letters - kept.letters;
      expect(removed, name).toBeGreaterThanOrEqual(letters);
      // Each removal counts its own gaps: never more than the words that went.
      expect(removed, name).toBeLessThanOrEqual(letters + (before.words - kept.words) + count);
    }
  });
});

describe('deep and wide pages', () => {
  const deep = (tag: string, n: number, inner: string) => `${`<${tag}>`.repeat(n)}${inner}${`</${tag}>`.repeat(n)}`;

  it.each([
    ['div', 50_000],
    ['blockquote', 3000],
    ['ul><li', 1500],
    ['b', 2000],
  ])('of nested <%s> keep what stands around and inside', (tag, n) => {
    const document = parseDocument(`<main><p>first</p>${deep(tag, n, '<p>needle</p>')}<p>last</p></main>`);
    const { nodes } = chooseContent(document);
    const text = JSON.stringify(nodes.map(textOf));
    for (const word of ['first', 'needle', 'last']) expect(text).toContain(word);
  });

  it('of very many siblings are chosen from', () => {
    const items = Array.from(
      { length: 20_000 },
      (_, i) => `<li class="promo"><button>b</button><a href="/${i}">item ${i}</a></li>`,
    );
    const { nodes } = chooseContent(parseDocument(`<main><h1>List</h1><ul>${items.join('')}</ul></main>`));
    expect(nodes.map(textOf).join('')).toContain('item 19999');
  });
});

function textOf(element: HtmlElement): string {
  return element.children
    .map((child) => (child.type === 'element' ? textOf(child) : child.type === 'text' ? child.text : ''))
    .join('');
}
