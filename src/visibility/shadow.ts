import type { HtmlElement, HtmlNode, HtmlRoot } from '../html/tree.ts';
import { ancestors, elements } from '../html/tree.ts';
import type { Scope } from './css/cascade.ts';
import { Matcher } from './css/match.ts';
import { collectSheets } from './css/sheets.ts';
import type { FetchedSheets } from './sight.ts';

/** A shadow root that markup declares with `<template shadowrootmode>`. */
export interface ShadowTree {
  readonly template: HtmlElement;
  readonly root: HtmlRoot;
  readonly scope: Scope;
  /** The scope of the host's own children. */
  readonly outer: Scope;
  /** Children of the host by the slot that shows them. */
  readonly bySlot: ReadonlyMap<HtmlElement, readonly HtmlNode[]>;
  readonly assigned: ReadonlySet<HtmlNode>;
}

/** The declared shadow tree of a host, styled; null when it has none. */
export type OpenShadow = (host: HtmlElement, outer: Scope) => ShadowTree | null;

export interface ShadowSettings {
  readonly url: string;
  readonly sheets: FetchedSheets;
  readonly quirks: boolean;
  readonly budget: { steps: number };
  readonly unread: (reason: string) => void;
}

/** The template that declares an element's shadow root, or null. Only the first one counts. */
export function shadowTemplate(host: HtmlElement): HtmlElement | null {
  for (const child of host.children) {
    if (
      child.type === 'element' &&
      child.tag === 'template' &&
      child.content &&
      /^(?:open|closed)$/iu.test(child.attributes.get('shadowrootmode') ?? '')
    )
      return child;
  }
  return null;
}

export function openShadow(host: HtmlElement, outer: Scope, settings: ShadowSettings): ShadowTree | null {
  const template = host.children.length === 0 ? null : shadowTemplate(host);
  if (!template?.content) return null;
  const root = template.content;
  const sheets = collectSheets(root, settings.url, settings.sheets);
  for (const reason of sheets.unread) settings.unread(reason);
  const matcher = new Matcher({ quirks: settings.quirks, host, targetId: '', budget: settings.budget });
  const bySlot = assign(host, root);
  return { template, root, scope: { sheets, matcher }, outer, bySlot, assigned: new Set([...bySlot.values()].flat()) };
}

/** Nodes that a slot shows instead of its own content. */
export function slotOf(shadow: ShadowTree, slot: HtmlElement): readonly HtmlNode[] {
  return shadow.bySlot.get(slot) ?? [];
}

/** What the slots in an element of the component would show. */
export function slottedInto(shadow: ShadowTree | undefined, element: HtmlElement): HtmlNode[] {
  return [...(shadow?.bySlot ?? [])].flatMap(([slot, nodes]) =>
    slot === element || [...ancestors(slot)].includes(element) ? nodes : [],
  );
}

/** Which child goes to which slot: by name, the first slot of a name takes all. */
export function assign(host: HtmlElement, root: HtmlRoot): Map<HtmlElement, HtmlNode[]> {
  const slots = new Map<string, HtmlElement>();
  for (const element of elements(root)) {
    const name = element.attributes.get('name') ?? '';
    if (element.tag === 'slot' && !slots.has(name)) slots.set(name, element);
  }
  const bySlot = new Map<HtmlElement, HtmlNode[]>();
  for (const child of host.children) {
    if (child.type === 'comment') continue;
    if (child.type === 'element' && child.tag === 'template' && child.attributes.has('shadowrootmode')) continue;
    const slot = slots.get(child.type === 'element' ? (child.attributes.get('slot') ?? '') : '');
    if (slot) bySlot.set(slot, [...(bySlot.get(slot) ?? []), child]);
  }
  return bySlot;
}
