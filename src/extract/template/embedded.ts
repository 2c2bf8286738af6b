import { select } from '../../html/select.ts';
import { type HtmlRoot, textContent } from '../../html/tree.ts';
import type { Field } from './template.ts';

/** JSON longer than this is not read. */
const MAX_SCRIPT_CHARACTERS = 5_000_000;
/** Lines of one listing. */
const MAX_LINES = 200_000;

type Place = NonNullable<Field['embedded']>;

/** The data that a page carries for its scripts, each script parsed once. */
export class EmbeddedData {
  readonly #root: HtmlRoot;
  readonly #parsed = new Map<string, readonly unknown[]>();

  constructor(root: HtmlRoot) {
    this.#root = root;
  }

  /** The text at the first of the paths that leads to a text or to an array of lines; null for none. */
  textAt({ script, paths }: Place): string | null {
    const documents = this.#documents(script);
    for (const path of paths) {
      for (const document of documents) {
        const text = textOf(path.reduce(step, document));
        if (text !== null) return text;
      }
    }
    return null;
  }

  #documents(script: string): readonly unknown[] {
    const known = this.#parsed.get(script);
    if (known) return known;
    const sources = select(this.#root, script).filter(({ tag }) => tag === 'script');
    const documents = sources.map((element) => parsed(textContent(element)));
    this.#parsed.set(script, documents);
    return documents;
  }
}

function parsed(source: string): unknown {
  if (source.length > MAX_SCRIPT_CHARACTERS) return undefined;
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function step(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(key);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (!Array.isArray(value) || value.length === 0) return null;
  const lines = value.slice(0, MAX_LINES).filter((line) => typeof line === 'string');
  return lines.length === Math.min(value.length, MAX_LINES) ? lines.join('\n') : null;
}

/**
 * Whether lines that a page shows are a stretch of what it carries, as where it draws only those in sight. Trailing
 * white space does not count.
 */
export function isStretchOf(shown: string, whole: string): boolean {
  const flat = (text: string) =>
    `\n${text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')}\n`;
  return flat(whole).includes(flat(shown));
}
