import { escapeLineStart, escapeText } from './escape.ts';
import { FOLDABLE } from './tags.ts';
import { DELETED, EMPHASIS, STRONG } from './writer.ts';

/**
 * One run of inline content as a flat list. Emphasis is a set of marks on each piece, not a pair of delimiters, so
 * nested equal marks, empty marks and marks around white space cannot be written wrongly; delimiters come last.
 */
interface Piece {
  readonly type: 'text' | 'atom' | 'break';
  text: string;
  marks: number;
  readonly link: boolean;
}

const DELIMITERS: ReadonlyArray<readonly [mark: number, delimiter: string]> = [
  [DELETED, '~~'],
  [STRONG, '**'],
  [EMPHASIS, '*'],
];
const DELIMITER_OF: ReadonlyMap<number, string> = new Map(DELIMITERS);

export interface RunContext {
  readonly linked: boolean;
  /** How a line break is written: two blanks and a newline, `<br>` in cells, a blank in headings. */
  readonly lineBreak: string;
}

export class InlineRun {
  readonly #pieces: Piece[] = [];
  #endsBlank = true;
  #math = false;

  /** Page text: white space is folded, also against what came before. */
  text(text: string, marks: number): void {
    if (text === '') return;
    let folded = text.replace(FOLDABLE, ' ');
    if (this.#endsBlank && folded.startsWith(' ')) folded = folded.slice(1);
    if (folded === '') return;
    this.#endsBlank = folded.endsWith(' ');
    const last = this.#pieces.at(-1);
    if (last?.type === 'text' && last.marks === marks) last.text += folded;
    else this.#pieces.push({ type: 'text', text: folded, marks, link: false });
  }

  /** Finished Markdown (a link, a code span, math, a picture). Two links or two code spans never touch. */
  atom(markdown: string, marks: number, kind: 'link' | 'math' | 'other' = 'other'): void {
    if (markdown === '') return;
    const last = this.#pieces.at(-1);
    if (
      last?.type === 'atom' &&
      ((kind === 'link' && last.link) || (markdown.startsWith('`') && last.text.endsWith('`')))
    ) {
      this.blank();
    }
    if (kind === 'math') this.#math = true;
    this.#pieces.push({ type: 'atom', text: markdown, marks, link: kind === 'link' });
    this.#endsBlank = false;
  }

  blank(): void {
    this.text(' ', 0);
  }

  lineBreak(): void {
    // Two breaks in a row would be a blank line, which ends the paragraph and every mark that is open.
    if (this.#pieces.at(-1)?.type === 'break') return;
    this.#pieces.push({ type: 'break', text: '', marks: 0, link: false });
    this.#endsBlank = true;
  }

  get startsBlank(): boolean {
    return this.#pieces[0]?.text.startsWith(' ') ?? false;
  }

  /** The run as Markdown, without white space at its ends; empty when it holds nothing to see. */
  render(context: RunContext): string {
    const pieces = this.#trimmed();
    spreadMarks(pieces);
    for (const [mark] of DELIMITERS) dropUnwritable(pieces, mark);
    const text = write(pieces, { ...context, math: this.#math });
    return context.linked ? text : startLines(text, context.lineBreak);
  }

  #trimmed(): Piece[] {
    const pieces = this.#pieces;
    let end = pieces.length;
    while (end > 0 && isEmpty(pieces[end - 1])) end--;
    let start = 0;
    while (start < end && isEmpty(pieces[start])) start++;
    return pieces.slice(start, end);
  }
}

function isEmpty(piece: Piece | undefined): boolean {
  return piece === undefined || piece.type === 'break' || (piece.type === 'text' && piece.text.trim() === '');
}

/** A blank between two equally marked words belongs to both, so that one pair of delimiters is enough. */
function spreadMarks(pieces: Piece[]): void {
  pieces.forEach((piece, index) => {
    if (piece.type === 'break' || isEmpty(piece)) {
      piece.marks = (pieces[index - 1]?.marks ?? 0) & (pieces[index + 1]?.marks ?? 0);
    }
  });
}

/** Takes a mark away where its delimiters would not be read as delimiters (CommonMark's flanking rules). */
function dropUnwritable(pieces: Piece[], mark: number): void {
  for (let start = 0; start < pieces.length; start++) {
    if (!((pieces[start]?.marks ?? 0) & mark)) continue;
    let end = start;
    while (end + 1 < pieces.length && (pieces[end + 1]?.marks ?? 0) & mark) end++;
    const run = pieces.slice(start, end + 1);
    const solid = run.filter((piece) => !isEmpty(piece));
    if (solid.length === 0 || !opens(pieces, start, mark) || !closes(pieces, end, mark)) {
      for (const piece of run) piece.marks &= ~mark;
    }
    start = end;
  }
}

function opens(pieces: Piece[], start: number, mark: number): boolean {
  const piece = pieces[start];
  if (!piece || piece.type === 'break' || piece.text.startsWith(' ')) return true;
  const outside = lastCharacter(pieces[start - 1]);
  const others = piece.marks & ~(pieces[start - 1]?.marks ?? 0) & ~mark;
  const inside = others & DELETED || (mark === DELETED && others) ? '*' : firstCharacter(piece);
  return isBlank(outside) || isSurelyPunctuation(outside) || !isPunctuation(inside);
}

function closes(pieces: Piece[], end: number, mark: number): boolean {
  const piece = pieces[end];
  if (!piece || piece.type === 'break' || piece.text.endsWith(' ')) return true;
  const outside = firstCharacter(pieces[end + 1]);
  const others = piece.marks & ~(pieces[end + 1]?.marks ?? 0) & ~mark;
  const inside = others & DELETED || (mark === DELETED && others) ? '*' : lastCharacter(piece);
  return isBlank(outside) || isSurelyPunctuation(outside) || !isPunctuation(inside);
}

function firstCharacter(piece: Piece | undefined): string {
  const code = piece?.text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function lastCharacter(piece: Piece | undefined): string {
  const text = piece?.text ?? '';
  const low = /[\udc00-\udfff]$/u.test(text) || (text.charCodeAt(text.length - 1) & 0xfc00) === 0xdc00;
  return text.slice(low ? -2 : -1);
}

const isBlank = (character: string): boolean => character === '' || /^\s/u.test(character);
/** Symbols such as emoji count as punctuation only since CommonMark 0.31: inside they are feared, outside not relied on. */
const isSurelyPunctuation = (character: string): boolean => /^[\p{P}$+<=>^`|~]/u.test(character);
const isPunctuation = (character: string): boolean => /^[\p{P}\p{S}]/u.test(character);

function write(pieces: Piece[], context: RunContext & { math: boolean }): string {
  let output = '';
  let blank = false;
  const open: number[] = [];
  pieces.forEach((piece, index) => {
    if (piece.type === 'break') {
      output += closeMarks(open, piece.marks) + context.lineBreak;
      blank = false;
      return;
    }
    const core = piece.type === 'text' ? piece.text.trim() : piece.text;
    if (core === '') {
      blank = true;
      return;
    }
    output += closeMarks(open, piece.marks);
    if ((blank || (piece.type === 'text' && piece.text.startsWith(' '))) && !/\s$/u.test(output)) output += ' ';
    output += openMarks(open, pieces, index);
    const after = nextCharacter(pieces, index, context);
    output += piece.type === 'atom' ? core : escapeText(core, { ...context, before: output.slice(-1), after });
    blank = piece.type === 'text' && piece.text.endsWith(' ');
  });
  return output + closeMarks(open, 0);
}

/** What will stand right after the piece's last word: a delimiter, the end of a link's text, a blank, the next piece. */
function nextCharacter(pieces: Piece[], index: number, context: RunContext): string {
  const piece = pieces[index];
  const next = pieces[index + 1];
  if (!next) return piece?.marks ? '*' : context.linked ? ']' : '';
  if ((piece?.marks ?? 0) & ~next.marks) return '*';
  if (piece?.text.endsWith(' ')) return ' ';
  if (next.type === 'break') return context.lineBreak[0] ?? '';
  return next.marks === piece?.marks || next.text.startsWith(' ') ? (next.text[0] ?? '') : '*';
}

/** Closes marks from the inside out until all that are open belong to the next piece. */
function closeMarks(open: number[], wanted: number): string {
  let output = '';
  while (open.some((mark) => !(mark & wanted))) output += DELIMITER_OF.get(open.pop() ?? 0) ?? '';
  return output;
}

/** Opens the marks of a piece, the one that lasts longest first. */
function openMarks(open: number[], pieces: Piece[], index: number): string {
  const marks = pieces[index]?.marks ?? 0;
  const fresh = DELIMITERS.filter(([mark]) => marks & mark && !open.includes(mark)).map(([mark]) => {
    let end = index;
    while (end + 1 < pieces.length && (pieces[end + 1]?.marks ?? 0) & mark) end++;
    return { mark, end };
  });
  fresh.sort((a, b) => b.end - a.end);
  let output = '';
  for (const { mark } of fresh) {
    open.push(mark);
    output += DELIMITER_OF.get(mark) ?? '';
  }
  return output;
}

function startLines(text: string, lineBreak: string): string {
  if (!lineBreak.includes('\n')) return escapeLineStart(text);
  return text.split(lineBreak).map(escapeLineStart).join(lineBreak);
}
