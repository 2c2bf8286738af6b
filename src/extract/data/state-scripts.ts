import { type DataNode, endOfString, parseData } from './data-node.ts';
import { MAX_SOURCE_CHARACTERS, plainName, type ReadData } from './embedded-data.ts';
import { readSource } from './read-source.ts';

export interface StateAssignment {
  readonly name: string;
  readonly characters: number;
  read(): ReadData;
}

/** What frameworks and sites call what their scripts start from. */
const ASSIGNMENT =
  /(?:^|[\s;,({])(?:(?:window|self|globalThis)\s?(?:\.|\[["']))?(__(?!webpack|esModule|CF\$)[A-Za-z][\w$]{1,40}|yt[A-Z]\w{2,40}|[A-Za-z]{0,20}(?:INITIAL|PRELOADED|APOLLO|REDUX)_[A-Z_]{2,20})(?:["']\])?\s{0,4}=\s{0,4}(?=[{["'(J])/gu;
const MAX_ASSIGNMENTS = 8;

/** Data that a running script is given in so many words: `window.__NUXT__ = {…}`, also as text to be parsed. */
export function stateAssignments(script: string): StateAssignment[] {
  if (script.length > MAX_SOURCE_CHARACTERS * 2) return [];
  const found: StateAssignment[] = [];
  let from = 0;
  for (const match of script.matchAll(ASSIGNMENT)) {
    const start = match.index + match[0].length;
    if (match.index < from || found.length >= MAX_ASSIGNMENTS) continue;
    const source = valueAt(script, start);
    if (source === null) continue;
    from = start + source.length;
    found.push({
      name: plainName(match[1]),
      characters: source.length,
      read: () => readScript(/^(?:JSON|["'])/u.test(source) ? parsedText(source) : source),
    });
  }
  return found;
}

/** An object of a script is not always JSON; what programs write it with usually differs in these points only. */
function readScript(source: string): ReadData {
  const read = readSource(source);
  if (read.node !== null || read.cut > 0) return read;
  const mended = source.replace(SCRIPT_TOKEN, (token) => SCRIPT_VALUES.get(token) ?? jsonEscapes(token));
  const second = readSource(mended);
  return second.node === null ? read : second;
}

const SCRIPT_TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\bundefined\b|\bvoid 0|![01]/gu;
const SCRIPT_VALUES: ReadonlyMap<string, string> = new Map([
  ['undefined', 'null'],
  ['void 0', 'null'],
  ['!0', 'true'],
  ['!1', 'false'],
]);

/** Escapes of JavaScript as those of JSON: `\x41` and `\!` are none there. */
function jsonEscapes(written: string): string {
  return written.replace(/\\(x[\da-f]{2}|[\s\S])/giu, (whole: string, code: string) => {
    if (/^x./iu.test(code)) return `\\u00${code.slice(1)}`;
    return /["\\/bfnrtu]/u.test(code) ? whole : code;
  });
}

/** The value of an assignment as written: an object or list, a text of one, or a call that makes one. */
function valueAt(script: string, start: number): string | null {
  const rest = script.slice(start, start + 20);
  const text = /^(?:JSON\s?\.\s?parse\(\s{0,4})?(?=["'])/u.exec(rest)?.[0];
  if (text !== undefined) {
    const inner = script.slice(start + text.length + 1, start + text.length + 3);
    if (!/^\s?(?:[{[]|\\["x])/u.test(inner)) return null;
    return script.slice(start, endOfString(script, start + text.length));
  }
  return /^(?:[{[]|\(function\b)/u.test(rest) ? script.slice(start, balancedEnd(script, start)) : null;
}

/** After the bracket that closes the one at `start`, texts left out; the end of the script when none does. */
function balancedEnd(script: string, start: number): number {
  let open = 0;
  for (let at = start; at < script.length; at++) {
    const character = script.charAt(at);
    if (character === '"' || character === "'") at = endOfString(script, at) - 1;
    else if ('{[('.includes(character)) open++;
    else if ('}])'.includes(character)) {
      open--;
      // A function that is called where it stands ends with its arguments.
      if (open <= 0 && !/^\s{0,2}\(/u.test(script.slice(at + 1, at + 4))) return at + 1;
    }
  }
  return script.length;
}

/** The text of `JSON.parse("…")` or of a quoted value, its escapes undone. */
function parsedText(source: string): string {
  const start = source.search(/["']/u);
  const written = source.slice(start, endOfString(source, start));
  return written.startsWith('"') ? unescaped(written) : unescaped(requoted(written));
}

function requoted(written: string): string {
  return `"${written.slice(1, -1).replace(/\\'|"|\\[\s\S]/gu, (part) => (part === "\\'" ? "'" : part === '"' ? '\\"' : part))}"`;
}

function unescaped(written: string): string {
  const parsed = parseData(jsonEscapes(written));
  return parsed?.node.type === 'text' ? parsed.node.text : written;
}

const PUSH = /__next_f\s?=\s?self\.__next_f\s?\|\|\s?\[\]\)\.push\(|__next_f\.push\(/u;

/** The piece of a stream that a script of Next hands on; null when it hands on none. */
export function streamedPiece(script: string): string | null {
  const match = PUSH.exec(script.slice(0, 100));
  if (match === null) return null;
  const start = match.index + match[0].length;
  const parsed = parseData(script.slice(start, balancedEnd(script, start)));
  if (parsed?.node.type !== 'list') return null;
  const [, piece] = parsed.node.items;
  return piece?.type === 'text' ? piece.text : null;
}

const ROW = /([\da-f]{1,8}):([A-Z]{0,2})/uy;

/** The rows of such a stream that are data, by their name; marks of modules and hints are none. */
export function streamedRows(stream: string): DataNode {
  const entries: Array<readonly [string, DataNode]> = [];
  for (let at = 0; at < stream.length; ) {
    ROW.lastIndex = at;
    const head = ROW.exec(stream);
    const feed = stream.indexOf('\n', at);
    const lineEnd = feed < 0 ? stream.length : feed;
    const [, id = '', tag = ''] = head ?? [];
    const size = tag === 'T' ? /^([\da-f]{1,8}),/u.exec(stream.slice(ROW.lastIndex, ROW.lastIndex + 9)) : null;
    if (size) {
      const start = ROW.lastIndex + size[0].length;
      at = endOfBytes(stream, start, Number.parseInt(size[1] ?? '0', 16));
      entries.push([id, { type: 'text', text: stream.slice(start, at) }]);
      continue;
    }
    const data = head !== null && tag === '' ? parseData(stream.slice(ROW.lastIndex, lineEnd)) : null;
    if (data) entries.push([id, data.node]);
    at = lineEnd + 1;
  }
  return { type: 'object', entries };
}

/** Where so many bytes of UTF-8 end, in UTF-16 units. */
function endOfBytes(text: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}
