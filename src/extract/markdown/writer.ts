import type { HtmlElement, HtmlNode } from '../../html/tree.ts';

export interface WriteOptions {
  /** What relative addresses are resolved against: the result of `baseUrlOf`. */
  readonly baseUrl: string;
  /** The page's own address, for links to its fragments; `baseUrl` when absent. */
  readonly pageUrl?: string;
  readonly includeLinks: boolean;
  readonly includeImages: boolean;
}

export interface WriteResult {
  readonly markdown: string;
  readonly notes: string[];
  /** Links whose text was written without the target (`includeLinks: false`). */
  readonly linksOmitted: number;
  /** Pictures that were not written (`includeImages: false`). */
  readonly imagesOmitted: number;
}

export type BlockKind = 'paragraph' | 'heading' | 'list' | 'ordered' | 'code' | 'table' | 'quote' | 'rule' | 'note';

/** A finished piece of Markdown that stands between blank lines. */
export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
}

/** Inline marks as bits, so that nested equal marks are one. */
export const STRONG = 1;
export const EMPHASIS = 2;
export const DELETED = 4;

/** Where the writing happens: handed down, never changed. */
export interface Frame {
  readonly marks: number;
  /** Marks that would say nothing here (bold in a heading). */
  readonly mute: number;
  /** Inside a heading: one line, no bold, no permalinks. */
  readonly heading: boolean;
  /** Inside the text of a link, where no other link may begin. */
  readonly linked: boolean;
  /** Inside a table cell: everything must fit on one line. */
  readonly cell: boolean;
  /** Containers (lists, quotes) around; bounds the cost of prefixing lines. */
  readonly nesting: number;
  /** A link around blocks, to be put on the first of them that can carry it. */
  readonly card: CardLink | null;
}

export interface CardLink {
  readonly url: string;
  /** The heading that takes the link; null for the first text there is. */
  readonly target: HtmlElement | null;
  used: boolean;
}

export const TOP_FRAME: Frame = {
  marks: 0,
  mute: 0,
  heading: false,
  linked: false,
  cell: false,
  nesting: 0,
  card: null,
};

/** Lists and quotes nested deeper than this are written at this depth: prefixes must not make the text grow quadratically. */
export const MAX_NESTING = 20;

/** The notes of a page, as the writer asks for them. */
export interface Footnotes {
  /** `[^label]` when the element is the mark of a note, else null. */
  reference(element: HtmlElement): string | null;
  definition(element: HtmlElement): Definition | null;
  /** Marks and back links inside a note, which the written form already says. */
  isDropped(element: HtmlElement): boolean;
  /** True for a list with notes for items. */
  isNoteList(element: HtmlElement): boolean;
}

export interface Definition {
  write(writer: Writer, frame: Frame): Block[];
}

/** What the parts of the writer share; the parts call each other through it, which keeps the imports free of cycles. */
export interface Writer {
  readonly options: WriteOptions;
  readonly holders: ReadonlySet<HtmlElement>;
  readonly footnotes: Footnotes;
  readonly notes: Set<string>;
  /** Addresses of pictures already written; true for those that came from a `noscript`. */
  readonly pictures: Map<string, boolean>;
  linksOmitted: number;
  imagesOmitted: number;
  blocks(nodes: readonly HtmlNode[], frame: Frame): Block[];
  inline(nodes: readonly HtmlNode[], frame: Frame): string;
}
