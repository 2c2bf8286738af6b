import { canParseUrl } from '../../base/url.ts';
import type { HtmlNode, HtmlRoot } from '../../html/tree.ts';

/** Names of so many words cannot say much else; longer ones have to stand on the page. */
const FREE_WORDS = 3;
const FREE_CHARACTERS = 40;
/** Of a title that only machines get, so much has to be on the page. */
const LEAST_SHARED = 0.5;
/** A page that shows less than this shows nothing to hold it against. */
const NOTHING = 20;
const MAX_TEXT = 400_000;
const UNSEEN = /^(?:script|style|noscript|template|head|meta|link)$/u;

/**
 * What a person sees of a page, to hold against what it tells machines only: names and titles in `meta` and JSON-LD are
 * believed when they agree with it. The document is the one that is left when hidden text has been taken out.
 */
export class SeenWords {
  readonly #document: HtmlRoot;
  readonly #title: string;
  readonly #host: string;
  #text: string | null = null;

  constructor(document: HtmlRoot, title: string, url: string) {
    this.#document = document;
    this.#title = title;
    this.#host = canParseUrl(url) ? new URL(url).hostname : '';
  }

  /** A name of a person or a house: short, or the site's, or to be read on the page; null otherwise. */
  name(claim: string | null): string | null {
    if (claim === null) return null;
    const plain = simplify(claim);
    if (plain.split(' ').length <= FREE_WORDS && plain.length <= FREE_CHARACTERS) return claim;
    if (this.#host.replace(/[.-]/gu, '').includes(plain.replaceAll(' ', ''))) return claim;
    const seen = this.#seen();
    const parts = claim.split(/[,;]|\s(?:and|und|et|y|e)\s/u).map(simplify);
    return seen.length < NOTHING || parts.every((part) => seen.includes(part)) ? claim : null;
  }

  /** A title, of which at least half the words stand on the page; null otherwise. */
  title(claim: string | null): string | null {
    if (claim === null) return null;
    const words = [...new Set(simplify(claim).split(' '))].filter((word) => word !== '');
    const isIn = (seen: string) => words.filter((word) => seen.includes(word)).length >= LEAST_SHARED * words.length;
    // The document's own title is at hand, and mostly enough.
    if (isIn(simplify(this.#title))) return claim;
    const seen = this.#seen();
    return seen.length < NOTHING || isIn(seen) ? claim : null;
  }

  #seen(): string {
    this.#text ??= simplify(`${this.#title} ${textOf(this.#document)}`);
    return this.#text;
  }
}

function textOf(document: HtmlRoot): string {
  const parts: string[] = [];
  let length = 0;
  const visit = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (length > MAX_TEXT) return;
      if (node.type === 'text') {
        parts.push(node.text);
        length += node.text.length;
      } else if (node.type === 'element' && !UNSEEN.test(node.tag)) {
        if (node.tag === 'img') parts.push(node.attributes.get('alt') ?? '');
        if (node.children.length > 0) visit(node.children);
        parts.push(' ');
      }
    }
  };
  visit(document.children);
  return parts.join('');
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
