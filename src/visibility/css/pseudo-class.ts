import type { PseudoClass, SelectorList, StateKind } from './selector-types.ts';

/** Parses the selectors inside a pseudo-class, one level deeper; handed in, since they may hold pseudo-classes again. */
type ParseList = (text: string, forgiving: boolean) => SelectorList | null;

interface Parsed {
  readonly test: PseudoClass;
  readonly specificity: number;
}

const STATES: Readonly<Record<string, StateKind>> = {
  root: 'root',
  scope: 'root',
  empty: 'empty',
  link: 'link',
  'any-link': 'link',
  '-webkit-any-link': 'link',
  checked: 'checked',
  disabled: 'disabled',
  enabled: 'enabled',
  required: 'required',
  optional: 'optional',
  open: 'open',
  defined: 'defined',
  'placeholder-shown': 'placeholder-shown',
  target: 'target',
  'read-only': 'read-only',
  'read-write': 'read-write',
  invalid: 'invalid',
  valid: 'valid',
};

/** States of pointers, focus, history, media and dialogs that need a person or a script. */
const NEVER = new Set([
  'hover',
  'active',
  'focus',
  'focus-within',
  'focus-visible',
  'visited',
  'target-within',
  'fullscreen',
  '-webkit-full-screen',
  'picture-in-picture',
  'user-invalid',
  'user-valid',
  'autofill',
  '-webkit-autofill',
  'modal',
  'popover-open',
  'playing',
  'paused',
  'seeking',
  'buffering',
  'stalled',
  'muted',
  'volume-locked',
  'current',
  'past',
  'future',
  '-webkit-drag',
  'local-link',
  'blank',
  'indeterminate',
  'default',
  'in-range',
  'out-of-range',
  'state',
  'active-view-transition',
  'xr-overlay',
  'single-button',
  'increment',
  'decrement',
  'horizontal',
  'vertical',
  'start',
  'end',
  'double-button',
  'no-button',
  'corner-present',
  'window-inactive',
  'has-slotted',
]);

const FIXED_NTH: Readonly<Record<string, readonly [step: number, offset: number, fromEnd: boolean, ofType: boolean]>> =
  {
    'first-child': [0, 1, false, false],
    'last-child': [0, 1, true, false],
    'first-of-type': [0, 1, false, true],
    'last-of-type': [0, 1, true, true],
  };

const nthFixed = (facts: readonly [number, number, boolean, boolean]): PseudoClass => ({
  kind: 'nth',
  step: facts[0],
  offset: facts[1],
  fromEnd: facts[2],
  ofType: facts[3],
  of: null,
});

/** Null when the pseudo-class is unknown or malformed, which makes the selector invalid. */
export function parsePseudoClass(name: string, argument: string | null, parseList: ParseList): Parsed | null {
  if (argument === null) return parsePlain(name);
  if (name === 'is' || name === 'where' || name === 'matches' || name === '-webkit-any') {
    const list = parseList(argument, true) ?? [];
    return { test: { kind: 'is', list }, specificity: name === 'where' ? 0 : heaviest(list) };
  }
  if (name === 'not' || name === 'has') {
    const list = parseList(argument, false);
    return list && list.length > 0 ? { test: { kind: name, list }, specificity: heaviest(list) } : null;
  }
  if (name === 'host' || name === 'host-context') {
    const list = parseList(argument, false);
    return list ? { test: { kind: 'host', list }, specificity: 1000 + heaviest(list) } : null;
  }
  if (name.startsWith('nth-')) return parseNth(name, argument, parseList);
  if (name === 'lang' || name === 'dir') {
    const values = argument.split(',').map((value) =>
      value
        .trim()
        .replace(/^["']|["']$/gu, '')
        .toLowerCase(),
    );
    return { test: { kind: name, values }, specificity: 1000 };
  }
  return NEVER.has(name) ? { test: { kind: 'never' }, specificity: 1000 } : null;
}

function parsePlain(name: string): Parsed | null {
  const state = STATES[name];
  if (state) return { test: { kind: state }, specificity: 1000 };
  if (NEVER.has(name)) return { test: { kind: 'never' }, specificity: 1000 };
  const fixed = FIXED_NTH[name];
  if (fixed) return { test: nthFixed(fixed), specificity: 1000 };
  if (name === 'host') return { test: { kind: 'host', list: null }, specificity: 1000 };
  if (name === 'only-child' || name === 'only-of-type') return only(name === 'only-of-type');
  return null;
}

/** `:only-child` is `:first-child:last-child` with the weight of one. */
function only(ofType: boolean): Parsed {
  const compound = {
    tag: null,
    ids: [],
    classes: [],
    attributes: [],
    pseudos: [nthFixed([0, 1, false, ofType]), nthFixed([0, 1, true, ofType])],
  };
  const list = [
    {
      compounds: [compound],
      combinators: [],
      specificity: 0,
      pseudoElement: null,
      slotted: null,
      ancestorNames: [],
      leading: null,
    },
  ];
  return { test: { kind: 'is', list }, specificity: 1000 };
}

function heaviest(list: SelectorList): number {
  return list.reduce((most, selector) => Math.max(most, selector.specificity), 0);
}

function parseNth(name: string, argument: string, parseList: ParseList): Parsed | null {
  const kind = /^nth-(last-)?(child|of-type)$/u.exec(name);
  if (!kind) return null;
  const split = /^([\s\S]*?)\s+of\s+([\s\S]+)$/iu.exec(argument.trim());
  const formula = parseFormula((split?.[1] ?? argument).trim().toLowerCase());
  if (!formula) return null;
  const of = split?.[2] && kind[2] === 'child' ? parseList(split[2], false) : null;
  if (split && !of) return null;
  return {
    test: {
      kind: 'nth',
      step: formula[0],
      offset: formula[1],
      fromEnd: kind[1] !== undefined,
      ofType: kind[2] === 'of-type',
      of,
    },
    specificity: 1000 + (of ? heaviest(of) : 0),
  };
}

function parseFormula(text: string): readonly [step: number, offset: number] | null {
  if (text === 'odd') return [2, 1];
  if (text === 'even') return [2, 0];
  const parts = /^([+-]?\d*)n\s*(?:([+-])\s*(\d+))?$/u.exec(text);
  if (parts) {
    const step = parts[1] === '' || parts[1] === '+' ? 1 : parts[1] === '-' ? -1 : Number(parts[1]);
    return [step, parts[3] === undefined ? 0 : Number(`${parts[2]}${parts[3]}`)];
  }
  return /^[+-]?\d+$/u.test(text) ? [0, Number(text)] : null;
}
