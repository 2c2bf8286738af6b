import { SCREEN } from './media.ts';

/** What relative units refer to, in CSS pixels. `percent` is null where the reference is not known without layout. */
export interface LengthContext {
  readonly fontSize: number;
  readonly rootFontSize: number;
  readonly percent: number | null;
}

const ABSOLUTE: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

const VIEWPORT: Readonly<Record<string, number>> = {
  vw: SCREEN.width / 100,
  vi: SCREEN.width / 100,
  vh: SCREEN.height / 100,
  vb: SCREEN.height / 100,
  vmin: SCREEN.height / 100,
  vmax: SCREEN.width / 100,
};

const FONT: Readonly<Record<string, number>> = { em: 1, ex: 0.5, ch: 0.5, ic: 1, cap: 0.7, lh: 1.2 };
const ROOT_FONT: Readonly<Record<string, number>> = { rem: 1, rex: 0.5, rch: 0.5, ric: 1, rcap: 0.7, rlh: 1.2 };

/**
 * A length or number in pixels; null when the text is not one. NaN stands for a valid length that cannot be known
 * without layout (a percentage of an unknown size, an anchor function).
 */
export function parseLength(text: string, context: LengthContext): number | null {
  const simple = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/iu.exec(text);
  if (simple) return dimension(Number(simple[1]), (simple[2] ?? '').toLowerCase(), context);
  if (!text.includes('(') || text.length > MAX_EXPRESSION_LENGTH) return null;
  return new Expression(text.toLowerCase(), context).value();
}

/** A plain number (`opacity`, `scale`, colour components); a percentage counts as a hundredth of `whole`. */
export function parseNumber(text: string, whole = 1): number | null {
  return parseLength(text, { fontSize: 16, rootFontSize: 16, percent: whole });
}

const MAX_EXPRESSION_LENGTH = 2000;
const MAX_EXPRESSION_DEPTH = 32;

function dimension(value: number, unit: string, context: LengthContext): number | null {
  if (unit === '') return value;
  if (unit === '%') return context.percent === null ? Number.NaN : (value / 100) * context.percent;
  const font = FONT[unit];
  if (font !== undefined) return value * font * context.fontSize;
  const root = ROOT_FONT[unit];
  if (root !== undefined) return value * root * context.rootFontSize;
  const fixed = ABSOLUTE[unit] ?? VIEWPORT[unit] ?? VIEWPORT[unit.slice(1)];
  if (fixed !== undefined) return value * fixed;
  if (/^cq(?:w|h|i|b|min|max)$/u.test(unit)) return Number.NaN;
  return ANGLE[unit] === undefined ? null : value * (ANGLE[unit] ?? 0);
}

/** Angles in degrees, so that transforms can use the same reader. */
const ANGLE: Readonly<Record<string, number>> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360, s: 1000, ms: 1 };

const CONSTANTS: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  infinity: Number.MAX_SAFE_INTEGER,
  '-infinity': -Number.MAX_SAFE_INTEGER,
};

/** calc(), min(), max(), clamp() and the other math functions, by recursive descent. */
class Expression {
  readonly #text: string;
  readonly #context: LengthContext;
  #at = 0;
  #depth = 0;

  constructor(text: string, context: LengthContext) {
    this.#text = text;
    this.#context = context;
  }

  value(): number | null {
    const value = this.#product(this.#factor());
    this.#space();
    return this.#at === this.#text.length ? value : null;
  }

  #sum(): number | null {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) return null;
    let left = this.#product(this.#factor());
    for (this.#space(); left !== null; this.#space()) {
      const sign = this.#text[this.#at];
      if (sign !== '+' && sign !== '-') break;
      this.#at++;
      const right = this.#product(this.#factor());
      left = right === null ? null : sign === '+' ? left + right : left - right;
    }
    this.#depth--;
    return left;
  }

  #product(first: number | null): number | null {
    let left = first;
    for (this.#space(); left !== null; this.#space()) {
      const sign = this.#text[this.#at];
      if (sign !== '*' && sign !== '/') break;
      this.#at++;
      const right = this.#factor();
      left = right === null ? null : sign === '*' ? left * right : left / right;
    }
    return left;
  }

  #factor(): number | null {
    this.#space();
    const rest = this.#text.slice(this.#at);
    const number = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?/u.exec(rest);
    if (number) {
      this.#at += number[0].length;
      return dimension(Number(number[1]), number[2] ?? '', this.#context);
    }
    const word = /^-?[a-z][a-z0-9-]*/u.exec(rest)?.[0] ?? '';
    this.#at += word.length;
    if (this.#text[this.#at] !== '(') return CONSTANTS[word] ?? null;
    this.#at++;
    const found = this.#arguments();
    if (this.#text[this.#at] !== ')' && this.#at < this.#text.length) return null;
    this.#at++;
    return found === null ? null : apply(word, found);
  }

  #arguments(): number[] | null {
    const found: number[] = [];
    for (;;) {
      const value = this.#sum();
      if (value === null) return null;
      found.push(value);
      this.#space();
      if (this.#text[this.#at] !== ',') return found;
      this.#at++;
    }
  }

  #space(): void {
    while (/\s/u.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}

function apply(name: string, values: readonly number[]): number | null {
  const [first = 0, second = 0, third = 0] = values;
  if (name === '' || name === 'calc' || name === '-webkit-calc') return values.length === 1 ? first : null;
  if (name === 'min') return Math.min(...values);
  if (name === 'max') return Math.max(...values);
  if (name === 'clamp') return values.length === 3 ? Math.max(first, Math.min(second, third)) : null;
  if (name === 'abs') return Math.abs(first);
  if (name === 'sign') return Math.sign(first);
  if (name === 'sqrt') return Math.sqrt(first);
  if (name === 'pow') return first ** second;
  if (name === 'exp') return Math.exp(first);
  if (name === 'hypot') return Math.hypot(...values);
  if (name === 'mod') return first - second * Math.floor(first / second);
  if (name === 'rem') return first % second;
  if (name === 'round') return second === 0 ? Math.round(first) : Math.round(first / second) * second;
  if (name === 'sin') return Math.sin((first * Math.PI) / 180);
  if (name === 'cos') return Math.cos((first * Math.PI) / 180);
  if (name === 'fit-content' || name === 'anchor' || name === 'anchor-size' || name === 'calc-size') return Number.NaN;
  return null;
}
