import { matchesMedia } from './media.ts';
import { isRelevantProperty } from './properties.ts';
import { parseSelectorList } from './selector.ts';
import type { SelectorList } from './selector-types.ts';
import {
  type Declaration,
  type ImportRule,
  type KeyframeEnds,
  MAX_NESTING,
  MAX_RULES,
  MAX_SHEET_LENGTH,
  type RegisteredProperty,
  type Sheet,
  type StyleRule,
} from './sheet.ts';
import { supports } from './supports.ts';
import { sourceBetween, splitTop, TOKEN, type Tokens, tokensOf, tokenText, unescapeCss, unquoteCss } from './tokens.ts';

/** Parses a style sheet for the desktop screen of media.ts. Never throws; time is linear in the source. */
export function parseSheet(source: string): Sheet {
  const state = new SheetParser(source.length > MAX_SHEET_LENGTH ? source.slice(0, MAX_SHEET_LENGTH) : source);
  if (source.length > MAX_SHEET_LENGTH) state.unread.add('a style sheet is too long');
  state.ruleList(0, state.tokens.count, { layer: '', nesting: null, depth: 0 });
  return state;
}

/** Declarations of a `style` attribute. */
export function parseInlineStyle(source: string): Declaration[] {
  const tokens = tokensOf(source);
  const parser = new SheetParser('', tokens);
  const found: Declaration[] = [];
  parser.block(0, tokens.count, { layer: '', nesting: null, depth: MAX_NESTING }, found);
  return found;
}

interface Context {
  readonly layer: string;
  /** Selectors that `&` stands for. */
  readonly nesting: SelectorList | null;
  readonly depth: number;
}

class SheetParser implements Sheet {
  readonly rules: StyleRule[] = [];
  readonly imports: ImportRule[] = [];
  readonly layers: string[] = [];
  readonly fontFaces: string[] = [];
  readonly properties = new Map<string, RegisteredProperty>();
  readonly keyframes = new Map<string, KeyframeEnds>();
  readonly unread = new Set<string>();
  readonly tokens: Tokens;
  #anonymous = 0;

  constructor(source: string, tokens = tokensOf(source)) {
    this.tokens = tokens;
  }

  ruleList(from: number, to: number, context: Context): void {
    const { types, match } = this.tokens;
    for (let i = from; i < to; ) {
      const type = types[i];
      if (type === TOKEN.atKeyword) {
        i = this.atRule(i, to, context, null);
        continue;
      }
      if (isSkipped(type) || type === TOKEN.cdo || type === TOKEN.cdc || type === TOKEN.semicolon) {
        i++;
        continue;
      }
      const open = this.find(i, to, TOKEN.leftCurly, -1);
      if (open >= to) return;
      const close = Math.min(match[open] ?? to, to);
      this.styleRule(i, open, close, context);
      i = close + 1;
    }
  }

  /** Contents of a style rule or a style attribute: declarations, nested rules and nested at-rules. */
  block(from: number, to: number, context: Context, own: Declaration[]): void {
    const { types, match } = this.tokens;
    for (let i = from; i < to; ) {
      const type = types[i];
      if (isSkipped(type) || type === TOKEN.semicolon) {
        i++;
      } else if (type === TOKEN.atKeyword) {
        i = this.atRule(i, to, context, own);
      } else {
        const stop = this.find(i, to, TOKEN.semicolon, TOKEN.leftCurly);
        const colon = this.skip(i + 1, stop);
        const named = type === TOKEN.ident && types[colon] === TOKEN.colon;
        const custom = named && tokenText(this.tokens, i).startsWith('--');
        if (custom || types[stop] !== TOKEN.leftCurly || stop >= to) {
          const end = custom ? this.find(i, to, TOKEN.semicolon, -1) : stop;
          if (named) this.declaration(i, colon, end, own);
          i = end + 1;
        } else {
          const close = Math.min(match[stop] ?? to, to);
          this.styleRule(i, stop, close, context);
          i = close + 1;
        }
      }
    }
  }

