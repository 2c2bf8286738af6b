import { parseAttribute } from './attribute-selector.ts';
import { parsePseudoClass } from './pseudo-class.ts';
import type { AttributeTest, Combinator, Compound, PseudoClass, Selector, SelectorList } from './selector-types.ts';
import { TOKEN, type Tokens, tokensOf, tokenText, unescapeCss } from './tokens.ts';

const MAX_SELECTORS = 4096;
const MAX_COMPOUNDS = 64;
const MAX_DEPTH = 8;

/** Parses a selector list, or null when one of its selectors is invalid (which drops the whole rule). */
export function parseSelectorList(
  tokens: Tokens,
  from: number,
  to: number,
  nesting: SelectorList | null,
): SelectorList | null {
  return listOf(tokens, from, to, { nesting, depth: 0, forgiving: false });
}

/** As above for the text inside a functional pseudo-class; invalid members are dropped when `forgiving`. */
function parseSelectorText(
  text: string,
  depth: number,
  forgiving: boolean,
  nesting: SelectorList | null,
): SelectorList | null {
  if (depth > MAX_DEPTH) return null;
  const tokens = tokensOf(text);
  return listOf(tokens, 0, tokens.count, { nesting, depth, forgiving });
}

interface ListContext {
  readonly nesting: SelectorList | null;
  readonly depth: number;
  readonly forgiving: boolean;
}

function listOf(tokens: Tokens, from: number, to: number, context: ListContext): SelectorList | null {
  const selectors: Selector[] = [];
  let start = from;
  for (let i = from; i <= to; i++) {
    const type = i < to ? tokens.types[i] : TOKEN.comma;
    if (type === TOKEN.leftParen || type === TOKEN.leftSquare || type === TOKEN.function) i = tokens.match[i] ?? to;
    else if (type === TOKEN.comma) {
      const selector = new SelectorReader(tokens, start, i, context).read();
      if (selector) selectors.push(selector);
      else if (!context.forgiving) return null;
      if (selectors.length > MAX_SELECTORS) return null;
      start = i + 1;
    }
  }
  return selectors;
}

interface OpenCompound {
  tag: string | null;
  ids: string[];
  classes: string[];
  attributes: AttributeTest[];
  pseudos: PseudoClass[];
  used: boolean;
}

const emptyCompound = (): OpenCompound => ({
  tag: null,
  ids: [],
  classes: [],
  attributes: [],
  pseudos: [],
  used: false,
});

class SelectorReader {
  readonly #tokens: Tokens;
  readonly #to: number;
  readonly #context: ListContext;
  #at: number;
  #current = emptyCompound();
  #compounds: OpenCompound[] = [];
  #combinators: Combinator[] = [];
  #specificity = 0;
  #pseudoElement: string | null = null;
  #slotted: SelectorList | null = null;
  #leading: Combinator | null = null;
  #nested = false;

  constructor(tokens: Tokens, from: number, to: number, context: ListContext) {
    this.#tokens = tokens;
    this.#at = from;
    this.#to = to;
    this.#context = context;
  }

