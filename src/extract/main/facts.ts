import type { HtmlElement, HtmlNode, HtmlParent } from '../../html/tree.ts';
import { countText, isProse, joinHash, type Line, newLine } from './line.ts';

/**
 * What one element holds, counted in a single pass over the tree. Everything that chooses content reads these
 * numbers; nothing counts text a second time.
 */
export interface Facts {
  /** Code points of text below the element, white space left out. */
  characters: number;
  /** Runs of text between white space. */
  words: number;
  /** Characters inside links. */
  linkCharacters: number;
  /** Characters in running sentences: lines of some length, mostly outside links (see `isProse`). */
  prose: number;
  /** Lines of text: runs between block boundaries. */
  lines: number;
  links: number;
  headings: number;
  h1: number;
  /** Headings that are links, or stand in one. */
  linkedHeadings: number;
  images: number;
  /** Fields and buttons a person could fill or press. */
  controls: number;
  /** Elements that say they are the main content (`main`, `role=main`). */
  mains: number;
  articles: number;
  /** Hash of the text without white space: equal texts have equal hashes. */
  hash: number;
}

export type FactsOf = (element: HtmlParent) => Readonly<Facts>;

/** Elements whose text never shows as page text, whatever a style sheet says. */
const SILENT: ReadonlySet<string> = new Set(
  'script style noscript template head title meta link iframe object embed svg canvas audio video map area datalist param source track base'.split(
    ' ',
  ),
);

const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark math mi mn mo nobr picture q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const NOTHING: Readonly<Facts> = {
  characters: 0,
  words: 0,
  linkCharacters: 0,
  prose: 0,
  lines: 0,
  links: 0,
  headings: 0,
  h1: 0,
  linkedHeadings: 0,
  images: 0,
  controls: 0,
  mains: 0,
  articles: 0,
  hash: 0,
};

export function isSilent(element: HtmlElement): boolean {
  return SILENT.has(element.tag);
}

export function isHeading(element: HtmlElement): boolean {
  return HEADINGS.has(element.tag);
}

/** Measures every element below `root`; what is in `without` counts as gone. */
export function measure(root: HtmlParent, without: ReadonlySet<HtmlElement>): FactsOf {
  const counter = new Counter(without);
  counter.element(root, false);
  return (element) => counter.table.get(element) ?? NOTHING;
}

class Counter {
  readonly table = new Map<HtmlParent, Facts>();
  readonly #without: ReadonlySet<HtmlElement>;
  #line: Line = newLine();

  constructor(without: ReadonlySet<HtmlElement>) {
    this.#without = without;
  }

  element(element: HtmlParent, inLink: boolean): Facts {
    const facts: Facts = { ...NOTHING };
    this.table.set(element, facts);
    if (element.type === 'element') countOwn(element, facts);
    for (const child of element.children) this.#child(child, facts, inLink);
    if (element.type === 'element' && isHeading(element) && facts.characters > 0) {
      facts.linkedHeadings = facts.characters >= 12 && (inLink || facts.linkCharacters * 2 > facts.characters) ? 1 : 0;
    }
    if (element.type === 'root' || !isInline(element)) this.#endLine(facts);
    return facts;
  }

  #child(child: HtmlNode, facts: Facts, inLink: boolean): void {
    if (child.type === 'text') {
      const { characters, words, hash } = countText(child.text, this.#line);
      if (characters === 0) return;
      facts.hash = joinHash(facts.hash, hash, characters);
      facts.characters += characters;
      facts.words += words;
      if (!inLink) return;
      facts.linkCharacters += characters;
      this.#line.linkCharacters += characters;
    } else if (child.type === 'element' && !SILENT.has(child.tag) && !this.#without.has(child)) {
      if (!isInline(child)) this.#endLine(facts);
      add(facts, this.element(child, inLink || (child.tag === 'a' && child.attributes.has('href'))));
    }
  }

  /** Closes the line at a block boundary and books it to the block it stands in. */
  #endLine(facts: Facts): void {
    if (this.#line.characters === 0) return;
    facts.lines++;
    if (isProse(this.#line)) facts.prose += this.#line.characters;
    this.#line = newLine();
  }
}

function isInline(element: HtmlElement): boolean {
  return INLINE.has(element.tag) || element.namespace === 'math';
}

function countOwn(element: HtmlElement, facts: Facts): void {
  if (element.attributes.get('role') === 'main' || element.tag === 'main') facts.mains = 1;
  switch (element.tag) {
    case 'a':
      if (element.attributes.has('href')) facts.links = 1;
      break;
    case 'article':
      facts.articles = 1;
      break;
    case 'h1':
      facts.h1 = 1;
      facts.headings = 1;
      break;
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      facts.headings = 1;
      break;
    case 'img':
    case 'picture':
      facts.images = 1;
      break;
    case 'input':
      if (element.attributes.get('type') !== 'hidden') facts.controls = 1;
      break;
    case 'button':
    case 'select':
    case 'textarea':
      facts.controls = 1;
  }
}

function add(facts: Facts, more: Facts): void {
  if (more.characters > 0) facts.hash = joinHash(facts.hash, more.hash, more.characters);
  facts.characters += more.characters;
  facts.words += more.words;
  facts.linkCharacters += more.linkCharacters;
  facts.prose += more.prose;
  facts.lines += more.lines;
  facts.links += more.links;
  facts.headings += more.headings;
  facts.h1 += more.h1;
  facts.linkedHeadings += more.linkedHeadings;
  facts.images += more.images;
  facts.controls += more.controls;
  facts.mains += more.mains;
  facts.articles += more.articles;
}
