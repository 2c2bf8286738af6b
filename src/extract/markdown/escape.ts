/**
 * Backslash escapes for text that would otherwise be read as Markdown. Only what would change the meaning at its
 * place is escaped: every needless backslash costs tokens and makes quotes harder to find again.
 */
const SPECIAL = /[\\`*_[\]<&~!$]/gu;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/u;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iu;
const MAX_ENTITY_LENGTH = 34;
const PUNCTUATION = /[!-/:-@[-`{-~]/u;

export interface EscapeContext {
  /** The characters written just before and after this text; empty at the ends of a block. */
  readonly before: string;
  readonly after: string;
  /** Inside link text brackets are escaped too. */
  readonly linked: boolean;
  /** The block holds math, so a dollar sign would be ambiguous. */
  readonly math: boolean;
}

export function escapeText(text: string, context: EscapeContext): string {
  let escaped = '';
  let copied = 0;
  for (const match of text.matchAll(SPECIAL)) {
    const index = match.index;
    const before = index > 0 ? (text[index - 1] ?? '') : context.before;
    const after = index + 1 < text.length ? (text[index + 1] ?? '') : context.after;
    if (!needsEscape(match[0], before, after, text, index, context)) continue;
    escaped += `${text.slice(copied, index)}\\`;
    copied = index;
  }
  return escaped === '' ? text : escaped + text.slice(copied);
}

function needsEscape(
  character: string,
  before: string,
  after: string,
  text: string,
  index: number,
  context: EscapeContext,
): boolean {
  switch (character) {
    case '\\':
      return PUNCTUATION.test(after);
    case '`':
      return true;
    case '*':
      return !(isBlank(before) && isBlank(after));
    case '_':
      return !(isBlank(before) && isBlank(after)) && !(WORD.test(before) && WORD.test(after));
    case '[':
      return context.linked || after === '^';
    case ']':
      return context.linked || after === '(' || after === '[' || after === ':';
    case '<':
      return /[a-z/!?]/iu.test(after);
    case '&':
      return ENTITY.test(text.slice(index, index + MAX_ENTITY_LENGTH));
    case '~':
      return before === '~' || after === '~' || after === '*' || !isBlank(before);
    case '!':
      return after === '[';
    case '$':
      return context.math;
    default:
      return false;
  }
}

function isBlank(character: string): boolean {
  return character === '' || SPACE.test(character);
}

/** Escapes what would turn the beginning of a line into a heading, list, quote, rule, underline or table. */
export function escapeLineStart(line: string): string {
  const first = line[0] ?? '';
  if (first === '#') return /^#{1,6}(?:\s|$)/u.test(line) ? `\\${line}` : line;
  if (first === '>') return `\\${line}`;
  if (first === '-' || first === '+') return /^(?:[-+](?:\s|$)|-[-\s|:]*$)/u.test(line) ? `\\${line}` : line;
  if (first === '=') return /^=+\s*$/u.test(line) ? `\\${line}` : line;
  if (first === '*') return /^\*(?:\s|$)/u.test(line) ? `\\${line}` : line;
  if (first === '|' || first === ':') return /^[|:][-\s|:]*$/u.test(line) ? `\\${line}` : line;
  if (first >= '0' && first <= '9') return line.replace(/^(\d{1,9})([.)])(?=\s|$)/u, '$1\\$2');
  return line;
}