  read(): Selector | null {
    let pending: Combinator | null = null;
    while (this.#at < this.#to) {
      const combinator = this.#combinator();
      if (combinator) {
        if (pending && pending !== ' ' && combinator !== ' ') return null;
        pending = pending && combinator === ' ' ? pending : combinator;
        continue;
      }
      if (pending !== null) {
        if (!this.#join(pending)) return null;
        pending = null;
      }
      if (!this.#simple()) return null;
    }
    if (pending !== null && pending !== ' ') return null;
    return this.#finish();
  }

  #join(combinator: Combinator): boolean {
    if (this.#current.used) {
      if (this.#pseudoElement) return false;
      this.#compounds.push(this.#current);
      this.#combinators.push(combinator);
      this.#current = emptyCompound();
      return this.#compounds.length < MAX_COMPOUNDS;
    }
    if (this.#compounds.length > 0) return false;
    if (combinator !== ' ') this.#leading = combinator;
    return true;
  }

  #combinator(): Combinator | null {
    const type = this.#tokens.types[this.#at];
    if (type === TOKEN.comment) {
      this.#at++;
      return this.#at >= this.#to ? ' ' : this.#combinator();
    }
    if (type === TOKEN.whitespace) {
      this.#at++;
      return ' ';
    }
    const char = type === TOKEN.delim ? tokenText(this.#tokens, this.#at) : '';
    if (char !== '>' && char !== '+' && char !== '~') return null;
    this.#at++;
    return char;
  }

  #simple(): boolean {
    const tokens = this.#tokens;
    const type = tokens.types[this.#at];
    const text = tokenText(tokens, this.#at);
    if (this.#pseudoElement && type !== TOKEN.colon) return false;
    if (type === TOKEN.ident || (type === TOKEN.delim && text === '*')) return this.#type(text);
    if (type === TOKEN.hash) {
      this.#current.ids.push(unescapeCss(text.slice(1)));
      this.#specificity += 1_000_000;
    } else if (type === TOKEN.delim && text === '.') {
      this.#at++;
      if (tokens.types[this.#at] !== TOKEN.ident || this.#at >= this.#to) return false;
      this.#current.classes.push(unescapeCss(tokenText(tokens, this.#at)));
      this.#specificity += 1000;
    } else if (type === TOKEN.delim && text === '&') {
      if (!this.#context.nesting) this.#current.pseudos.push({ kind: 'root' });
      else this.#nest();
    } else if (type === TOKEN.leftSquare) return this.#attribute();
    else if (type === TOKEN.colon) return this.#pseudo();
    else if (type === TOKEN.delim && text === '|') return this.#skipNamespace();
    else return false;
    this.#current.used = true;
    this.#at++;
    return true;
  }

  #skipNamespace(): boolean {
    this.#at++;
    return true;
  }

  #nest(): void {
    const list = this.#context.nesting ?? [];
    this.#current.pseudos.push({ kind: 'is', list });
    this.#specificity += list.reduce((most, selector) => Math.max(most, selector.specificity), 0);
    this.#nested = true;
  }

  #type(text: string): boolean {
    if (this.#current.used) return false;
    this.#at++;
    const bar = this.#at < this.#to && tokenText(this.#tokens, this.#at) === '|';
    this.#current.used = !bar;
    if (bar || text === '*') return true;
    this.#current.tag = unescapeCss(text).toLowerCase();
    this.#specificity += 1;
    return true;
  }

  #attribute(): boolean {
    const close = this.#tokens.match[this.#at] ?? this.#to;
    if (close >= this.#to) return false;
    const body = this.#tokens.source
      .slice(this.#tokens.ends[this.#at], this.#tokens.starts[close])
      .replace(/\/\*[\s\S]*?\*\//gu, '');
    const test = parseAttribute(body);
    if (!test) return false;
    this.#current.attributes.push(test);
    this.#current.used = true;
    this.#specificity += 1000;
    this.#at = close + 1;
    return true;
  }

  #pseudo(): boolean {
    const tokens = this.#tokens;
    const double = tokens.types[this.#at + 1] === TOKEN.colon;
    const at = this.#at + (double ? 2 : 1);
    if (at >= this.#to) return false;
    const type = tokens.types[at];
    const isFunction = type === TOKEN.function;
    if (!isFunction && type !== TOKEN.ident) return false;
    const name = unescapeCss(tokenText(tokens, at).slice(0, isFunction ? -1 : undefined)).toLowerCase();
    const close = isFunction ? Math.min(tokens.match[at] ?? this.#to, this.#to) : at;
    const argument = isFunction
      ? tokens.source.slice(tokens.ends[at], tokens.starts[close] ?? tokens.source.length)
      : null;
    this.#at = close + 1;
    this.#current.used = true;
    if (double || LEGACY_PSEUDO_ELEMENTS.has(name)) return this.#pseudoElementNamed(name, argument);
    const { depth, nesting } = this.#context;
    const parsed = parsePseudoClass(name, argument, (text, forgiving) =>
      parseSelectorText(text, depth + 1, forgiving, nesting),
    );
    if (!parsed) return false;
    this.#current.pseudos.push(parsed.test);
    this.#specificity += parsed.specificity;
    return true;
  }

  #pseudoElementNamed(name: string, argument: string | null): boolean {
    if (name === 'slotted') {
      const list = parseSelectorText(argument ?? '', this.#context.depth + 1, false, this.#context.nesting);
      if (!list) return false;
      this.#slotted = list;
    }
    if (name.startsWith('-moz-') || name.startsWith('-ms-')) return false;
    this.#pseudoElement ??= name === '-webkit-input-placeholder' ? 'placeholder' : name;
    this.#specificity += 1;
    return true;
  }

  #finish(): Selector | null {
    if (!this.#current.used) return null;
    this.#compounds.push(this.#current);
    const relative = this.#context.nesting && this.#context.depth === 0 && !this.#nested;
    if (relative || (this.#context.nesting && this.#context.depth === 0 && this.#leading)) this.#prependParent();
    const compounds = [...this.#compounds].reverse();
    const combinators = [...this.#combinators].reverse();
    return {
      compounds,
      combinators,
      specificity: this.#specificity,
      pseudoElement: this.#pseudoElement,
      slotted: this.#slotted,
      ancestorNames: ancestorNames(compounds, combinators),
      leading: this.#leading,
    };
  }

  /** A nested selector without `&` is a descendant (or what its combinator says) of the parent rule's elements. */
  #prependParent(): void {
    const list = this.#context.nesting ?? [];
    const parent = { ...emptyCompound(), pseudos: [{ kind: 'is', list } satisfies PseudoClass], used: true };
    this.#compounds.unshift(parent);
    this.#combinators.unshift(this.#leading ?? ' ');
    this.#specificity += list.reduce((most, selector) => Math.max(most, selector.specificity), 0);
    this.#leading = null;
  }
}

const LEGACY_PSEUDO_ELEMENTS = new Set(['before', 'after', 'first-line', 'first-letter']);

function ancestorNames(compounds: readonly Compound[], combinators: readonly Combinator[]): string[] {
  const names: string[] = [];
  // A compound stands for an ancestor once a descendant or child combinator lies between it and the subject; a
  // sibling's compound does not.
  for (let i = 1; i < compounds.length; i++) {
    const combinator = combinators[i - 1];
    if (combinator === '+' || combinator === '~') continue;
    const compound = compounds[i];
    if (!compound) continue;
    for (const id of compound.ids) names.push(`#${id.toLowerCase()}`);
    for (const name of compound.classes) names.push(`.${name.toLowerCase()}`);
    if (compound.tag) names.push(compound.tag);
  }
  return names;
}
