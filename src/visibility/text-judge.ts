import type { HtmlText } from '../html/tree.ts';
import { lengthDoubts, textDoubts, valueDoubts } from './doubts.ts';
import { DOUBT } from './facts.ts';
import { liesOnPicture } from './over-picture.ts';
import type { PageFacts } from './rules/rule.ts';
import { SAME_COLOUR, TEXT_RULES, THICK_LINE } from './rules/text-rules.ts';
import type { View } from './view.ts';

/** Judges texts by where they stand. What does not depend on the text itself is worked out once for each view. */
export class TextJudge {
  /** Families that visible text asks for. */
  readonly families = new Set<string>();
  readonly #page: PageFacts;
  readonly #doubts: Set<string>;
  readonly #places = new Map<View, string | null>();

  constructor(page: PageFacts, doubts: Set<string>) {
    this.#page = page;
    this.#doubts = doubts;
  }

  /** Why the text cannot be seen, or null; doubts about a visible one are noted. */
  reasonFor(node: HtmlText, view: View): string | null {
    const reason = this.#placeReason(view) ?? reasonInText(node.text, view);
    if (reason === SAME_COLOUR && liesOnPicture(node)) this.#doubts.add(DOUBT.image);
    else if (reason === SAME_COLOUR && this.#page.unreadSheets)
      return `${reason}, as far as the style sheets were read`;
    else if (reason !== null) return reason;
    if (view.clip.fixed) lengthDoubts(node.text, view, this.#doubts);
    return null;
  }

  /** The same for what a form control shows in one line of its own, after its padding. */
  valueReason(text: string, view: View): string | null {
    const reason = this.#placeReason(view) ?? reasonInText(text, view);
    if (reason !== null) return reason;
    valueDoubts(view, this.#doubts);
    return null;
  }

  #placeReason(view: View): string | null {
    const known = this.#places.get(view);
    if (known !== undefined) return known;
    let reason: string | null = null;
    for (const rule of TEXT_RULES) if (!rule.readsText) reason ??= rule.test({ text: '', view });
    this.#places.set(view, reason);
    // Blending and filters change colours, and what they change them to is not known here.
    if (reason === THICK_LINE) this.#doubts.add(DOUBT.decoration);
    if (reason === SAME_COLOUR) for (const doubt of view.doubts) this.#doubts.add(doubt);
    if (reason !== null) return reason;
    for (const doubt of view.doubts) this.#doubts.add(doubt);
    textDoubts(view, this.#doubts);
    if (view.style.get('font-family') !== '') this.families.add(view.style.get('font-family'));
    return null;
  }
}

function reasonInText(text: string, view: View): string | null {
  if (view.style.is('text-indent', '0')) return null;
  for (const rule of TEXT_RULES) {
    const reason = rule.readsText ? rule.test({ text, view }) : null;
    if (reason !== null) return reason;
  }
  return null;
}
