import type { ComputedStyle } from './css/computed-style.ts';
import { ready } from './css/rule-index.ts';
import { factsOf, type StyleFacts } from './facts.ts';
import type { ElementCase } from './rules/rule.ts';
import { childView, shifted, type View } from './view.ts';

/** Facts and views, shared by equal boxes in equal places so that what follows from them is worked out once. */
export class Boxes {
  readonly #facts = new Map<ComputedStyle, StyleFacts>();
  readonly #itemFacts = new Map<ComputedStyle, StyleFacts>();
  readonly #views = new Map<View, Map<StyleFacts, View>>();

  viewOf(input: ElementCase): View {
    const { element, facts, parent } = input;
    if (element.namespace !== 'html' || element.tag === 'html' || element.tag === 'body') return this.#newView(input);
    let known = this.#views.get(parent);
    if (!known) {
      known = new Map();
      this.#views.set(parent, known);
    }
    let view = known.get(facts);
    if (!view) {
      view = this.#newView(input);
      known.set(facts, view);
    }
    return view;
  }

  #newView(input: ElementCase): View {
    const { element, facts, parent } = input;
    const isRootBox = (element.tag === 'html' || element.tag === 'body') && element.namespace === 'html';
    const view = childView(parent, facts, isRootBox);
    const svg = element.namespace === 'svg';
    const limited = view.clip.width !== null || view.clip.height !== null;
    const clip = limited ? shifted(view.clip, this.#inset(facts, 'left'), this.#inset(facts, 'top')) : view.clip;
    return svg !== view.svg || clip !== view.clip ? { ...view, svg, clip } : view;
  }

  /** How far content is known to start inside the enclosing clip: margin, padding and, when positioned, offset. */
  #inset(facts: StyleFacts, side: 'left' | 'top'): number {
    const { style } = facts;
    const known = (value: number | null) => (value === null || Number.isNaN(value) ? 0 : value);
    const own = facts.clipsX || facts.clipsY ? 0 : Math.max(0, known(style.length(`margin-${side}`)));
    const padding = Math.max(0, known(style.length(`padding-${side}`)));
    const offset = facts.positioned && !facts.clipsX && !facts.clipsY ? known(style.length(side)) : 0;
    const moved = facts.clipsX || facts.clipsY ? 0 : side === 'left' ? facts.transform.x : facts.transform.y;
    return facts.inline ? 0 : Math.max(0, own + (facts.clipsY ? 0 : padding) + offset + moved);
  }

  factsOf(style: ComputedStyle, item = false): StyleFacts {
    const cache = item ? this.#itemFacts : this.#facts;
    let facts = cache.get(style);
    if (!facts) {
      facts = factsOf(style, item);
      cache.set(style, facts);
    }
    return facts;
  }
}

/** What opening does to a box that a control keeps shut. */
export const OPENED = ready([
  { property: 'display', value: 'block', important: true },
  { property: 'visibility', value: 'visible', important: true },
  { property: 'content-visibility', value: 'visible', important: true },
  { property: 'opacity', value: '1', important: true },
  { property: 'height', value: 'auto', important: true },
  { property: 'max-height', value: 'none', important: true },
  { property: 'overflow', value: 'visible', important: true },
]);
