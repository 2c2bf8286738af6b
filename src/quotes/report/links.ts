import { foldLabel, trimAddress } from './blocks.ts';

/** A link of a report, or several that one mark stands for. */
export interface ReportLink {
  readonly start: number;
  readonly end: number;
  readonly urls: readonly string[];
  /** Where its text stands; equal to its place for bare addresses and marks. */
  readonly textStart: number;
  readonly textEnd: number;
}

const INLINE =
  /(!?)\[((?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,600})\]\(\s*<?((?:[^\s()<>\\]|\\.|\((?:[^\s()<>]{0,500})\)){1,2000})>?(?:\s+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)))?\s*\)/gu;
const REFERENCE = /(!?)\[((?:[^[\]\\]|\\.){1,300})\](?:\[([^[\]\n]{0,200})\])?/gu;
const BARE =
  /<(https?:\/\/[^\s<>]{1,2000})>|https?:\/\/(?:[^\s<>"'`[\]{}|\\^()]|\([^\s<>"'`[\]{}|\\^()]{0,200}\)){1,2000}/giu;

/** The links of a block in their order: written out, by reference, as notes (`[^1]`, `[1]`), and bare addresses. */
export function findLinks(text: string, references: ReadonlyMap<string, readonly string[]>): ReportLink[] {
  const links: ReportLink[] = [];
  const pictures: Array<Pick<ReportLink, 'start' | 'end'>> = [];
  const taken = (start: number, end: number) =>
    [...links, ...pictures].some((link) => start < link.end && link.start < end);
  for (const match of text.matchAll(INLINE)) {
    const url = unescaped(match[3] ?? '');
    const textStart = match.index + (match[1] ?? '').length + 1;
    const place = { start: match.index, end: match.index + match[0].length };
    if (match[1] === '!') pictures.push(place);
    if (match[1] === '!' || !/^https?:/iu.test(url)) continue;
    links.push({ ...place, urls: [url], textStart, textEnd: textStart + (match[2] ?? '').length });
  }
  for (const match of text.matchAll(REFERENCE)) {
    const start = match.index;
    const end = start + match[0].length;
    if (match[1] === '!' || taken(start, end) || text.charAt(end) === '(') continue;
    const urls = referenced(match[2] ?? '', match[3], references);
    if (urls.length === 0) continue;
    const isText = match[3] !== undefined && match[3] !== '';
    links.push({
      start,
      end,
      urls,
      textStart: isText ? start + 1 : end,
      textEnd: isText ? start + 1 + (match[2] ?? '').length : end,
    });
  }
  for (const match of text.matchAll(BARE)) {
    const url = match[1] ?? trimAddress(match[0]);
    const start = match.index;
    const end = start + (match[1] === undefined ? url.length : match[0].length);
    if (!taken(start, end)) links.push({ start, end, urls: [url], textStart: end, textEnd: end });
  }
  return links.sort((a, b) => a.start - b.start);
}

/** `[text][label]`, `[label][]`, `[label]`, `[^1]`, and `[1, 3]` or `[1][2]` as reports number their sources. */
function referenced(
  text: string,
  label: string | undefined,
  references: ReadonlyMap<string, readonly string[]>,
): string[] {
  const own = references.get(foldLabel(text)) ?? [];
  const named = label === undefined || label === '' ? own : (references.get(foldLabel(label)) ?? []);
  // `[1][2]` are two marks, not the first one as the text of the second.
  const both = /^\^?\d{1,4}$/u.test(text) ? [...own, ...named] : named;
  if (both.length > 0) return [...new Set(both)];
  if (!/^\s*\d{1,4}(?:\s*[,;–-]\s*\d{1,4})+\s*$/u.test(text)) return [];
  return text
    .split(/[,;]/u)
    .flatMap(numbers)
    .flatMap((number) => references.get(String(number)) ?? []);
}

function numbers(part: string): number[] {
  const [first = Number.NaN, last = first] = part.split(/[–-]/u).map((each) => Number(each.trim()));
  if (!Number.isInteger(first) || !Number.isInteger(last) || last < first || last - first > 50) return [];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/gu, '$1');
}
