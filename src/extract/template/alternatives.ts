/** Alternatives of one selector; more would be a page read over and over. */
const MAX_ALTERNATIVES = 24;

/**
 * The ordered alternatives of a selector: split at its commas, but not at those inside brackets, quotes or after a
 * backslash. @throws SyntaxError for an empty alternative, an open bracket or quote, and for too many.
 */
export function splitAlternatives(selector: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quote = '';
  for (let i = 0; i < selector.length; i++) {
    const character = selector.charAt(i);
    if (character === '\\') {
      part += character + selector.charAt(++i);
      continue;
    }
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
      continue;
    }
    part += character;
  }
  parts.push(part.trim());
  if (depth !== 0 || quote !== '') throw new SyntaxError('a bracket or quote of the selector is left open');
  if (parts.some((each) => each === '')) throw new SyntaxError('an alternative of the selector is empty');
  if (parts.length > MAX_ALTERNATIVES) throw new SyntaxError(`more than ${MAX_ALTERNATIVES} alternatives`);
  return parts;
}
