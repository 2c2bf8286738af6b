/**
 * One drawn sign with the text it stands for. Places are in points on the page as it is shown: turned upright, the
 * origin at its upper left corner, y downwards.
 */
export interface Glyph {
  /** Usually one character; more for ligatures; empty for signs that the file names no character for. */
  text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where the writing line is met. */
  readonly x: number;
  readonly y: number;
  /** Index into the page’s text objects. */
  readonly object: number;
  /** Stands at a break that PDFium found between this sign and the one before it. */
  readonly breakBefore: boolean;
}

/** Drawn text with one style, as the file has it: a word, a line, or one sign. */
export interface TextObject {
  readonly pointer: number;
  /** Where the file says that it stands. */
  readonly box: Box;
  /** Of letters as they stand on the page, in points; 0 for text that was made to have no size. */
  size: number;
  /** Quarter turns to the left of the writing direction: 0 runs right, 1 up, 2 left, 3 down; null for all others. */
  turn: Turn;
  readonly font: number;
  readonly bold: boolean;
  readonly fixedPitch: boolean;
  /** The font is in the file; others are drawn with what is at hand, which is only Latin letters here. */
  readonly embedded: boolean;
  /** PDF 32000-1, 9.3.6: 0 to 2 paint, 3 paints nothing, 4 to 7 add to the clip. */
  readonly renderMode: number;
  /** Null for patterns, which have no colour of their own. */
  readonly fill: Color | null;
  /** Marked as part of optional content. */
  readonly optional: boolean;
  readonly clipped: boolean;
  /** What the file wants said in place of this text. */
  readonly actualText: string | null;
}

export type Turn = 0 | 1 | 2 | 3 | null;

export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A link’s place and its address. */
export interface LinkArea extends Box {
  readonly url: string;
}

/** Why a person cannot see a text, in fixed words. */
export type Unseen =
  | 'no ink: text render mode 3 or 7'
  | 'letters too small to read'
  | 'off the page'
  | 'fully transparent'
  | 'colour of what lies beneath'
  | 'optional content switched off'
  | 'clipped away'
  | 'painted over'
  | 'leaves no mark on the page'
  | 'one sign standing for a whole text'
  | 'letters piled on one another'
  | 'letters drawn unlike the text they stand for'
  | 'text layer of a scan';
