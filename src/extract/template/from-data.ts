import { type HtmlRoot, isElement } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import { youtubeTree } from './sites/youtube-data.ts';

/** With more than this to see, a page speaks for itself: the frame around a page that is still empty shows less. */
const NEARLY_EMPTY_CHARACTERS = 1_000;

/** Sites whose page is empty before its scripts have run: what those would show, in the form of the page shown. */
const TREES: Readonly<Record<string, (root: HtmlRoot) => HtmlRoot | null>> = { youtube: youtubeTree };

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
