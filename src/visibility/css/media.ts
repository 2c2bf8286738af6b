import { splitTop } from './tokens.ts';

/**
 * The screen that "what a person could see" is decided for: an ordinary desktop, 1280 × 800 at one device pixel per
 * CSS pixel, mouse, light theme. The browser path uses the same one (visibility.md, step 0).
 */
export const SCREEN = { width: 1280, height: 800, rootFontSize: 16 } as const;

/** True when a media query list applies to that screen. An empty list applies; a faulty query does not. */
export function matchesMedia(list: string): boolean {
  const text = list.trim().toLowerCase();
  if (text === '') return true;
  return splitTop(text, ',').some((query) => evaluateQuery(query) === true);
}

/** Three values: a query with an unknown feature is neither true nor false, whatever `not` stands before it. */
type Truth = boolean | null;

const TYPE = /^(?:(not|only)\s+)?([a-z-]+)(?:\s+and\s+([\s\S]+))?$/u;

function evaluateQuery(query: string): Truth {
  const typed = TYPE.exec(query);
  if (typed && typed[2] !== 'not' && !(typed[1] === undefined && typed[2] === 'only')) {
    const matches = and(typed[2] === 'screen' || typed[2] === 'all', typed[3] ? evaluateCondition(typed[3], 0) : true);
    return typed[1] === 'not' ? not(matches) : matches;
  }
  return evaluateCondition(query, 0);
}

const MAX_CONDITION_DEPTH = 16;

function evaluateCondition(condition: string, depth: number): Truth {
  if (depth > MAX_CONDITION_DEPTH) return null;
  const words = splitTop(condition.replace(/\b(and|or|not)\(/gu, '$1 ('), ' ');
  if (words[0] === 'not') return not(evaluateCondition(words.slice(1).join(' '), depth + 1));
  let value = evaluateFeature(words[0] ?? '', depth);
  for (let i = 1; i < words.length; i += 2) {
    const next = words[i + 1] ?? '';
    const right = next === 'not' ? null : evaluateFeature(next, depth);
    if (words[i] === 'and') value = and(value, right);
    else if (words[i] === 'or') value = or(value, right);
    else return null;
  }
  return value;
}

function not(value: Truth): Truth {
  return value === null ? null : !value;
}

function and(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

function or(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

/** Discrete features with the values this screen answers to. */
const DISCRETE: Readonly<Record<string, readonly string[]>> = {
  orientation: ['landscape'],
  hover: ['hover'],
  'any-hover': ['hover'],
  pointer: ['fine'],
  'any-pointer': ['fine'],
  'prefers-color-scheme': ['light'],
  'prefers-reduced-motion': ['no-preference'],
  'prefers-contrast': ['no-preference'],
  'prefers-reduced-transparency': ['no-preference'],
  'prefers-reduced-data': ['no-preference'],
  'forced-colors': ['none'],
  'inverted-colors': ['none'],
  'color-gamut': ['srgb'],
  'dynamic-range': ['standard'],
  'video-dynamic-range': ['standard'],
  update: ['fast'],
  'overflow-block': ['scroll'],
  'overflow-inline': ['scroll'],
  scripting: ['enabled'],
  'display-mode': ['browser'],
  scan: ['progressive'],
  grid: ['0'],
  '-webkit-transform-3d': ['1'],
};

/** What a discrete feature without a value asks for is true unless its value means "none". */
const FALSE_ALONE = new Set(['none', 'no-preference', '0']);

const NUMERIC: Readonly<Record<string, number>> = {
  width: SCREEN.width,
  height: SCREEN.height,
  'device-width': 1920,
  'device-height': 1080,
  'aspect-ratio': SCREEN.width / SCREEN.height,
  'device-aspect-ratio': 16 / 9,
  resolution: 1,
  '-webkit-device-pixel-ratio': 1,
  'device-pixel-ratio': 1,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  'horizontal-viewport-segments': 1,
  'vertical-viewport-segments': 1,
};

function evaluateFeature(text: string, depth: number): Truth {
  if (!text.startsWith('(') || !text.endsWith(')')) return null;
  const inner = text.slice(1, -1).trim();
  if (inner.startsWith('(') || inner.startsWith('not')) return evaluateCondition(inner, depth + 1);
  const range = /^([^<>=]+?)\s*(<=|>=|<|>|=)\s*([^<>=]+?)(?:\s*(<=|>=|<|>)\s*([^<>=]+))?$/u.exec(inner);
  if (range) return evaluateRange(range);
  const colon = inner.indexOf(':');
  const name = (colon < 0 ? inner : inner.slice(0, colon)).trim();
  const value = colon < 0 ? null : inner.slice(colon + 1).trim();
  const discrete = DISCRETE[name];
  if (discrete) return value === null ? !FALSE_ALONE.has(discrete[0] ?? '') : discrete.includes(value);
  const bound = /^(?:(-webkit-)?(min|max)-)/u.exec(name);
  const base = bound ? `${bound[1] ?? ''}${name.slice(bound[0].length)}` : name;
  const have = NUMERIC[base];
  if (have === undefined) return null;
  if (value === null) return have !== 0;
  const wanted = numberOf(value);
  if (wanted === null) return null;
  if (bound?.[2] === 'min') return have >= wanted;
  if (bound?.[2] === 'max') return have <= wanted;
  return have === wanted;
}

function evaluateRange(range: RegExpExecArray): Truth {
  const [, first = '', operator = '', second = '', operator2, third] = range;
  const value = (text: string) => NUMERIC[text.trim()] ?? numberOf(text.trim());
  const left = value(first);
  const right = value(second);
  if (left === null || right === null) return null;
  const whole = compare(left, operator, right);
  if (!operator2 || third === undefined) return whole;
  const far = value(third);
  return far === null ? null : whole && compare(right, operator2, far);
}

function compare(a: number, operator: string, b: number): boolean {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  if (operator === '>') return a > b;
  if (operator === '>=') return a >= b;
  return a === b;
}

const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  vw: 12.8,
  vh: 8,
  x: 1,
  dppx: 1,
  dpi: 1 / 96,
  dpcm: 2.54 / 96,
};

function numberOf(text: string): number | null {
  const ratio = /^([\d.]+)\s*\/\s*([\d.]+)$/u.exec(text);
  if (ratio) return Number(ratio[1]) / Number(ratio[2]);
  const found =
    /^(?:calc\(\s*)?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*(?:([+-])\s*([\d.]+)\s*([a-z]*))?\s*\)?$/u.exec(
      text,
    );
  if (!found) return null;
  const unit = PIXELS[found[2] ?? ''];
  if (unit === undefined) return null;
  const rest = found[4] === undefined ? 0 : Number(found[4]) * (PIXELS[found[5] ?? ''] ?? 0);
  return Number(found[1]) * unit + (found[3] === '-' ? -rest : rest);
}
