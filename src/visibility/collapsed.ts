import { oneLine, truncate } from '../base/text.ts';
import type { HtmlElement, HtmlNode, HtmlRoot } from '../html/tree.ts';
import { ancestors, elements, isElement, textContent, walk } from '../html/tree.ts';
import type { ElementCase } from './rules/rule.ts';
import type { Collapsed } from './sight.ts';

const LABEL_LENGTH = 120;

/** The controls of a page by what they open: ids named in `aria-controls`, `data-bs-target` and the like. */
export class ControlIndex {
  readonly #byTarget = new Map<string, HtmlElement>();
  readonly #byId = new Map<string, HtmlElement>();
  /** The control that opens each collapsed element found so far. */
  readonly used = new Map<HtmlElement, HtmlElement>();

  readonly #shownOptions = new Map<HtmlElement, HtmlElement | null>();

  constructor(root: HtmlRoot) {
    walk(root, (element) => {
      if (element.type !== 'element' || element.attributes.size === 0) return true;
      const id = element.attributes.get('id');
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
      for (const target of targetsOf(element)) if (!this.#byTarget.has(target)) this.#byTarget.set(target, element);
      return true;
    });
  }

  /** The option that a closed select shows: the last one selected, or the first. */
  shownOption(select: HtmlElement): HtmlElement | null {
    let shown = this.#shownOptions.get(select);
    if (shown === undefined) {
      const options = [...elements(select)].filter((element) => element.tag === 'option');
      shown = options.findLast((option) => option.attributes.has('selected')) ?? options[0] ?? null;
      this.#shownOptions.set(select, shown);
    }
    return shown;
  }

  /** The control of an element, with a text of its own. */
  controlOf(element: HtmlElement): HtmlElement | null {
    const id = element.attributes.get('id');
    const direct = id === undefined ? undefined : this.#byTarget.get(id);
    if (direct && labelOf(direct) !== '') return direct;
    for (const name of element.attributes.get('aria-labelledby')?.split(/\s+/u) ?? []) {
      const labelled = this.#byId.get(name);
      if (labelled && isControl(labelled) && labelOf(labelled) !== '') return labelled;
    }
    return neighbour(element);
  }
}

/** What an element says it opens. A plain link to a place on the page opens nothing. */
function targetsOf(element: HtmlElement): string[] {
  const { attributes } = element;
  const targets: string[] = [];
  const add = (value: string | undefined) => {
    if (value) targets.push(...value.split(/[\s,]+/u).map((part) => part.replace(/^#/u, '')));
  };
  add(attributes.get('aria-controls'));
  add(attributes.get('popovertarget'));
  add(attributes.get('commandfor'));
  const toggle = attributes.get('data-bs-toggle') ?? attributes.get('data-toggle');
  add(attributes.get('data-bs-target') ?? (toggle === undefined ? undefined : attributes.get('data-target')));
  const href = attributes.get('href');
  if ((toggle !== undefined || attributes.get('role') === 'tab') && href?.startsWith('#')) add(href);
  return targets;
}

function isControl(element: HtmlElement): boolean {
  return (
    element.tag === 'button' ||
    element.tag === 'summary' ||
    /^(?:button|tab|menuitem)$/u.test(element.attributes.get('role') ?? '') ||
    element.attributes.has('aria-expanded') ||
    element.attributes.has('data-bs-toggle') ||
    element.attributes.has('data-toggle')
  );
}

/** Looking for an element's place among more siblings than this would take time that grows with their square. */
const MAX_NEIGHBOURS = 1000;

/** A button right before the element that says of itself that it is closed. */
function neighbour(element: HtmlElement): HtmlElement | null {
  const siblings = element.parent?.children ?? [];
  if (siblings.length > MAX_NEIGHBOURS) return null;
  for (let i = siblings.indexOf(element) - 1; i >= 0; i--) {
    const sibling = siblings[i];
    if (sibling?.type !== 'element') continue;
    const candidates = [sibling, ...(sibling.children.length <= 3 ? elements(sibling) : [])];
    return (
      candidates.find(
        (candidate) => candidate.attributes.get('aria-expanded') === 'false' && labelOf(candidate) !== '',
      ) ?? null
    );
  }
  return null;
}

export function labelOf(control: HtmlElement): string {
  const text =
    oneLine(textContent(control)) ||
    oneLine(control.attributes.get('aria-label') ?? control.attributes.get('value') ?? '');
  return truncate(text, LABEL_LENGTH);
}

/**
 * Whether an element is content behind a control a person can use, and how it is called there. Only content that is
 * out of sight in a plain way (not painted, no height) can be collapsed: text in tiny or white letters stays hidden.
 */
export function collapsedKind(input: ElementCase, controls: ControlIndex): Collapsed | null {
  const { element, facts } = input;
  if (element.tag === 'details')
    return element.attributes.has('open') || facts.style.is('display', 'none') ? null : detailsOf(element);
  if (element.tag === 'option') return facts.style.is('display', 'none') ? null : optionOf(element, input, controls);
  if (!isShut(input)) return null;
  const control = controls.controlOf(element);
  if (!control || contains(element, control)) return null;
  const role = element.attributes.get('role');
  const isTab =
    role === 'tabpanel' ||
    control.attributes.get('role') === 'tab' ||
    /^(?:tab|pill)$/u.test(control.attributes.get('data-bs-toggle') ?? control.attributes.get('data-toggle') ?? '');
  if (!isTab && !opens(control)) return null;
  controls.used.set(element, control);
  return { kind: isTab ? 'tab' : 'accordion', label: labelOf(control), code: holdsCode(element) };
}

/** A control that says it opens something; `aria-controls` alone may name what it fills or filters. */
export function opens(control: HtmlElement): boolean {
  return (
    control.attributes.get('aria-expanded') === 'false' ||
    control.attributes.has('aria-haspopup') ||
    control.attributes.has('popovertarget') ||
    /^(?:show|toggle)-|^open$/u.test(control.attributes.get('command') ?? '') ||
    control.attributes.has('data-bs-toggle') ||
    control.attributes.has('data-toggle')
  );
}

function isShut({ facts }: ElementCase): boolean {
  const { style } = facts;
  return (
    style.is('display', 'none') ||
    !style.is('visibility', 'visible') ||
    style.is('content-visibility', 'hidden') ||
    (facts.clipsY && facts.boxHeight !== null && facts.boxHeight < 2) ||
    facts.opacity < 0.05
  );
}

function detailsOf(element: HtmlElement): Collapsed {
  const summary = element.children.find((child) => isElement(child, 'summary'));
  const label = summary?.type === 'element' ? labelOf(summary) : '';
  return { kind: 'details', label: label || 'Details', code: false };
}

/** An option that a closed select does not show. List boxes show theirs. */
function optionOf(option: HtmlElement, { parent }: ElementCase, controls: ControlIndex): Collapsed | null {
  const select = [...ancestors(option)].find((up) => up.tag === 'select');
  if (!select || select.attributes.has('multiple') || Number(select.attributes.get('size') ?? '1') > 1) return null;
  if (!parent.style.is('visibility', 'visible') || parent.clip.hidden !== null) return null;
  if (controls.shownOption(select) === option) return null;
  const label = select.attributes.get('aria-label') ?? select.attributes.get('name') ?? '';
  return { kind: 'accordion', label: truncate(oneLine(label), LABEL_LENGTH) || 'Choices', code: false };
}

export function holdsCode(element: HtmlElement): boolean {
  for (const inside of elements(element)) if (inside.tag === 'pre' || inside.tag === 'code') return true;
  return false;
}

export function contains(outer: HtmlElement, inner: HtmlNode): boolean {
  for (const up of ancestors(inner)) if (up === outer) return true;
  return false;
}
