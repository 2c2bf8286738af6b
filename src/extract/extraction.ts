/** What extraction makes of a page: Markdown and facts, with a record of everything that was left out. */
export interface Extraction {
  readonly kind: ContentKind;
  readonly title: string;
  /** The whole content, un-windowed. Links are absolute. */
  readonly markdown: string;
  readonly metadata: Metadata;
  readonly removals: readonly Removal[];
  /** How the content was chosen: `article`, `listing`, `forum`, `product`, `documentation`, `page`, … with the evidence. */
  readonly mode: string;
  /** Short remarks for the caller: spans filled, source json-ld, encoding guessed, … */
  readonly notes: readonly string[];
  /** Links that were in the content but not written (`include_links: false`). */
  readonly linksOmitted: number;
  /** What a template read of the page, by name; absent when none was used. Strings are the page’s. */
  readonly fields?: FieldData;
}

/** A field is one text, a list of texts, or rows by column. */
export type FieldData = Readonly<
  Record<string, string | readonly string[] | ReadonlyArray<Readonly<Record<string, string>>>>
>;

export const CONTENT_KINDS = [
  'html',
  'text',
  'json',
  'xml',
  'feed',
  'csv',
  'pdf',
  'markdown',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'epub',
  'eml',
  'image',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Page-written facts; null where the page says nothing. Dates keep the form and offset the page gave. */
export interface Metadata {
  readonly canonicalUrl: string | null;
  /** BCP 47 tag, from markup or detected. */
  readonly language: string | null;
  readonly site: string | null;
  readonly author: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly licence: string | null;
  readonly description: string | null;
}

export const EMPTY_METADATA: Metadata = {
  canonicalUrl: null,
  language: null,
  site: null,
  author: null,
  published: null,
  modified: null,
  licence: null,
  description: null,
};

/** One thing that is not in the Markdown though a person could have seen it. */
export interface Removal {
  readonly what: LeftOutKind;
  readonly step: string;
  readonly reason: string;
  /** Characters (code points) of text, white space folded. */
  readonly characters: number;
  /** A label for people where there is one (the summary of a closed section, the name of a tab). */
  readonly label?: string;
}

export const LEFT_OUT_KINDS = [
  'boilerplate',
  'metadata',
  'overlay',
  'collapsed',
  'inactive_tab',
  'unproven',
  'duplicate',
  'image',
  'frame',
  'closed_root',
  'windowed',
  'over_budget',
] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

export interface ExtractOptions {
  /** The final address of the page, for links and evidence. */
  readonly url: string;
  readonly includeLinks: boolean;
  readonly includeImages: boolean;
  /** Keep only what this CSS selector matches; the whole match is content. Throws SyntaxError when invalid. */
  readonly selector: string | null;
  /** True to skip main-content selection and keep the whole visible page. */
  readonly wholePage: boolean;
  /** The page was seen as people see it, and shows something: an article that stands in its data only is none of it. */
  readonly ignoresData?: boolean;
  /** `auto` for the template that the address names, a name, or a template as JSON; null or absent for none. */
  readonly template?: string | null;
}
