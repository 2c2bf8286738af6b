import type { HtmlNode, HtmlRoot } from '../src/html/tree.ts';

/**
 * Word-bag scores: lower-case runs of letters and digits; Chinese, Japanese and Thai are counted by character
 * because they put no blanks between words. The measure of the public WCXB benchmark.
 */
export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function words(text: string): string[] {
  const found: string[] = [];
  for (const run of text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    if (UNSPACED.test(run)) found.push(...(run.match(WORD) ?? []));
    else found.push(run);
  }
  return found;
}

export function bag(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export function score(output: string, gold: string): Score {
  const outputWords = words(output);
  const goldWords = words(gold);
  if (outputWords.length === 0 && goldWords.length === 0) return { precision: 1, recall: 1, f1: 1 };
  const goldBag = bag(goldWords);
  let common = 0;
  for (const [word, count] of bag(outputWords)) common += Math.min(count, goldBag.get(word) ?? 0);
  const precision = outputWords.length === 0 ? 0 : common / outputWords.length;
  const recall = goldWords.length === 0 ? 0 : common / goldWords.length;
  return { precision, recall, f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'svg', 'iframe', 'object']);
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** The text of a tree with block boundaries as blanks: what every system's HTML output is scored on. */
export function plainText(node: HtmlNode | HtmlRoot): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts.join('');
}

function collect(node: HtmlNode | HtmlRoot, parts: string[]): void {
  if (node.type === 'text') parts.push(node.text);
  else if (node.type === 'root') for (const child of node.children) collect(child, parts);
  else if (node.type === 'element' && !SILENT.has(node.tag)) {
    const block = !INLINE.has(node.tag);
    if (block) parts.push('\n');
    for (const child of node.children) collect(child, parts);
    if (block) parts.push('\n');
  }
}

/** Markdown with its signs taken out: link and image targets, fences, table rules; the words stay. */
export function markdownText(markdown: string): string {
  return markdown
    .replace(/^\s*(?:```|~~~).*$/gmu, '')
    .replace(/!\[([^\]]*)\]\([^)\n]*\)/gu, ' ')
    .replace(/\]\((?:<[^>\n]*>|[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/gu, '] ')
    .replace(/<\/?[a-z][^>\n]*>/giu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~$&])/gu, '$1')
    .replace(/[*`]/gu, '');
}
