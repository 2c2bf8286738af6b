import type { ContentKind } from '../extract/extraction.ts';
import type { HtmlNode, HtmlRoot } from '../html/tree.ts';

/** What classification looks at. Everything page-written in here stays inside: only a verdict leaves. */
export interface PageEvidence {
  readonly httpStatus: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasLocation: boolean;
  readonly contentType: string;
  /** Null when the bytes are of no kind that is read here. */
  readonly kind: ContentKind | null;
  readonly cut: 'no' | 'limit' | 'damaged';
  readonly redirectedToLogin: boolean;
  /** There is a field for a password. */
  readonly passwordField: boolean;
  /** The page’s data says that it is not free to read. */
  readonly notFree: boolean;
  /** What was asked for, by its address. */
  readonly asked: AskedFor;
  /** Tags, attributes and scripts in lower case, visible text left out; at most MAX_MARKUP. */
  readonly markup: string;
  readonly title: string;
  /** The beginning of the text that a person could see. */
  readonly visibleText: string;
  readonly visibleCharacters: number;
  /** Characters that extraction made of it. */
  readonly contentCharacters: number;
  readonly scripts: ScriptEvidence;
}

export interface AskedFor {
  /** A sign-in page. */
  readonly login: boolean;
  /** The front page of a site. */
  readonly root: boolean;
  /** A search. */
  readonly search: boolean;
}

export const ASKED_FOR_A_PAGE: AskedFor = { login: false, root: false, search: false };

export interface ScriptEvidence {
  readonly count: number;
  /** An element that frameworks fill (`<div id="root">`) stands empty. */
  readonly emptyRoot: boolean;
  /** A noscript element asks for scripts. */
  readonly asked: boolean;
}

const UNSEEN_TAGS = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link', 'object']);

/** Elements that stand in a line of text; all others begin and end one. */
const INLINE_TAGS = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** What stands in these is shown, not said. */
const QUOTING_TAGS = new Set(['pre', 'code', 'blockquote', 'q', 'samp', 'kbd', 'textarea', 'cite']);

/**
 * Text left in the tree after sight was applied: its beginning, and its length. Blocks have lines of their own; what
 * is quoted stands behind a quotation mark, as a page that quotes a wall is none.
 */
export function visibleText(root: HtmlRoot, limit: number): { text: string; characters: number } {
  let text = '';
  let characters = 0;
  const breakLine = () => {
    if (text.length < limit && text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const visit = (node: HtmlNode): void => {
    if (node.type === 'text') {
      const folded = node.text.replace(/\s+/gu, ' ');
      characters += folded.trim().length;
      if (text.length < limit && (folded !== ' ' || !text.endsWith('\n'))) text += folded;
    } else if (node.type === 'element' && !UNSEEN_TAGS.has(node.tag)) {
      const isBlock = !INLINE_TAGS.has(node.tag);
      if (isBlock) breakLine();
      if (QUOTING_TAGS.has(node.tag) && text.length < limit) text += '“';
      for (const child of node.children) visit(child);
      if (isBlock) breakLine();
    }
  };
  for (const child of root.children) visit(child);
  return { text: text.slice(0, limit).trim(), characters };
}

/** Whether scripts would build the content of a page on which little was found. */
export function isBuilt(page: Pick<PageEvidence, 'scripts' | 'visibleCharacters' | 'contentCharacters'>): boolean {
  const { count, emptyRoot, asked } = page.scripts;
  // Streamed pages keep their content hidden until a script moves it into place.
  if (emptyRoot || (page.contentCharacters === 0 && count > 0)) return true;
  return count > 0 && (asked || (page.visibleCharacters < 50 && count >= 3) || page.visibleCharacters === 0);
}
