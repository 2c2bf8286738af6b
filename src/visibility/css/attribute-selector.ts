import type { AttributeTest } from './selector-types.ts';
import { unescapeCss, unquoteCss } from './tokens.ts';

const ATTRIBUTE =
  /^\s*(?:\*?\|)?([^\s=~|^$*"']+)\s*(?:([~|^$*]?=)\s*("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^\s"']+)\s*([is])?)?\s*$/iu;

/** HTML attributes whose values CSS compares without regard to case (HTML Standard, "Case-sensitivity of selectors"). */
const CASELESS = new Set([
  'type',
  'lang',
  'dir',
  'rel',
  'media',
  'method',
  'align',
  'valign',
  'checked',
  'disabled',
  'color',
  'face',
  'http-equiv',
]);

/** The inside of `[…]`, comments taken out; null when it is malformed. */
export function parseAttribute(body: string): AttributeTest | null {
  const parts = ATTRIBUTE.exec(body);
  if (!parts) return null;
  const operator = parts[2] ?? '';
  if (!isOperator(operator)) return null;
  const name = unescapeCss(parts[1] ?? '').toLowerCase();
  const flag = parts[4]?.toLowerCase();
  return {
    name,
    operator,
    value: unquoteCss(parts[3] ?? ''),
    ignoreCase: flag === 'i' || (flag !== 's' && CASELESS.has(name)),
  };
}

function isOperator(text: string): text is AttributeTest['operator'] {
  return (
    text === '' || text === '=' || text === '~=' || text === '|=' || text === '^=' || text === '$=' || text === '*='
  );
}
