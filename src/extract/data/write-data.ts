import { truncate } from '../../base/text.ts';
import type { DataNode } from './data-node.ts';
import { writeStep } from './data-path.ts';

export interface DataWriting {
  /** Where the data begins, for the paths that are named: `data:2.props`. */
  readonly path: string;
  /** Texts that may not be shown as they are; they are told to `withheld`, and stand there when `keeps` is set. */
  readonly isSuspect: (text: string) => boolean;
  readonly keeps: boolean;
}

export interface WrittenData {
  /** Indented JSON, or lines of paths with their values. */
  readonly text: string;
  /** Texts that were shortened, and containers of which only the size is told. */
  readonly shortened: number;
  readonly folded: number;
  readonly suspects: ReadonlyArray<{ readonly text: string; readonly path: string }>;
}

/** Longest text of one value and of one key; what is cut can be asked for by its path. */
export const MAX_TEXT_CHARACTERS = 2_000;
const MAX_KEY_CHARACTERS = 120;
/** Levels that are written; deeper ones stand as their size. */
const MAX_LEVELS = 24;
/** All of one writing; what comes after it stands as its size. */
const MAX_CHARACTERS = 2_000_000;
/** Objects and lists that fit stay on one line, as in other JSON (extract/kinds/json.ts). */
const MAX_LINE_CHARACTERS = 100;
/** Shorter texts cannot say anything to a machine. */
const MIN_SUSPECT_CHARACTERS = 16;

/** What both forms of writing share: texts judged and shortened, sizes counted. */
class DataWriter {
  shortened = 0;
  folded = 0;
  written = 0;
  readonly suspects: Array<{ text: string; path: string }> = [];
  readonly options: DataWriting;

  constructor(options: DataWriting) {
    this.options = options;
  }

  text(text: string, path: string, limit = MAX_TEXT_CHARACTERS): string {
    if (text.length >= MIN_SUSPECT_CHARACTERS && this.options.isSuspect(text)) {
      this.suspects.push({ text, path });
      if (!this.options.keeps) return `(${text.length} characters withheld: they speak to a machine)`;
    }
    // The value that was asked for by its path is given whole; its window says where it ends.
    if (text.length <= limit || path === this.options.path) return text;
    this.shortened++;
    return `${truncate(text, limit)} (${text.length - limit} more characters)`;
  }

  key(key: string, path: string): string {
    return this.text(key, `${path} (a key)`, MAX_KEY_CHARACTERS);
  }

  /** The path of a member; a key that is not shown, or not whole, is not shown in paths either. */
  inside(path: string, step: string | number): string {
    if (typeof step === 'number' || step.length < MIN_SUSPECT_CHARACTERS) return path + writeStep(step);
    if (step.length > MAX_KEY_CHARACTERS) return `${path}["…"]`;
    return !this.options.keeps && this.options.isSuspect(step) ? `${path}["…"]` : path + writeStep(step);
  }

  result(text: string): WrittenData {
    const { shortened, folded, suspects } = this;
    return { text, shortened, folded, suspects };
  }
}

/** Indented JSON. Keys that stand twice are both written, numbers as they were. */
export function writeData(node: DataNode, options: DataWriting): WrittenData {
  const writer = new DataWriter(options);
  const write = (value: DataNode, path: string, level: number): string => {
    if (value.type === 'value') return count(value.source);
    if (value.type === 'text') return count(JSON.stringify(writer.text(value.text, path)));
    const size = value.type === 'list' ? value.items.length : value.entries.length;
    const [open, close] = value.type === 'list' ? ['[', ']'] : ['{', '}'];
    if (size === 0) return open + close;
    if (level >= MAX_LEVELS || writer.written > MAX_CHARACTERS) {
      writer.folded++;
      return JSON.stringify(`${open}… ${size}${close}`);
    }
    const parts =
      value.type === 'list'
        ? value.items.map((item, place) => write(item, writer.inside(path, place), level + 1))
        : value.entries.map(([key, inner]) => {
            const inside = writer.inside(path, key);
            return `${count(JSON.stringify(writer.key(key, path)))}: ${write(inner, inside, level + 1)}`;
          });
    if (isLine(parts)) return value.type === 'list' ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
    const margin = '  '.repeat(level);
    return `${open}\n${margin}  ${parts.join(`,\n${margin}  `)}\n${margin}${close}`;
  };
  const count = (part: string): string => {
    writer.written += part.length + 2;
    return part;
  };
  return writer.result(write(node, options.path, 0));
}

/** Parts that fit on one line together. */
function isLine(parts: readonly string[]): boolean {
  let length = 0;
  for (const part of parts) {
    length += part.length + 2;
    if (length > MAX_LINE_CHARACTERS || part.includes('\n')) return false;
  }
  return true;
}

/** A paragraph is as long as a passage that answers a question. */
const MAX_PARAGRAPH_CHARACTERS = 1_000;

/**
 * The same for a search: one paragraph for each object with its own values, named by its path, so that what belongs
 * together is found together. Values stand on one line each paragraph; `literal` keeps them from being Markdown.
 */
export function writePaths(node: DataNode, options: DataWriting, literal: (text: string) => string): WrittenData {
  const writer = new DataWriter(options);
  const paragraphs: string[] = [];
  const stack: Array<{ node: DataNode; path: string; level: number }> = [{ node, path: options.path, level: 0 }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { path, level } = top;
    if (writer.written > MAX_CHARACTERS || level > MAX_DEPTH) {
      writer.folded++;
      continue;
    }
    const inner: typeof stack = [];
    const facts: string[] = [];
    for (const [step, value] of membersOf(top.node)) {
      const inside = step === null ? path : writer.inside(path, step);
      if (value.type === 'list' || value.type === 'object') {
        inner.push({ node: value, path: inside, level: level + 1 });
        continue;
      }
      const name = typeof step === 'string' ? `${writer.key(step, path)}: ` : '';
      const written = value.type === 'text' ? writer.text(value.text, inside) : value.source;
      if (written.trim() !== '') facts.push(literal(`${name}${written}`.replace(/\s+/gu, ' ')));
    }
    for (const line of linesOf(facts)) paragraphs.push(`${pathMark(path)} ${line}`);
    writer.written += facts.reduce((sum, fact) => sum + fact.length, 0) + path.length;
    stack.push(...inner.reverse());
  }
  return writer.result(paragraphs.join('\n\n'));
}

/** A path is followed as far as this; each level makes it longer. */
const MAX_DEPTH = 200;

function membersOf(node: DataNode): ReadonlyArray<readonly [string | number | null, DataNode]> {
  if (node.type === 'object') return node.entries;
  if (node.type === 'list') return node.items.map((item, place) => [place, item] as const);
  return [[null, node]];
}

/** Facts on lines that are passages; a fact that is longer has one for itself. */
function linesOf(facts: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const fact of facts) {
    if (line !== '' && line.length + fact.length > MAX_PARAGRAPH_CHARACTERS) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? fact : `; ${fact}`;
  }
  return line === '' ? lines : [...lines, line];
}

const MAX_PATH_CHARACTERS = 300;

/** Paths hold keys of the page, and those may hold anything. */
function pathMark(path: string): string {
  const shown = truncate(path.replace(/[`\s]+/gu, ' '), MAX_PATH_CHARACTERS);
  return `\`${shown}\``;
}
