import { splitTop } from './tokens.ts';

const MAX_DEPTH = 16;

/**
 * Answers `@supports` as a current Chromium would, by the few things it does not support. Everything else that is
 * asked is taken to be supported: sheets ask in order to use new things.
 */
export function supports(condition: string, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const words = splitTop(condition.trim().replace(/\b(and|or|not)\(/giu, '$1 ('), ' ');
  if (words[0]?.toLowerCase() === 'not') return !supports(words.slice(1).join(' '), depth + 1);
  let value = single(words[0] ?? '', depth);
  for (let i = 1; i < words.length; i += 2) {
    const right = single(words[i + 1] ?? '', depth);
    if (words[i]?.toLowerCase() === 'and') value = value && right;
    else if (words[i]?.toLowerCase() === 'or') value = value || right;
    else return false;
  }
  return value;
}

/** Prefixes, properties and functions that Chromium does not know. */
const UNSUPPORTED =
  /^\s*(?:-moz-|-ms-|-o-|-khtml-|-apple-|-webkit-(?:touch-callout|overflow-scrolling|backdrop-filter)|hanging-punctuation|initial-letter-align|masonry|margin-trim)|:\s*(?:-moz-|-ms-|-o-|masonry|-webkit-hyphens)|font\s*:\s*-apple-system/iu;

function single(text: string, depth: number): boolean {
  const func = /^(selector|font-tech|font-format|at-rule)\(([\s\S]*)\)$/iu.exec(text);
  if (func) return !/:-moz|::-moz|:-ms|::-ms/iu.test(func[2] ?? '');
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  const inner = text.slice(1, -1).trim();
  if (inner.startsWith('(') || /^(?:not|selector)\b/iu.test(inner)) return supports(inner, depth + 1);
  return inner.includes(':') && !UNSUPPORTED.test(inner) && !/:\s*$/u.test(inner);
}
