import type { Color } from '../css/color.ts';
import type { BoxState } from './box-state.ts';
import type { BoxStyle } from './box-style.ts';
import { clipAll } from './clip-region.ts';
import type { Rect } from './geometry.ts';
import { type InkOnGround, inkOf, inkOnGround } from './ink.ts';
import type { DocumentModel } from './model.ts';
import type { PaintedBox } from './neighbours.ts';
import type { Reach } from './reach.ts';

/** Remarks on text that is visible all the same. */
export type Flag = 'faint' | 'tiny' | 'partial' | 'under-fixed' | 'dimmed' | 'behind-overlay';

const NO_FLAGS: readonly Flag[] = [];
const NO_COVERS: readonly number[] = [];

/** One fragment of text on one line, as rules see it. What they find out together is kept here. */
export class TextCase {
  readonly model: DocumentModel;
  readonly box: number;
  readonly styleBox: number;
  readonly rect: Rect;
  readonly text: string;
  /** The value or label of a form control, judged by the control's box. */
  readonly isControl: boolean;
  readonly state: BoxState;
  readonly style: BoxStyle;
  flags: readonly Flag[] = NO_FLAGS;
  /** Why only pixels can tell: the first doubt that came up. */
  doubt = '';
  /** Movable boxes over it, to be taken away for the picture. */
  covers: readonly number[] = NO_COVERS;
  /** The painted box right behind it that is its ground, if any. */
  #ground: PaintedBox | null = null;
  #reach: Reach | null = null;
  #clipped: Rect | null | undefined;
  #ink: Color | null | undefined;
  #composed: InkOnGround | null = null;

  constructor(
    model: DocumentModel,
    input: { box: number; styleBox: number; rect: Rect; text: string; style: BoxStyle; isControl: boolean },
  ) {
    this.model = model;
    this.box = input.box;
    this.styleBox = input.styleBox;
    this.rect = input.rect;
    this.text = input.text;
    this.style = input.style;
    this.isControl = input.isControl;
    this.state = model.state(input.styleBox);
  }

  flag(flag: Flag): void {
    if (!this.flags.includes(flag)) this.flags = [...this.flags, flag];
  }

  doubtful(reason: string): void {
    this.doubt ||= reason;
  }

  /** What clip shapes leave of the text; null for nothing. */
  get clipped(): Rect | null {
    if (this.#clipped === undefined) this.#clipped = clipAll(this.rect, this.state.clips);
    return this.#clipped;
  }

  get reach(): Reach {
    this.#reach ??= this.model.reach(this.box, this.clipped ?? this.rect);
    return this.#reach;
  }

  /** For text that only an overlay keeps from being scrolled to. */
  assumeReachable(): void {
    this.#reach = { reachable: true, rect: this.clipped ?? this.rect, share: 1, pane: null, fixed: false };
  }

  /** Where the text shows, or would after scrolling. */
  get shown(): Rect {
    return this.reach.reachable ? this.reach.rect : this.rect;
  }

  get ink(): Color | null {
    if (this.#ink === undefined) this.#ink = inkOf(this.model, this.styleBox, this.style);
    return this.#ink;
  }

  get composed(): InkOnGround {
    this.#composed ??= inkOnGround(this.model, {
      box: this.box,
      styleBox: this.styleBox,
      rect: this.rect,
      ink: this.ink,
      inPane: this.reach.reachable && this.reach.pane !== null,
    });
    return this.#composed;
  }

  get ground(): PaintedBox | null {
    return this.#ground;
  }

  /** A solid box behind the text takes the place of the ancestors' backgrounds. */
  standsOn(box: PaintedBox): void {
    this.#ground = box;
  }
}

/** `null` from a rule: it has nothing to say. */
export type RuleResult = { readonly hidden: string } | { readonly visible: string } | null;

/**
 * A rule on one fragment of text. Rules are tried in order and the first result counts; a rule may instead note a
 * doubt or a flag on the case. What is left without result or doubt is visible.
 */
export interface TextRule {
  readonly name: string;
  apply(text: TextCase): RuleResult;
}

export const hidden = (reason: string): RuleResult => ({ hidden: reason });
