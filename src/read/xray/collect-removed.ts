import { oneLine, truncate } from '../../base/text.ts';
import { type HtmlElement, type HtmlNode, isElement, textContent, walk } from '../../html/tree.ts';
import { findingOf } from '../../visibility/apply.ts';
import { locationOf } from '../../visibility/location.ts';
import type { Rect } from '../../visibility/rendered/geometry.ts';
import { renderedSight } from '../../visibility/rendered/rendered-sight.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import type { Collapsed, Finding } from '../../visibility/sight.ts';
import type { Place } from '../picture/page-places.ts';
import type { SeenLook } from '../see/see-page.ts';
import type { Removed } from './xray.ts';

/** What a look found, before it is known which of the visible text is in the Markdown. */
export interface Collected {
  readonly removed: readonly Removed[];
  /** Visible texts in the order of the page. */
  readonly visible: ReadonlyArray<{ readonly text: string; readonly boxes: readonly Rect[] }>;
}

/** Longest text that is shown of one removal. */
const MAX_TEXT = 4_000;
/** Reports are about a page; more would be a page of their own. */
const MAX_REMOVED = 1_000;

/** Everything that the look takes out of a page, with the places where it stood. Read after everything is decided. */
export function collectRemoved(seen: SeenLook['seen'], place: (verdict: TextVerdict) => Rect | null): Collected {
  const verdicts = new Map<HtmlNode, readonly TextVerdict[]>();
  const controls = new Map<Finding, TextVerdict>();
  const taken: Array<{ readonly kind: 'unproven' | 'overlay'; readonly node: HtmlNode }> = [];
  const { sight, root } = renderedSight({
    ...seen,
    watch: {
      text: (node, own) => void verdicts.set(node, own),
      control: (finding, verdict) => void controls.set(finding, verdict),
      taken: (what, nodes) => {
        if (what !== 'frame') for (const node of nodes) taken.push({ kind: what, node });
      },
    },
  });
  const boxesOf = (node: HtmlNode) => textsIn(node).flatMap((text) => boxes(verdicts.get(text) ?? [], place));
  const gone = new Set<HtmlNode>();
  const removed: Removed[] = [];
  for (const [node, hidden] of sight.hidden) {
    for (const text of textsIn(node)) gone.add(text);
    const finding = findingOf(node, hidden, sight.shown);
    if (finding) removed.push(removedBy(finding, boxesOf(node)));
  }
  for (const finding of sight.findings) {
    const verdict = controls.get(finding);
    removed.push(removedBy(finding, verdict ? boxes([verdict], place) : []));
  }
  for (const { kind, node } of taken) {
    for (const text of textsIn(node)) gone.add(text);
    const reason = kind === 'overlay' ? 'stands before the page' : 'could not be photographed';
    removed.push({ kind, reason, text: shorten(textContent(node)), location: locationOf(node), boxes: boxesOf(node) });
  }
  for (const [element, entry] of sight.collapsed) {
    if (entry.code) continue;
    for (const node of shutNodes(element, entry)) {
      const text = shorten(
        textsIn(node)
          .filter((each) => !gone.has(each))
          .map(textContent)
          .join(' '),
      );
      for (const each of textsIn(node)) gone.add(each);
      if (text === '') continue;
      const reason = `closed ${entry.kind}${entry.label && `: ${entry.label}`}`;
      const own = boxesOf(node);
      const places = own.length > 0 ? own : (summaryOf(element)?.children.flatMap(boxesOf) ?? []);
      removed.push({ kind: 'collapsed', reason, text, location: locationOf(element), boxes: places });
    }
  }
  const visible: Array<{ text: string; boxes: Rect[] }> = [];
  for (const text of root.children.flatMap(textsIn)) {
    if (gone.has(text)) continue;
    for (const verdict of verdicts.get(text) ?? [])
      visible.push({ text: verdict.text, boxes: boxes([verdict], place) });
  }
  return { removed: removed.filter(({ text }) => text !== '').slice(0, MAX_REMOVED), visible };
}

function removedBy({ severity, reason, text, location }: Finding, places: readonly Rect[]): Removed {
  return { kind: severity, reason, text: shorten(text), location, boxes: places };
}

function shorten(text: string): string {
  return truncate(oneLine(text.slice(0, 4 * MAX_TEXT)), MAX_TEXT);
}

/** What is out of sight while the section is closed: all but the summary of a details element. */
function shutNodes(element: HtmlElement, entry: Collapsed): readonly HtmlNode[] {
  if (entry.kind !== 'details') return [element];
  const summary = summaryOf(element);
  return element.children.filter((child) => child !== summary);
}

/** What is closed has no place of its own; it stands behind this. */
function summaryOf(element: HtmlElement): HtmlElement | null {
  return element.children.find((child) => isElement(child, 'summary')) ?? null;
}

function textsIn(node: HtmlNode): HtmlNode[] {
  if (node.type === 'text') return [node];
  if (node.type === 'comment') return [];
  const texts: HtmlNode[] = [];
  walk(node, (child) => {
    if (child.type === 'text') texts.push(child);
    return true;
  });
  return texts;
}

/** Pieces on one line that touch are one box. */
function boxes(verdicts: readonly TextVerdict[], place: (verdict: TextVerdict) => Rect | null): Rect[] {
  const joined: Rect[] = [];
  for (const verdict of verdicts) {
    const rect = place(verdict);
    if (!rect) continue;
    const last = joined.at(-1);
    const touches = last && Math.abs(last.y - rect.y) < 2 && Math.abs(last.x + last.width - rect.x) < 8;
    if (!last || !touches) joined.push(rect);
    else
      joined[joined.length - 1] = {
        ...last,
        width: rect.x + rect.width - last.x,
        height: Math.max(last.height, rect.height),
      };
  }
  return joined;
}

/**
 * Where a verdict stands in a picture of the whole page that is taken at its top: what stays with the screen stands
 * where the first screen shows it. Null beyond the page.
 */
export function placeOnPaper(
  { classified }: SeenLook['seen'],
  place: Place,
  page: { readonly width: number; readonly height: number },
): (verdict: TextVerdict) => Rect | null {
  return ({ session, document, rect, box }) => {
    const model = classified.models[session]?.[document];
    const at = model && place(model, rect);
    if (!model || !at) return null;
    const { scroll, owner } = model.document;
    const stays = owner === null && model.confinements.around(box).fixed;
    const x = at.x - (stays ? scroll.x : 0);
    const y = at.y - (stays ? scroll.y : 0);
    const isOnPage = x < page.width && y < page.height && x + at.width > 0 && y + at.height > 0;
    return isOnPage ? { x, y, width: at.width, height: at.height } : null;
  };
}
