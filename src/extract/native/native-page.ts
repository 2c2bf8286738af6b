import type { HiddenText } from '../documents/document-html.ts';
import type { FieldData } from '../extraction.ts';

/** How a source of a page is written: a file as it is, or what an interface for programs says of a package or a gist. */
export const NATIVE_FORMS = ['file', 'npm', 'pypi', 'gist'] as const;
export type NativeForm = (typeof NATIVE_FORMS)[number];

/** What a source says, as HTML in which nothing is styled but what its author styled: one sight judges everything. */
export interface NativeHtml {
  readonly type: 'html';
  readonly html: string;
  /** What its relative addresses stand on; null for the address of the page. */
  readonly base: string | null;
  readonly title: string;
  readonly fields: FieldData;
  /** What the source holds and its page does not show. */
  readonly hidden: readonly HiddenText[];
  /** Characters of what the page shows as a table of facts, or not at all. */
  readonly frontMatter: number;
  readonly published: string | null;
}

/** A file that its page shows as it is. */
export interface NativeText {
  readonly type: 'text';
  readonly text: string;
  /** For the fence; empty for plain text. */
  readonly language: string;
  readonly title: string;
}

export type NativePage = NativeHtml | NativeText;

/** Turns Markdown into HTML; null for more of it than sites render. */
export type MarkdownRenderer = (markdown: string) => RenderedMarkdown | null;
export type RenderedMarkdown = Pick<NativeHtml, 'html' | 'hidden' | 'frontMatter'>;
