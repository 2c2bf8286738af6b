import type { Suspect } from '../../visibility/rendered/bands.ts';
import { hasUnchangeableInk, paintsTextOnly } from '../../visibility/rendered/inline-ink.ts';
import {
  hideBoxes,
  hideSome,
  hideTextBackgrounds,
  type PseudoStyles,
  takeAway,
} from '../../visibility/rendered/proof-sheets.ts';
import { selectorOf } from '../../visibility/rendered/selector.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { FrameRules } from './frame-sheets.ts';
import type { Photographer } from './photographer.ts';

/** Ancestors whose background may be painted inside a text. */
const MAX_STEPS = 16;

/** Boxes that stay on the screen over the suspects, taken away. */
export function coverRules(photographer: Photographer, suspects: readonly Suspect[]): FrameRules {
  return rulesFor(photographer, suspects, takeAway, ({ verdict }) => verdict.covers);
}

/** Elements whose background is painted inside the glyphs: without text it has to go as well. */
export function textBackgroundRules(photographer: Photographer, suspects: readonly Suspect[]): FrameRules {
  return rulesFor(photographer, suspects, hideTextBackgrounds, ({ verdict }) => {
    const model = photographer.model(verdict);
    const boxes: number[] = [];
    let box = verdict.styleBox;
    for (let step = 0; model && box !== NONE && step < MAX_STEPS; step++) {
      if (model.style(box)?.clipsToText) boxes.push(box);
      box = model.document.parent(box);
    }
    return boxes;
  });
}

/** One rule for each box, once, where a selector reaches it. */
function rulesFor(
  photographer: Photographer,
  suspects: readonly Suspect[],
  rule: (selectors: readonly string[]) => string,
  boxesOf: (suspect: Suspect) => readonly number[],
): FrameRules {
  const rules = new FrameRules();
  const done = new Set<string>();
  for (const suspect of suspects) {
    const model = photographer.model(suspect.verdict);
    for (const box of boxesOf(suspect)) {
      const key = `${suspect.verdict.session} ${suspect.verdict.document} ${box}`;
      const selector = model && !done.has(key) ? selectorOf(model.document, model.document.nodeOf(box)) : null;
      done.add(key);
      if (model && selector) rules.add(model.document, rule([selector]));
    }
  }
  return rules;
}

/**
 * Texts whose own style keeps their ink whatever our sheets say: hidden with their element where that paints nothing
 * else. Returns those texts as well; the others become unproven.
 */
export function stubbornRules(
  photographer: Photographer,
  suspects: readonly Suspect[],
  { layeredFill }: PseudoStyles,
): { rules: FrameRules; hiddenWhole: ReadonlySet<TextVerdict> } {
  const rules = new FrameRules();
  const hiddenWhole = new Set<TextVerdict>();
  for (const { verdict } of suspects) {
    const model = photographer.model(verdict);
    if (!model || (!layeredFill && !hasUnchangeableInk(model, verdict.styleBox))) continue;
    const selector = selectorOf(model.document, model.document.nodeOf(verdict.styleBox));
    if (selector && paintsTextOnly(model, verdict.styleBox)) {
      rules.add(model.document, hideBoxes([selector]));
      hiddenWhole.add(verdict);
    } else if (!layeredFill) {
      verdict.label = 'unproven';
      verdict.reason = 'its ink cannot be taken away for a picture';
    }
  }
  return { rules, hiddenWhole };
}

/** Hides the text of one layer only; texts that no selector reaches become unproven. */
export function layerRules(photographer: Photographer, layer: readonly Suspect[]): FrameRules {
  const rules = new FrameRules();
  for (const { verdict } of layer) {
    const model = photographer.model(verdict);
    const selector = model && selectorOf(model.document, model.document.nodeOf(verdict.styleBox));
    if (selector) rules.add(model.document, hideSome([selector]));
    else {
      verdict.label = 'unproven';
      verdict.reason = 'text over text in a component';
    }
  }
  return rules;
}
