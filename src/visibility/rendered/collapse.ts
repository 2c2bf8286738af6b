import {
  ancestors,
  elements,
  type HtmlElement,
  type HtmlNode,
  type HtmlRoot,
  isElement,
  textContent,
} from '../../html/tree.ts';
import { ControlIndex, contains, holdsCode, labelOf, opens } from '../collapsed.ts';
import type { Collapsed, HiddenReason } from '../sight.ts';

/** Plain ways of keeping content shut. Text in tiny or white letters stays hidden, whatever control names it. */
const SHUT =
  /^(?:display:none|hidden attribute|visibility:|content-visibility|closed |opacity close|a box of no size that|outside the box that|covered by another)/u;

/**
 * Content behind a control that a person can use, found among what is hidden. Takes it out of `hidden`.
 * `options` are those of closed selects.
 */
export function findCollapsed(
  root: HtmlRoot,
  hidden: Map<HtmlNode, HiddenReason>,
  options: ReadonlyMap<HtmlElement, Collapsed>,
): Map<HtmlElement, Collapsed> {
  const collapsed = new Map<HtmlElement, Collapsed>();
  const controls = new ControlIndex(root);
  const shutTexts = countTexts(root, hidden);
  for (const element of elements(root)) {
    const option = options.get(element);
    if (option) collapsed.set(element, option);
    const counts = shutTexts.get(element);
    if (!counts || counts.shut === 0 || isInside(element, collapsed)) continue;
    const found = isElement(element, 'details')
      ? detailsOf(element)
      : counts.shut < counts.all
        ? null
        : panelOf(element, controls);
    if (!found || (found.control && !isSeen(found.control, hidden))) continue;
    collapsed.set(element, found.collapsed);
    release(element, hidden);
  }
  return collapsed;
}

interface Counts {
  all: number;
  shut: number;
}

/** Texts below each element, and those of them that are kept shut. */
function countTexts(root: HtmlRoot, hidden: ReadonlyMap<HtmlNode, HiddenReason>): Map<HtmlElement, Counts> {
  const counts = new Map<HtmlElement, Counts>();
  for (const child of root.children) count(child, hidden, counts);
  return counts;
}

function count(
  node: HtmlNode,
  hidden: ReadonlyMap<HtmlNode, HiddenReason>,
  counts: Map<HtmlElement, Counts>,
): Readonly<Counts> {
  if (node.type === 'comment') return { all: 0, shut: 0 };
  if (node.type === 'text') {
    const isShut = SHUT.test(hidden.get(node)?.reason ?? '');
    return { all: node.text.trim() === '' ? 0 : 1, shut: isShut ? 1 : 0 };
  }
  const own: Counts = { all: 0, shut: 0 };
  for (const child of node.children) {
    const below = count(child, hidden, counts);
    own.all += below.all;
    own.shut += below.shut;
  }
  counts.set(node, own);
  return own;
}

interface Found {
  readonly collapsed: Collapsed;
  readonly control: HtmlElement | null;
}

function detailsOf(element: HtmlElement): Found | null {
  if (element.attributes.has('open')) return null;
  const summary = element.children.find((child) => isElement(child, 'summary'));
  const label = summary?.type === 'element' ? labelOf(summary) : '';
  return {
    collapsed: { kind: 'details', label: label || 'Details', code: false },
    control: summary?.type === 'element' ? summary : null,
  };
}

function panelOf(element: HtmlElement, controls: ControlIndex): Found | null {
  const control = controls.controlOf(element);
  if (!control || control === element || contains(element, control)) return null;
  const isTab =
    element.attributes.get('role') === 'tabpanel' ||
    control.attributes.get('role') === 'tab' ||
    /^(?:tab|pill)$/u.test(control.attributes.get('data-bs-toggle') ?? control.attributes.get('data-toggle') ?? '');
  if (!isTab && !opens(control)) return null;
  const collapsed: Collapsed = { kind: isTab ? 'tab' : 'accordion', label: labelOf(control), code: holdsCode(element) };
  return { collapsed, control };
}

/** A control that is itself hidden opens nothing. */
function isSeen(control: HtmlElement, hidden: ReadonlyMap<HtmlNode, HiddenReason>): boolean {
  let texts = 0;
  let gone = 0;
  const visit = (node: HtmlNode) => {
    if (node.type === 'text' && node.text.trim() !== '') {
      texts++;
      if (hidden.has(node)) gone++;
    } else if (node.type === 'element') node.children.forEach(visit);
  };
  visit(control);
  return texts === 0 ? textContent(control).trim() === '' : gone < texts;
}

/** What is shut is no longer hidden; what is hidden in other ways inside stays so. */
function release(element: HtmlElement, hidden: Map<HtmlNode, HiddenReason>): void {
  const visit = (node: HtmlNode) => {
    if (SHUT.test(hidden.get(node)?.reason ?? '')) hidden.delete(node);
    if (node.type === 'element') node.children.forEach(visit);
  };
  visit(element);
}

function isInside(element: HtmlElement, collapsed: ReadonlyMap<HtmlElement, Collapsed>): boolean {
  for (const up of ancestors(element)) if (collapsed.has(up)) return true;
  return false;
}
