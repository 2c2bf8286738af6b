import { detach, elements, type HtmlElement, type HtmlNode, type HtmlRoot } from '../../html/tree.ts';

/**
 * Pages that are streamed by React arrive out of order: a boundary shows a stand-in (“Loading…”) after
 * `<template id="B:n">`, its real content follows later in `<div hidden id="S:n">`, and a line of script swaps them.
 * A person sees the content, so the swap is done here as that script does it. Likewise `P:n` marks the place of
 * one piece inside a boundary. To be called before visibility is decided.
 */
const SEGMENT_ID = /^S:([0-9a-f]{1,6})$/u;
const PLACE_ID = /^([BP]):([0-9a-f]{1,6})$/u;

/** Puts streamed segments where the page's own script would; returns how many. */
export function placeStreamed(document: HtmlRoot): number {
  const segments = new Map<string, HtmlElement>();
  const places: Array<{ template: HtmlElement; key: string; boundary: boolean }> = [];
  for (const element of elements(document)) {
    const id = element.attributes.get('id');
    if (!id || id.length > 8) continue;
    const segment = element.attributes.has('hidden') ? SEGMENT_ID.exec(id) : null;
    if (segment?.[1]) segments.set(segment[1], element);
    const place = element.tag === 'template' ? PLACE_ID.exec(id) : null;
    if (place?.[2]) places.push({ template: element, key: place[2], boundary: place[1] === 'B' });
  }
  let placed = 0;
  for (const { template, key, boundary } of places) {
    const segment = segments.get(key);
    if (!segment || !template.parent || contains(segment, template)) continue;
    segments.delete(key);
    swap(template, segment, boundary);
    placed++;
  }
  return placed;
}

/** The template, and for a boundary its stand-in up to the closing comment, gives way to the segment's content. */
function swap(template: HtmlElement, segment: HtmlElement, boundary: boolean): void {
  const { parent } = template;
  if (!parent) return;
  const content = segment.children;
  detach(segment);
  segment.children = [];
  const start = parent.children.indexOf(template);
  const end = boundary ? endOfBoundary(parent.children, start + 1) : start + 1;
  for (const node of parent.children.slice(start, end)) node.parent = null;
  for (const node of content) node.parent = parent;
  parent.children = [...parent.children.slice(0, start), ...content, ...parent.children.slice(end)];
}

/** Index of the comment that closes the boundary; boundaries may nest. */
function endOfBoundary(nodes: readonly HtmlNode[], from: number): number {
  let open = 0;
  for (let i = from; i < nodes.length; i++) {
    const node = nodes[i];
    if (node?.type !== 'comment') continue;
    if (node.text === '/$') {
      if (open === 0) return i;
      open--;
    } else if (node.text === '$' || node.text === '$?' || node.text === '$!') open++;
  }
  return from;
}

function contains(outer: HtmlElement, inner: HtmlElement): boolean {
  for (let node = inner.parent; node; node = node.parent) if (node === outer) return true;
  return false;
}
