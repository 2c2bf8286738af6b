import { canParseUrl } from '../../base/url.ts';
import { ancestors, type HtmlElement, type HtmlNode } from '../../html/tree.ts';
import { classOf } from './tags.ts';
import { hasText, textUpTo } from './tree-queries.ts';
import type { Block, Footnotes, Frame, Writer } from './writer.ts';

const MARK = /^[[(]?\s*(\d{1,4}|[a-z]{1,2}|[ivx]{1,6}|[*†‡§¶]{1,4}|note\s\d{1,3})\s*[\])]?[.:]?$/iu;
const NOTE_TARGET =
  /^#(?:user-content-)?_?(?:fn|ftn|ftnt|footnote|foot-?note|note|cite_note|endnote|edn|sdfootnote|easy-footnote-bottom|ref|r\d|bib|\d{1,3}$)/iu;
const NOTE_CLASS =
  /(?:^|[\s_-])(?:footnote|fnref|fn-ref|noteref|note-ref|reference|footnoteref|easy-footnote|fn)(?:$|[\s_-])/iu;
const BACK_CLASS = /back-?(?:ref|link|to)|footnote-(?:back|return)|cite-backlink|jump-?up|reversefootnote/iu;
const BACK_TEXT = /^[\s\ufe0e\ufe0f]*(?:[↩↵⏎⤴↑^⬆⇧]|\[?back\]?|return)[\s\ufe0e\ufe0f]*$/iu;
const NOTE_TAGS: ReadonlySet<string> = new Set(['li', 'p', 'div', 'aside', 'dd', 'td', 'section']);
const MAX_NOTE_CHARACTERS = 5000;

/**
 * Footnotes are found by what they do, not by a list of site markups: a short mark that links into the page, to a
 * block that can be a note. Only pairs of mark and note become `[^1]`; a mark without its note stays text.
 */
/** `page` is what relative addresses are resolved against, `pageUrl` the page itself: a link to it with a fragment is a link into it. */
export function findFootnotes(nodes: readonly HtmlNode[], page: { baseUrl: string; pageUrl?: string }): Footnotes {
  const { ids, links } = survey(nodes);
  const finder = new Finder(ids, page);
  for (const link of links) finder.consider(link);
  return finder.result();
}

/** A link from a note back to its mark. */
export function isBacklink(link: HtmlElement): boolean {
  const href = link.attributes.get('href') ?? '';
  if (link.attributes.get('role') === 'doc-backlink' || link.attributes.get('rev') === 'footnote') return true;
  if (link.attributes.has('data-footnote-backref')) return true;
  if (!href.includes('#')) return false;
  return BACK_CLASS.test(classOf(link)) || (href.startsWith('#') && BACK_TEXT.test(textUpTo(link, 40)));
}

