import type { HtmlElement, HtmlNode, HtmlRoot } from '../../html/tree.ts';
import type { HiddenReason } from '../sight.ts';

/** What a person sees without any text in it. */
const PICTURES: ReadonlySet<string> = new Set([
  'img',
  'svg',
  'video',
  'canvas',
  'picture',
  'object',
  'embed',
  'math',
  'input',
  'textarea',
  'select',
  'button',
]);

/** Elements that stay for what they are, even with nothing left in them. */
const KEPT_APART: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article', 'head', 'td', 'th', 'tr']);

/**
 * Where all text of an element is hidden for one reason, the element stands for it: one finding instead of many. Not
 * where it holds something else to see.
 */
export function liftHidden(root: HtmlRoot, hidden: ReadonlyMap<HtmlNode, HiddenReason>): Map<HtmlNode, HiddenReason> {
  const visit = (node: HtmlNode): Below => {
    const reason = hidden.get(node);
    if (reason) return { found: [[node, reason]], visible: false };
    if (node.type === 'comment') return NOTHING;
    if (node.type === 'text') return node.text.trim() === '' ? NOTHING : SEEN;
    return join(node, node.children.map(visit));
  };
  return new Map(root.children.flatMap((child) => visit(child).found));
}

interface Below {
  readonly found: ReadonlyArray<readonly [HtmlNode, HiddenReason]>;
  readonly visible: boolean;
}

const NOTHING: Below = { found: [], visible: false };
const SEEN: Below = { found: [], visible: true };

function join(element: HtmlElement, below: readonly Below[]): Below {
  const found = below.flatMap((each) => each.found);
  const visible = PICTURES.has(element.tag) || below.some((each) => each.visible);
  const reason = found[0]?.[1];
  if (!reason || visible || KEPT_APART.has(element.tag)) return { found, visible };
  const isOne = found.every(([, other]) => other.reason === reason.reason && other.type === reason.type);
  return isOne ? { found: [[element, reason]], visible } : { found, visible };
}
