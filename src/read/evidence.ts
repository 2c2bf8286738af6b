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

export interface ScriptEvidence {
  readonly count: number;
  /** An element that frameworks fill (`<div id="root">`) stands empty. */
  readonly emptyRoot: boolean;
  /** A noscript element asks for scripts. */
  readonly asked: boolean;
}

const UNSEEN_TAGS = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link', 'object']);

/** Text left in the tree after sight was applied: its beginning (a line for every element) and its length. */
export function visibleText(root: HtmlRoot, limit: number): { text: string; characters: number } {
  let text = '';
  let characters = 0;
  const visit = (node: HtmlNode): void => {
    if (node.type === 'text') {
      const folded = node.text.replace(/\s+/gu, ' ');
      characters += folded.trim().length;
      if (text.length < limit) text += folded;
    } else if (node.type === 'element' && !UNSEEN_TAGS.has(node.tag)) {
      for (const child of node.children) visit(child);
      if (text.length < limit && !text.endsWith('\n')) text += '\n';
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
