import type { DataNode } from '../extract/data/data-node.ts';
import { follow, parsePath } from '../extract/data/data-path.ts';
import type { EmbeddedData, ReadData } from '../extract/data/embedded-data.ts';
import type { FoundData } from '../extract/data/find-data.ts';
import { MAX_TEXT_CHARACTERS, type WrittenData, writeData, writePaths } from '../extract/data/write-data.ts';
import { fence } from '../extract/kinds/fence.ts';
import { escapeText } from '../extract/markdown/escape.ts';
import { speaksToMachine } from '../visibility/machine-speech.ts';
import type { Finding } from '../visibility/sight.ts';
import { DATA_SECTION } from './data-question.ts';
import type { DataEntry, DataQuestion } from './result.ts';

/** A part that was asked for, in the place of the page's text. */
export interface DataPart {
  readonly markdown: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/** Sources that one question about all data looks into, together. */
const MAX_SEARCHED_CHARACTERS = 8_000_000;
const MAX_KEYS = 20;

export function listData({ pieces }: FoundData): DataEntry[] {
  return pieces.map(({ kind, label, where, characters }, place) => {
    return { id: `data:${place + 1}`, kind, label, where, characters };
  });
}

/** The part that was asked for; null when the page has none such. */
export function dataPart(found: FoundData, question: DataQuestion, includeHidden: boolean): DataPart | null {
  const [, number, path = ''] = DATA_SECTION.exec(question.section) ?? [];
  const asking = { isSuspect, keeps: includeHidden };
  if (number === undefined) return question.search ? searchAll(found, asking) : overview(found);
  const piece = found.pieces[Number(number) - 1];
  if (!piece) return null;
  const read = piece.read();
  const top = `data:${number}`;
  if (read.node === null) return path === '' ? unreadable(read, top, asking) : null;
  const node = follow(read.node, parsePath(path) ?? []);
  if (node === null) return null;
  const written = question.search
    ? writePaths(node, { path: top + path, ...asking }, escaped)
    : writeData(node, { path: top + path, ...asking });
  const markdown = question.search ? written.text : shown(node, written);
  return { markdown, findings: findingsOf(written), notes: [ABOUT, ...notesOf(read, [written])] };
}

const ABOUT =
  'This is data embedded in the page for machines: a person who opens the page does not see it. Read without section for the page itself.';

type Asking = Omit<Parameters<typeof writeData>[1], 'path'>;

/** One text by itself is text, all else is JSON. */
function shown(node: DataNode, { text }: WrittenData): string {
  if (node.type !== 'text') return fence(text, 'json');
  const value: unknown = JSON.parse(text);
  return fence(String(value), '');
}

/** What is no data is judged in pieces, as a whole it would be withheld for a word. */
function unreadable(read: ReadData, path: string, { keeps }: Asking): DataPart {
  const findings: Finding[] = [];
  const pieces = piecesOf(read.source.trim()).map((text) => {
    if (!speaksToMachine(text)) return text;
    findings.push(findingOf({ text, path }));
    return keeps ? text : `(${text.length} characters withheld: they speak to a machine)`;
  });
  const note = read.cut > 0 ? 'It is too long to be read as data' : 'It cannot be read as data';
  return {
    markdown: fence(pieces.join(''), ''),
    findings,
    notes: [ABOUT, `${note}; shown as text.`, ...notesOf(read, []), ...withheldNote(findings.length)],
  };
}

/** Of longer texts only the ends would be looked at (visibility/machine-speech.ts). */
const PIECE_CHARACTERS = 10_000;

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) pieces.push(text.slice(at, at + PIECE_CHARACTERS));
  return pieces;
}

function isSuspect(text: string): boolean {
  return piecesOf(text).some(speaksToMachine);
}

function withheldNote(count: number): string[] {
  return count > 0 ? [`${count} texts speak to a machine; they are in threats.`] : [];
}

function notesOf({ dropped, cut }: Pick<ReadData, 'dropped' | 'cut'>, written: readonly WrittenData[]): string[] {
  const shortened = written.reduce((sum, each) => sum + each.shortened, 0);
  const folded = written.reduce((sum, each) => sum + each.folded, 0);
  const withheld = written.reduce((sum, each) => sum + each.suspects.length, 0);
  return [
    ...(shortened > 0
      ? [
          `${shortened} texts are cut at ${MAX_TEXT_CHARACTERS} characters; section with the path of one gives it whole.`,
        ]
      : []),
    ...(folded > 0
      ? [`${folded} objects or lists are too deep or too much; section with the path of one gives it.`]
      : []),
    ...withheldNote(withheld),
    ...(dropped > 0 ? [`${dropped} more values were left out: there are too many.`] : []),
    ...(cut > 0 ? [`${cut} more characters were left out.`] : []),
  ];
}

function findingsOf({ suspects }: WrittenData): Finding[] {
  return suspects.map(findingOf);
}

function findingOf({ text, path }: WrittenData['suspects'][number]): Finding {
  return { type: 'hidden_markup', severity: 'warn', reason: 'embedded data', text, location: path };
}

function searchAll({ pieces, more }: FoundData, asking: Asking): DataPart {
  const written: WrittenData[] = [];
  let left = MAX_SEARCHED_CHARACTERS;
  let skipped = more;
  for (const [place, piece] of pieces.entries()) {
    left -= piece.characters;
    const node = left >= 0 ? piece.read().node : null;
    if (node === null) skipped++;
    else written.push(writePaths(node, { path: `data:${place + 1}`, ...asking }, escaped));
  }
  return {
    markdown: written
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n\n'),
    findings: written.flatMap(findingsOf),
    notes: [
      ABOUT,
      ...(skipped > 0 ? [`${skipped} pieces were not searched: too long, too many or no data.`] : []),
      ...notesOf({ dropped: 0, cut: 0 }, written),
    ],
  };
}

/** Every piece with what it is, its size, and the names at its top. */
function overview({ pieces, more }: FoundData): DataPart {
  let left = MAX_SEARCHED_CHARACTERS;
  const lines = pieces.map((piece, place) => {
    left -= piece.characters;
    return overviewLine(piece, place + 1, left >= 0);
  });
  return {
    markdown: lines.join('\n'),
    findings: [],
    notes: [ABOUT, ...(more > 0 ? [`${more} more pieces are not listed.`] : [])],
  };
}

function overviewLine(piece: EmbeddedData, number: number, looks: boolean): string {
  const { kind, label, where, characters } = piece;
  const name = label === '' ? kind : `${kind} \`${label}\``;
  const node = looks ? piece.read().node : null;
  const inside = node === null ? '' : ` — ${insideOf(node)}`;
  return `- data:${number}: ${name}, ${characters} characters, in \`${where}\`${inside}`;
}

function insideOf(node: DataNode): string {
  if (node.type === 'list') return `a list of ${node.items.length}`;
  if (node.type !== 'object') return 'one value';
  const keys = node.entries.slice(0, MAX_KEYS).map(([key]) => (speaksToMachine(key) ? '…' : escaped(key.slice(0, 60))));
  return keys.join(', ') + (node.entries.length > MAX_KEYS ? `, … (${node.entries.length} names)` : '');
}

function escaped(text: string): string {
  return escapeText(text.replace(/\s+/gu, ' '), { before: ' ', after: ' ', linked: false, math: false });
}
