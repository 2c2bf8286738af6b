import { elements, type HtmlRoot, isElement } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import { youtubeTree } from './sites/youtube-data.ts';

/** With more than this to see, a page speaks for itself: the frame around a page that is still empty shows less. */
const NEARLY_EMPTY_CHARACTERS = 1_000;

/** Sites whose page is empty before its scripts have run: what those would show, in the form of the page shown. */
const TREES: Readonly<Record<string, (root: HtmlRoot) => HtmlRoot | null>> = { youtube: youtubeTree };

/** Beginnings of scripts that are such data and little else. */
const STATED = /^\s{0,20}(?:var |window\[")(?:ytInitialPlayerResponse|ytInitialData)\b/u;
const SCRIPTS_LOOKED_AT = 300;

/**
 * Makes scripts that only carry what a page is built from be data, which is not run and stays, as JSON-LD does. To be
 * called when it has been judged what the scripts of a page could change.
 */
export function keepStatedData(root: HtmlRoot): void {
  let left = SCRIPTS_LOOKED_AT;
  for (const element of elements(root)) {
    if (element.tag !== 'script') continue;
    if (--left < 0) return;
    const [first] = element.children;
    if (first?.type === 'text' && STATED.test(first.text.slice(0, 80))) element.attributes.set('type', 'text/x-state');
  }
}

/**
 * The page that the data of an empty one describes, for its template to be read off; null for a page that shows
 * something, for other sites and without such data.
 */
export function treeFromData(
  template: string,
  root: HtmlRoot,
): { readonly root: HtmlRoot; readonly notes: readonly string[] } | null {
  const tree = TREES[template];
  if (!tree) return null;
  const html = root.children.find((child) => isElement(child, 'html'));
  const body = isElement(html) ? html.children.filter((child) => isElement(child, 'body')) : [];
  if (shownText(body).length > NEARLY_EMPTY_CHARACTERS) return null;
  const made = tree(root);
  const note = 'The page shows nothing before its scripts have run; this is what it carries for them as data.';
  return made && { root: made, notes: [note] };
}
