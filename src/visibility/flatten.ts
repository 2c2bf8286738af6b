import type { HtmlElement, HtmlNode, HtmlParent } from '../html/tree.ts';
import { elements } from '../html/tree.ts';
import { assign, shadowTemplate } from './shadow.ts';

/** Puts declared shadow roots in place of their hosts' children, slots filled, inner roots first. */
export function flattenShadows(parent: HtmlParent): void {
  for (const host of [...elements(parent)]) {
    const template = host.children.length === 0 ? null : shadowTemplate(host);
    if (!template?.content) continue;
    const root = template.content;
    const bySlot = assign(host, root);
    flattenShadows(root);
    fillSlots(root, bySlot);
    const children = root.children.filter(
      (node) => node.type !== 'element' || (node.tag !== 'style' && node.tag !== 'link'),
    );
    root.children = [];
    host.children = children;
    for (const child of children) child.parent = host;
  }
}

function fillSlots(parent: HtmlParent, bySlot: ReadonlyMap<HtmlElement, readonly HtmlNode[]>): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const nodes = child.tag === 'slot' ? (bySlot.get(child) ?? []) : [];
    if (nodes.length === 0) fillSlots(child, bySlot);
    else {
      child.children = [...nodes];
      for (const node of nodes) node.parent = child;
    }
  }
}
