import { fence } from './fence.ts';
import type { Written } from './json.ts';

const MAX_INDENT = 20;

interface Token {
  readonly text: string;
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'other';
}

/** XML in a fence, one element a line. Elements that mix text and elements keep their white space. */
export function writeXml(source: string): Written {
  const text = source.replace(/^\ufeff/u, '').trim();
  const tokens = readTokens(text);
  const mixed = tokens ? findMixed(tokens) : null;
  if (tokens === null || mixed === null)
    return { markdown: fence(text, 'xml'), notes: ['not well-formed XML; shown as it is'] };
  return { markdown: fence(layOut(tokens, mixed), 'xml'), notes: [] };
}

/** The markup in pieces; null when one of them never ends. */
function readTokens(text: string): Token[] | null {
  const tokens: Token[] = [];
  let index = 0;
  while (index < text.length) {
    const end = text[index] === '<' ? endOfMarkup(text, index) : indexOrEnd(text, '<', index);
    if (end < 0) return null;
    tokens.push(classify(text.slice(index, end)));
    index = end;
  }
  return tokens;
}

function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index < 0 ? text.length : index;
}

/** Index after the markup that begins at `start`, or -1. */
function endOfMarkup(text: string, start: number): number {
  for (const [begin, finish] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(begin, start)) continue;
    const end = text.indexOf(finish, start + begin.length);
    return end < 0 ? -1 : end + finish.length;
  }
  const declaration = text.startsWith('<!', start);
  let depth = 0;
  for (let i = start + 1; i < text.length; i++) {
    const character = text[i];
    if (character === '"' || character === "'") {
      i = text.indexOf(character, i + 1);
      if (i < 0) return -1;
    } else if (declaration && character === '[') depth++;
    else if (declaration && character === ']') depth--;
    else if (character === '>' && depth <= 0) return i + 1;
  }
  return -1;
}

function classify(text: string): Token {
  if (!text.startsWith('<') || text.startsWith('<![CDATA[')) return { text, kind: 'text' };
  if (text.startsWith('</')) return { text, kind: 'close' };
  if (text.startsWith('<!') || text.startsWith('<?')) return { text, kind: 'other' };
  return { text, kind: text.endsWith('/>') ? 'empty' : 'open' };
}

function nameOf(tag: string): string {
  return /^<\/?([^\s/>]+)/u.exec(tag)?.[1] ?? '';
}

/** Where elements with text of their own begin and end, by token index; null when the tags do not nest. */
function findMixed(tokens: readonly Token[]): Map<number, number> | null {
  const mixed = new Map<number, number>();
  const open: Array<{ index: number; name: string; text: boolean }> = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') open.push({ index, name: nameOf(token.text), text: false });
    const top = open.at(-1);
    if (token.kind === 'text' && token.text.trim() !== '') {
      if (!top) return null;
      top.text = true;
    }
    if (token.kind !== 'close') continue;
    if (top?.name !== nameOf(token.text)) return null;
    open.pop();
    if (top.text || index === top.index + 1) mixed.set(top.index, index);
  }
  return open.length === 0 && tokens.length > 0 ? mixed : null;
}

function layOut(tokens: readonly Token[], mixed: ReadonlyMap<number, number>): string {
  const lines: string[] = [];
  let depth = 0;
  const margin = (): string => '  '.repeat(Math.min(depth, MAX_INDENT));
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token || (token.kind === 'text' && token.text.trim() === '')) continue;
    const end = mixed.get(i);
    if (end !== undefined) {
      lines.push(
        margin() +
          tokens
            .slice(i, end + 1)
            .map(({ text }) => text)
            .join(''),
      );
      i = end;
    } else if (token.kind === 'close') {
      depth--;
      lines.push(margin() + token.text);
    } else {
      lines.push(margin() + token.text);
      if (token.kind === 'open') depth++;
    }
  }
  return lines.join('\n');
}