  styleRule(from: number, open: number, close: number, context: Context): void {
    if (this.rules.length >= MAX_RULES) {
      this.unread.add('a style sheet has too many rules');
      return;
    }
    if (context.depth >= MAX_NESTING) {
      this.unread.add('style rules are nested too deep');
      return;
    }
    const selectors = parseSelectorList(this.tokens, from, open, context.nesting);
    const declarations: Declaration[] = [];
    const at = this.rules.length;
    const inner = { layer: context.layer, nesting: selectors ?? [], depth: context.depth + 1 };
    this.block(open + 1, close, inner, declarations);
    if (!selectors || selectors.length === 0) {
      this.rules.length = at;
      return;
    }
    if (declarations.length > 0) this.rules.splice(at, 0, { selectors, declarations, layer: context.layer });
  }

  declaration(name: number, colon: number, end: number, own: Declaration[]): void {
    const written = unescapeCss(tokenText(this.tokens, name));
    const property = written.startsWith('--') ? written : written.toLowerCase();
    if (!isRelevantProperty(property)) return;
    let value = sourceBetween(this.tokens, colon + 1, end);
    const important = /!\s*important$/iu.exec(value);
    if (important) value = value.slice(0, important.index).trim();
    if (value.includes('\\') && property !== 'content') value = unescapeCss(value);
    if (value !== '' || property.startsWith('--')) own.push({ property, value, important: important !== null });
  }

  /** Handles the at-rule at `at` and returns the index behind it. `own` is set inside a style rule. */
  atRule(at: number, to: number, context: Context, own: Declaration[] | null): number {
    const { match } = this.tokens;
    const name = unescapeCss(tokenText(this.tokens, at).slice(1)).toLowerCase();
    const semicolon = this.find(at + 1, to, TOKEN.semicolon, TOKEN.leftCurly);
    const hasBlock = semicolon < to && this.tokens.types[semicolon] === TOKEN.leftCurly;
    const prelude = sourceBetween(this.tokens, at + 1, Math.min(semicolon, to));
    if (!hasBlock) {
      this.statement(name, prelude, at + 1, semicolon);
      return semicolon + 1;
    }
    const close = Math.min(match[semicolon] ?? to, to);
    if (context.depth >= MAX_NESTING) this.unread.add('style rules are nested too deep');
    else this.blockRule(name, prelude, semicolon + 1, close, { ...context, depth: context.depth + 1 }, own);
    return close + 1;
  }

  statement(name: string, prelude: string, from: number, to: number): void {
    if (name === 'layer') for (const layer of splitTop(prelude, ',')) this.declareLayer(unescapeCss(layer));
    if (name !== 'import') return;
    const start = this.skip(from, to);
    const first = tokenText(this.tokens, start);
    const end = this.tokens.types[start] === TOKEN.function ? (this.tokens.match[start] ?? to) + 1 : start + 1;
    const url = unquoteCss(end > start + 1 ? sourceBetween(this.tokens, start, end) : first);
    let rest = sourceBetween(this.tokens, Math.min(end, to), to);
    let layer = '';
    const layered = /^layer(?:\(\s*([^)]*?)\s*\))?(?=\s|$)/iu.exec(rest);
    if (layered) {
      layer = this.declareLayer(layered[1] || this.anonymousLayer());
      rest = rest.slice(layered[0].length).trim();
    }
    const supported = /^supports\(/iu.test(rest) ? rest.slice(0, closing(rest, rest.indexOf('(')) + 1) : '';
    if (supported) rest = rest.slice(supported.length).trim();
    if (supported && !supports(supported.slice('supports'.length))) return;
    this.imports.push({ url, media: rest, layer });
  }

