export const OPERATORS = [
  '!=',
  '<=',
  '>=',
  '=',
  '<',
  '>',
  'not contains',
  'contains',
  'starts with',
  'ends with',
  'not empty',
  'empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly value: string;
}

/** Longest condition that is read. */
const MAX_CHARACTERS = 500;
const SYMBOLS = /^(?:==?|!=|<>|<=|>=|<|>|≤|≥|≠|~)/u;
const WORDS =
  /^(?:is\s+not\s+empty|is\s+empty|not\s+empty|does\s+not\s+contain|not\s+contains?|contains?|starts?\s+with|ends?\s+with|is\s+not|is|equals?|after|before|like)(?=\s|$)/iu;

/**
 * `Year >= 2020`, `Name contains "smith"`, `Price < 1,000 and Stock is not empty`. Column names may hold blanks and
 * operators: the longest known name at the beginning is taken; an unknown name ends at the first operator. Null for a
 * text that is no condition.
 */
export function parseCondition(text: string, names: readonly string[]): Condition[] | null {
  if (text.length > MAX_CHARACTERS) return null;
  const whole = one(text, names);
  const parts = text.split(/\s+(?:and|AND)\s+|\s*&&\s*/u);
  if (parts.length === 1) return whole === null ? null : [whole];
  // "Name = Black and White" is one condition when its second half is none.
  const several = parts.map((part) => one(part, names));
  if (several.every((each): each is Condition => each !== null)) return several;
  return whole === null ? null : [whole];
}

function one(text: string, names: readonly string[]): Condition | null {
  const trimmed = text.trim();
  const known = names
    .filter((name) => trimmed.toLowerCase().startsWith(name.toLowerCase()))
    .sort((a, b) => b.length - a.length);
  for (const name of known) {
    const found = operatorAt(trimmed.slice(name.length));
    if (found) return { column: name, ...found };
  }
  const quoted = /^(["'`])(.+?)\1/u.exec(trimmed);
  if (quoted) {
    const found = operatorAt(trimmed.slice(quoted[0].length));
    return found && { column: quoted[2] ?? '', ...found };
  }
  for (let at = 1; at < trimmed.length; at++) {
    const found = operatorAt(trimmed.slice(at));
    if (found) return { column: trimmed.slice(0, at).trim(), ...found };
  }
  return null;
}

/** A word that is an operator stands apart from the name before it; a sign need not. */
function operatorAt(rest: string): Omit<Condition, 'column'> | null {
  const text = rest.trimStart();
  const symbol = SYMBOLS.exec(text)?.[0];
  if (symbol !== undefined) return withValue(bySymbol(symbol), text.slice(symbol.length));
  const word = text === rest ? undefined : WORDS.exec(text)?.[0];
  if (word === undefined) return null;
  return withValue(byWord(word.toLowerCase().replace(/\s+/gu, ' ')), text.slice(word.length));
}

function withValue(operator: Operator, rest: string): Omit<Condition, 'column'> | null {
  const trimmed = rest.trim();
  const quoted = /^(["'`])([\s\S]*)\1$/u.exec(trimmed);
  const value = quoted?.[2] ?? trimmed;
  if (operator === 'empty' || operator === 'not empty') return value === '' ? { operator, value } : null;
  if (value === '' && !quoted) return null;
  return { operator, value };
}

function bySymbol(symbol: string): Operator {
  if (symbol === '<>' || symbol === '≠' || symbol === '!=') return '!=';
  if (symbol === '≤' || symbol === '<=') return '<=';
  if (symbol === '≥' || symbol === '>=') return '>=';
  if (symbol === '~') return 'contains';
  return symbol === '<' || symbol === '>' ? symbol : '=';
}

function byWord(word: string): Operator {
  if (word === 'is not') return '!=';
  if (/not empty$/u.test(word)) return 'not empty';
  if (word === 'is empty') return 'empty';
  if (/^(?:not|does not) contain/u.test(word)) return 'not contains';
  if (/^contain|^like/u.test(word)) return 'contains';
  if (word.startsWith('start')) return 'starts with';
  if (word.startsWith('end')) return 'ends with';
  if (word === 'after') return '>';
  return word === 'before' ? '<' : '=';
}
