import type { SelectorList } from './selector-types.ts';

/** A parsed style sheet: what may decide whether text can be seen, and what could not be read. */
export interface Sheet {
  readonly rules: readonly StyleRule[];
  readonly imports: readonly ImportRule[];
  /** Every layer name in order of first appearance, dotted (`a.b`); anonymous layers have generated names. */
  readonly layers: readonly string[];
  /** Families of @font-face, lower case. */
  readonly fontFaces: readonly string[];
  /** `@property` rules by the name of the variable. */
  readonly properties: ReadonlyMap<string, RegisteredProperty>;
  readonly keyframes: ReadonlyMap<string, KeyframeEnds>;
  /** Why this sheet may say more than was understood, in fixed words. */
  readonly unread: ReadonlySet<string>;
}

export interface StyleRule {
  readonly selectors: SelectorList;
  readonly declarations: readonly Declaration[];
  /** Dotted layer name, '' for unlayered. */
  readonly layer: string;
}

export interface Declaration {
  /** Lower-case name; custom properties keep their case. */
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

export interface RegisteredProperty {
  readonly initial: string | null;
  readonly inherits: boolean;
}

export interface ImportRule {
  readonly url: string;
  readonly media: string;
  readonly layer: string;
}

/** The declarations in force when an animation has ended and those while it starts. */
export interface KeyframeEnds {
  readonly first: readonly Declaration[];
  readonly last: readonly Declaration[];
}

/** Caps that keep hostile sheets bounded; whatever goes over is named in `unread`. */
export const MAX_RULES = 60_000;
export const MAX_NESTING = 24;
export const MAX_SHEET_LENGTH = 8_000_000;
