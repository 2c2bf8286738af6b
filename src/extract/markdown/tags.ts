import type { HtmlElement, HtmlNode } from '../../html/tree.ts';

/** Elements that begin a new block, from the rendering section of the HTML Standard (display: block and kin). */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
  form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li listing main menu nav ol optgroup p plaintext pre
  search section summary table tbody td tfoot th thead tr ul video audio xmp`.split(/\s+/u),
);

/** Elements whose content is never text on the page. */
export const SILENT_TAGS: ReadonlySet<string> = new Set(
  `area base basefont bgsound canvas col colgroup command datalist embed frame frameset head link map meta noembed noframes object
  param rp script source style svg template title track`.split(/\s+/u),
);

export const HEADING = /^h[1-6]$/u;

/** White space that HTML folds, and the no-break space, which reads as a blank. */
export const FOLDABLE = /[\t\n\f\r \u00a0]+/gu;

export function classOf(element: HtmlElement): string {
  return element.attributes.get('class') ?? '';
}

/** True when one of the space-separated class names is in `names`. */
export function hasClass(element: HtmlElement, ...names: string[]): boolean {
  const value = element.attributes.get('class');
  if (!value) return false;
  return value.split(/\s+/u).some((name) => names.includes(name));
}

/** All elements below the nodes (and among them) that hold a block element, found in one walk. */
export function blockHolders(nodes: readonly HtmlNode[]): Set<HtmlElement> {
  const holders = new Set<HtmlElement>();
  const visit = (node: HtmlNode): boolean => {
    if (node.type !== 'element') return false;
    let holds = false;
    for (const child of node.children) if (visit(child)) holds = true;
    if (holds) holders.add(node);
    return holds || (node.namespace === 'html' && BLOCK_TAGS.has(node.tag));
  };
  for (const node of nodes) visit(node);
  return holders;
}