function survey(nodes: readonly HtmlNode[]): { ids: Map<string, HtmlElement>; links: HtmlElement[] } {
  const ids = new Map<string, HtmlElement>();
  const links: HtmlElement[] = [];
  const visit = (node: HtmlNode): void => {
    if (node.type !== 'element') return;
    const id = node.attributes.get('id') ?? (node.tag === 'a' ? node.attributes.get('name') : undefined);
    if (id && !ids.has(id)) ids.set(id, node);
    if (node.tag === 'a' && node.attributes.get('href')?.includes('#')) links.push(node);
    for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  return { ids, links };
}

class Finder {
  readonly #ids: ReadonlyMap<string, HtmlElement>;
  readonly #labels = new Map<HtmlElement, string>();
  readonly #references = new Map<HtmlElement, string>();
  readonly #dropped = new Set<HtmlElement>();
  readonly #lists = new Set<HtmlElement>();
  readonly #used = new Set<string>();

  readonly #page: { baseUrl: string; pageUrl?: string };

  constructor(ids: ReadonlyMap<string, HtmlElement>, page: { baseUrl: string; pageUrl?: string }) {
    this.#ids = ids;
    this.#page = page;
  }

  /** The fragment of a link that stays on the page, or null. */
  #fragmentOf(link: HtmlElement): string | null {
    const href = link.attributes.get('href')?.trim() ?? '';
    if (href.startsWith('#')) return href.slice(1);
    const { baseUrl, pageUrl = baseUrl } = this.#page;
    if (!canParseUrl(href, baseUrl) || !canParseUrl(pageUrl)) return null;
    const target = new URL(href, baseUrl);
    const page = new URL(pageUrl);
    return target.host === page.host && target.pathname === page.pathname ? target.hash.slice(1) : null;
  }

  consider(link: HtmlElement): void {
    const mark = MARK.exec(textUpTo(link, 40).replace(/\s+/gu, ' ').trim())?.[1];
    if (mark === undefined || !looksLikeReference(link) || this.#inNote(link)) return;
    const note = this.#noteOf(link);
    if (!note) return;
    const label = this.#labels.get(note) ?? this.#freshLabel(mark);
    if (!this.#labels.has(note)) {
      this.#labels.set(note, label);
      if (note.parent?.type === 'element') this.#lists.add(note.parent);
      this.#dropMarks(note, mark);
    }
    this.#references.set(link, label);
  }

  result(): Footnotes {
    return {
      reference: (element) => {
        const label = this.#references.get(element);
        return label === undefined ? null : `[^${label}]`;
      },
      definition: (element) => {
        const label = this.#labels.get(element);
        return label === undefined ? null : { write: (writer, frame) => writeNote(writer, element, label, frame) };
      },
      isDropped: (element) => this.#dropped.has(element),
      isNoteList: (element) => this.#lists.has(element),
    };
  }

  /** A link inside a note that we know is a way back, not a mark. */
  #inNote(link: HtmlElement): boolean {
    for (const ancestor of ancestors(link)) if (this.#labels.has(ancestor)) return true;
    return false;
  }

  #noteOf(link: HtmlElement): HtmlElement | null {
    const fragment = this.#fragmentOf(link);
    if (fragment === null || fragment === '') return null;
    const target = this.#ids.get(fragment) ?? this.#ids.get(decode(fragment));
    if (!target) return null;
    const note = NOTE_TAGS.has(target.tag) && hasText(target) ? target : startOf(target);
    if (!note) return null;
    for (const ancestor of ancestors(link)) if (ancestor === note) return null;
    return textUpTo(note, MAX_NOTE_CHARACTERS).length <= MAX_NOTE_CHARACTERS ? note : null;
  }

  #freshLabel(mark: string): string {
    let label = /^\d+$/u.test(mark) || /^[a-z]+$/iu.test(mark) ? mark : String(this.#used.size + 1);
    for (let number = 1; this.#used.has(label); number *= 2) label = String(this.#used.size + number);
    this.#used.add(label);
    return label;
  }

  /** Takes the repeated mark at the beginning of a note and its back links out of the note's text. */
  #dropMarks(note: HtmlElement, mark: string): void {
    const visit = (parent: HtmlElement): boolean => {
      for (const child of parent.children) {
        if (child.type === 'comment' || (child.type === 'text' && child.text.trim() === '')) continue;
        if (child.type === 'text') return true;
        const text = textUpTo(child, 60).trim();
        if (text !== '' && (MARK.exec(text)?.[1] === mark || BACK_CLASS.test(classOf(child)))) {
          this.#dropped.add(child);
          return true;
        }
        if (text !== '') return visit(child);
      }
      return false;
    };
    visit(note);
  }
}

function looksLikeReference(link: HtmlElement): boolean {
  if (link.attributes.get('role') === 'doc-noteref' || link.attributes.has('data-footnote-ref')) return true;
  if (link.attributes.get('data-type') === 'noteref') return true;
  if (NOTE_TARGET.test((link.attributes.get('href') ?? '').replace(/^[^#]*/u, '')) || NOTE_CLASS.test(classOf(link)))
    return true;
  const parent = link.parent;
  if (parent?.type === 'element' && (parent.tag === 'sup' || NOTE_CLASS.test(classOf(parent)))) return true;
  return link.children.some((child) => child.type === 'element' && child.tag === 'sup');
}

/** The block that begins with this anchor. */
function startOf(anchor: HtmlElement): HtmlElement | null {
  let child: HtmlElement = anchor;
  for (const parent of ancestors(anchor)) {
    for (const sibling of parent.children) {
      if (sibling === child) break;
      if (hasText(sibling)) return null;
    }
    if (NOTE_TAGS.has(parent.tag)) return parent;
    child = parent;
  }
  return null;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function writeNote(writer: Writer, note: HtmlElement, label: string, frame: Frame): Block[] {
  const blocks = writer.blocks(note.children, frame);
  if (blocks.length === 0) return [];
  const text = blocks.map((block) => block.text).join('\n\n');
  // A note inside a table cell or a deep list cannot be indented further; the label alone is enough there.
  if (frame.cell) return [{ kind: 'note', text: `[^${label}]: ${text}` }];
  return [{ kind: 'note', text: `[^${label}]: ${text.replace(/\n(?=[^\n])/gu, '\n    ')}` }];
}
