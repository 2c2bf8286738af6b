import type { Rect } from './geometry.ts';
import type { Flag } from './text-case.ts';

export type Label = 'visible' | 'hidden' | 'pixels' | 'unproven';

/** What was decided about one fragment of text, or about the value of a form control. */
export interface TextVerdict {
  /** Place of the document in the page: session, and document within its capture. */
  readonly session: number;
  readonly document: number;
  readonly node: number;
  readonly box: number;
  readonly styleBox: number;
  /** Of the node's layout text; 0 and the length of the whole for values of controls. */
  readonly start: number;
  readonly length: number;
  readonly text: string;
  /** In pixels of its own document. */
  readonly rect: Rect;
  /** Where it shows, or would after scrolling. */
  readonly shown: Rect;
  readonly kind: 'text' | 'value' | 'placeholder' | 'option' | 'alt';
  /** Boxes to take away for the picture. */
  readonly covers: readonly number[];
  /** The pane in which it has to be scrolled to; NONE when it shows where it stands. */
  readonly pane: number;
  /** `pixels`: undecided until the pictures are compared. */
  label: Label;
  /** In fixed words; empty for plainly visible text. */
  reason: string;
  /** A person can open it: an option of a closed select. */
  collapsed: boolean;
  /** Overlaps other text, so it is hidden alone for its picture. */
  overText: boolean;
  flags: readonly Flag[];
}
