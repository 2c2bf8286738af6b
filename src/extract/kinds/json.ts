import { fence } from './fence.ts';

/** Lists and objects of plain values that fit stay on one line: long lists of numbers cost little then. */
const MAX_LINE_CHARACTERS = 100;
const MAX_INDENT = 20;

export interface Written {
  readonly markdown: string;
  readonly notes: string[];
}

/**
 * JSON in a fence, indented. The source text is re-spaced, never re-written from parsed values: numbers keep every
 * digit, keys their order, duplicates their place. What is no JSON is shown as it is, with a note.
 */
export function writeJson(source: string): Written {
  const text = source.replace(/^\ufeff/u, '').trim();
  if (isJson(text)) return { markdown: fence(indent(text), 'json'), notes: [] };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1 && lines.every(isJson))
    return { markdown: fence(lines.join('\n'), 'json'), notes: ['one JSON value on each line'] };
  return { markdown: fence(text, ''), notes: ['not valid JSON; shown as text'] };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Re-spaces valid JSON. One pass over its tokens; a container is folded onto one line when it closes and is short. */
function indent(source: string): string {
  const lines: string[] = [];
  const open: Array<{ line: number; flat: boolean }> = [];
  let current = '';
  const margin = (): string => '  '.repeat(Math.min(open.length, MAX_INDENT));
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu)) {
    if (token === '{' || token === '[') {
      lines.push(current + token);
      const outer = open.at(-1);
      if (outer) outer.flat = false;
      open.push({ line: lines.length - 1, flat: true });
      current = margin();
    } else if (token === '}' || token === ']') {
      const closed = open.pop();
      if (current.trim() !== '') lines.push(current);
      current = closed ? close(lines, closed, token, margin()) : token;
    } else if (token === ',') {
      lines.push(`${current},`);
      current = margin();
    } else current += token === ':' ? ': ' : readable(token);
  }
  lines.push(current);
  return lines.join('\n');
}

function close(lines: string[], closed: { line: number; flat: boolean }, token: string, margin: string): string {
  const start = lines[closed.line] ?? '';
  const inside = lines.length - closed.line - 1;
  if (inside === 0) {
    lines.length = closed.line;
    return start + token;
  }
  if (closed.flat && inside <= MAX_LINE_CHARACTERS) {
    const [before, after] = token === '}' ? [' ', ' '] : ['', ''];
    const line = `${start}${before}${lines
      .slice(closed.line + 1)
      .map((item) => item.trim())
      .join(' ')}${after}${token}`;
    if (line.length <= MAX_LINE_CHARACTERS) {
      lines.length = closed.line;
      return line;
    }
  }
  return margin + token;
}

/** Letters written as `\uXXXX` become letters; everything else keeps its escape. */
function readable(token: string): string {
  if (!token.includes('\\u')) return token;
  return token.replace(/\\(?:u([\da-f]{4})|.)/giu, (written: string, code: string | undefined) => {
    const character = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    return character > '\u00a0' && /[\p{L}\p{N}\p{M}]/u.test(character) ? character : written;
  });
}
