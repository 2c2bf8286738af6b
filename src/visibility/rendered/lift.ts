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
  return new Map(root.children.flatMap((child) => below(child, hidden).found));
}

type Found = readonly [HtmlNode, HiddenReason];

interface Below {
  readonly found: readonly Found[];
  readonly visible: boolean;
}

const NOTHING: Below = { found: [], visible: false };
const SEEN: Below = { found: [], visible: true };

function below(node: HtmlNode, hidden: ReadonlyMap<HtmlNode, HiddenReason>): Below {
  const reason = hidden.get(node);
  if (reason) return { found: [[node, reason]], visible: false };
  if (node.type === 'comment') return NOTHING;
  if (node.type === 'text') return node.text.trim() === '' ? NOTHING : SEEN;
  const found: Found[] = [];
  let visible = PICTURES.has(node.tag);
  for (const child of node.children) {
    const inside = below(child, hidden);
    for (const each of inside.found) found.push(each);
    visible ||= inside.visible;
  }
  return lifted(node, found, visible);
}

function lifted(element: HtmlElement, found: readonly Found[], visible: boolean): Below {
  const reason = found[0]?.[1];
  if (!reason || visible || KEPT_APART.has(element.tag)) return { found, visible };
  const isOne = found.every(([, other]) => other.reason === reason.reason && other.type === reason.type);
  return isOne ? { found: [[element, reason]], visible } : { found, visible };
}