  blockRule(
    name: string,
    prelude: string,
    from: number,
    to: number,
    context: Context,
    own: Declaration[] | null,
  ): void {
    const inside = (next: Context) => {
      if (own) this.block(from, to, next, this.#nested(next));
      else this.ruleList(from, to, next);
      this.#flush(next);
    };
    if (name === 'media') {
      if (matchesMedia(prelude)) inside(context);
    } else if (name === 'supports') {
      if (supports(prelude)) inside(context);
    } else if (name === 'layer') {
      const layer = prelude ? unescapeCss(prelude) : this.anonymousLayer();
      const full = context.layer ? `${context.layer}.${layer}` : layer;
      inside({ ...context, layer: this.declareLayer(full) });
    } else if (name === 'starting-style' || name === 'page') {
      // Nothing in these is in force on a page that stands still.
    } else if (name === 'counter-style') this.unread.add('@counter-style is not decided');
    else if (name === 'property') this.registered(prelude, from, to);
    else if (name === 'font-face') this.fontFace(from, to);
    else if (/^(?:-webkit-|-moz-)?keyframes$/u.test(name)) this.keyframesRule(prelude, from, to);
    else if (name === 'container' || name === 'scope') {
      // Whether it applies depends on layout or on more than this reader knows: said, not guessed.
      this.unread.add(`@${name} is not decided`);
    } else if (
      !/^(?:font-feature-values|font-palette-values|view-transition|-ms-|-moz-|-o-|viewport|namespace|charset|position-try|tailwind|apply)/u.test(
        name,
      )
    ) {
      this.unread.add('an unknown @-rule');
    }
  }

  #pending: { context: Context; declarations: Declaration[] }[] = [];

  /** Declarations right inside a nested @media belong to the enclosing selector. */
  #nested(context: Context): Declaration[] {
    const declarations: Declaration[] = [];
    this.#pending.push({ context, declarations });
    return declarations;
  }

  #flush(context: Context): void {
    const top = this.#pending.at(-1);
    if (top?.context !== context) return;
    this.#pending.pop();
    if (top.declarations.length > 0 && context.nesting && context.nesting.length > 0) {
      this.rules.push({ selectors: context.nesting, declarations: top.declarations, layer: context.layer });
    }
  }

  registered(name: string, from: number, to: number): void {
    const source = sourceBetween(this.tokens, from, to);
    const initial = /initial-value\s*:\s*([^;]+)/iu.exec(source)?.[1]?.trim() ?? null;
    const inherits = !/inherits\s*:\s*false/iu.test(source);
    if (name.startsWith('--')) this.properties.set(name, { initial, inherits });
  }

  fontFace(from: number, to: number): void {
    const source = sourceBetween(this.tokens, from, to);
    const family = /font-family\s*:\s*([^;]+)/iu.exec(source)?.[1];
    if (family && /(?:^|[;\s])src\s*:/iu.test(source)) this.fontFaces.push(unquoteCss(family).toLowerCase());
  }

  keyframesRule(prelude: string, from: number, to: number): void {
    const { match } = this.tokens;
    const first: Declaration[] = [];
    const last: Declaration[] = [];
    for (let i = this.skip(from, to); i < to; ) {
      const open = this.find(i, to, TOKEN.leftCurly, -1);
      if (open >= to) break;
      const close = Math.min(match[open] ?? to, to);
      const keys = sourceBetween(this.tokens, i, open).toLowerCase();
      const declarations: Declaration[] = [];
      this.block(open + 1, close, { layer: '', nesting: null, depth: MAX_NESTING }, declarations);
      if (/(?:^|[\s,])(?:from|0%)(?:$|[\s,])/u.test(keys)) first.push(...declarations);
      if (/(?:^|[\s,])(?:to|100%)(?:$|[\s,])/u.test(keys)) last.push(...declarations);
      i = this.skip(close + 1, to);
    }
    this.keyframes.set(unquoteCss(prelude), { first, last });
  }

  declareLayer(name: string): string {
    const parts = name.split('.');
    for (let i = 1; i <= parts.length; i++) {
      const prefix = parts.slice(0, i).join('.');
      if (!this.layers.includes(prefix) && this.layers.length < 1000) this.layers.push(prefix);
    }
    return name;
  }

  anonymousLayer(): string {
    this.#anonymous++;
    return ` ${this.#anonymous}`;
  }

  skip(from: number, to: number): number {
    let i = from;
    while (i < to && isSkipped(this.tokens.types[i])) i++;
    return i;
  }

  /** First token of a wanted type at the top level of brackets, or `to`. Curly blocks end a search for `;` too. */
  find(from: number, to: number, wanted: number, orWanted: number): number {
    const { types, match } = this.tokens;
    for (let i = from; i < to; i++) {
      const type = types[i];
      if (type === wanted || type === orWanted) return i;
      if (type === TOKEN.leftParen || type === TOKEN.leftSquare || type === TOKEN.function) i = match[i] ?? to;
      else if (type === TOKEN.leftCurly) i = match[i] ?? to;
    }
    return to;
  }
}

function isSkipped(type: number | undefined): boolean {
  return type === TOKEN.whitespace || type === TOKEN.comment;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return text.length - 1;
}
