/** Selectors as the matcher reads them; what parses them and what matches them meet here only. */
export type SelectorList = readonly Selector[];

/** A complex selector, compounds from right to left: `combinators[i]` stands between compound i + 1 and compound i. */
export interface Selector {
  readonly compounds: readonly Compound[];
  readonly combinators: readonly Combinator[];
  /** a × 10⁶ + b × 10³ + c. */
  readonly specificity: number;
  readonly pseudoElement: string | null;
  /** What `::slotted(…)` asks of the slotted element; null for every other selector. */
  readonly slotted: SelectorList | null;
  /** Names that some ancestor must carry, for the quick refusal in rule-index.ts: `#id`, `.class`, `tag`. */
  readonly ancestorNames: readonly string[];
  /** The combinator a relative selector (inside :has, or nested) begins with. */
  readonly leading: Combinator | null;
}

export type Combinator = ' ' | '>' | '+' | '~';

export interface Compound {
  readonly tag: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly pseudos: readonly PseudoClass[];
}

export interface AttributeTest {
  readonly name: string;
  readonly operator: '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';
  readonly value: string;
  readonly ignoreCase: boolean;
}

/** A pseudo-class as the matcher tests it. `never` stands for states that a page at rest is not in. */
export type PseudoClass =
  | { readonly kind: 'is' | 'not' | 'has'; readonly list: SelectorList }
  | { readonly kind: 'host'; readonly list: SelectorList | null }
  | {
      readonly kind: 'nth';
      readonly step: number;
      readonly offset: number;
      readonly fromEnd: boolean;
      readonly ofType: boolean;
      readonly of: SelectorList | null;
    }
  | { readonly kind: 'lang' | 'dir'; readonly values: readonly string[] }
  | { readonly kind: StateKind }
  | { readonly kind: 'never' | 'always' };

export type StateKind =
  | 'root'
  | 'empty'
  | 'link'
  | 'checked'
  | 'disabled'
  | 'enabled'
  | 'required'
  | 'optional'
  | 'open'
  | 'defined'
  | 'placeholder-shown'
  | 'target'
  | 'read-only'
  | 'read-write'
  | 'invalid'
  | 'valid';
