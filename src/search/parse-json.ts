import { parseMarkup } from '../html/parse.ts';
import { MAX_HITS, type RawHit } from './hit.ts';
import { pageWords } from './page-words.ts';
import type { JsonField, JsonFields } from './template.ts';

/** Undefined for what is no JSON; null is a value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // seam: only ever looked at as unknown
  } catch {
    return undefined;
  }
}

/** Everything a path leads to: `a.b[].c` goes into each entry of the list b. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let found: unknown[] = [value];
  for (const step of path === '' ? [] : path.split('.')) {
    const list = step.endsWith('[]');
    const name = list ? step.slice(0, -2) : step;
    found = found.flatMap((each) => {
      const below = name === '' ? each : isRecord(each) && Object.hasOwn(each, name) ? each[name] : undefined;
      if (below === undefined || below === null) return [];
      return list ? (Array.isArray(below) ? below : []) : [below];
    });
  }
  return found;
}

/** The list of results, or null when the answer holds none of that name. */
export function resultList(answer: unknown, paths: readonly string[]): unknown[] | null {
  for (const path of paths) {
    const found = valuesAt(answer, path);
    if (path.endsWith('[]') && found.length > 0) return found;
    const [first] = found;
    if (Array.isArray(first)) return first;
  }
  return null;
}

export function readJsonHits(
  entries: readonly unknown[],
  fields: JsonFields,
  makeLink?: (url: string) => string,
): RawHit[] {
  const hits: RawHit[] = [];
  for (const entry of entries.slice(0, MAX_HITS)) {
    const url = textOf(entry, fields.url);
    if (url === '') continue;
    hits.push({
      title: textOf(entry, fields.title),
      url: makeLink ? makeLink(url) : url,
      snippet: textOf(entry, fields.snippet),
      date: textOf(entry, fields.date),
      foundBy: [],
    });
  }
  return hits;
}

/** Longest value that is looked at; far above every cap. */
const MAX_VALUE = 20_000;

function textOf(entry: unknown, field: JsonField | undefined): string {
  for (const path of field?.path ?? []) {
    const parts = valuesAt(entry, path).filter((each) => typeof each === 'string' || typeof each === 'number');
    const text = parts.map(String).join(' … ').slice(0, MAX_VALUE).trim();
    if (text !== '') return field?.markup ? pageWords(parseMarkup(text)) : text;
  }
  return '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
