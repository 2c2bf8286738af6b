import { oneLine, truncate } from '../../base/text.ts';
import { table } from '../print.ts';
import type { LinkResult, QuoteResult, ReportResult } from './check-report.ts';

const MAX_CELL = 70;

/** What holds and what does not, as a table for people; the words of pages are cut short and stand on one line. */
export function reportText(result: ReportResult): string {
  const { counts, links, quotes } = result;
  const rows = [
    ...links.map((link) => ({ line: link.line, cells: linkCells(link), more: [] as string[] })),
    ...quotes.map((quote) => ({ line: quote.line, cells: quoteCells(quote), more: quoteDetails(quote) })),
  ].sort((a, b) => a.line - b.line);
  const lines = table(rows.map(({ cells }) => cells)).split('\n');
  const shown = rows.flatMap(({ more }, i) => [lines[i] ?? '', ...more.map((each) => `      ${each}`)]);
  const bad = quotes.filter((quote) => !quote.holds && quote.found !== 'uncited').length;
  const summary = [
    `${counts.links_read} of ${counts.links} links read`,
    `${(counts.exact ?? 0) + (counts.normalised ?? 0)} quotes hold`,
    `${bad} do not`,
    `${counts.uncited} without a link`,
  ].join(', ');
  const verdict = rows.length === 0 ? 'There are no links and no quotes in it.' : `${summary}.`;
  return [...(rows.length === 0 ? [] : shown), '', verdict].join('\n').trim();
}

function linkCells({ line, url, holds, status }: LinkResult): string[] {
  return [holds ? 'ok' : 'FAIL', lineText(line), 'link', status, truncate(oneLine(url), MAX_CELL * 2)];
}

function quoteCells({ line, quote, holds, found, where }: QuoteResult): string[] {
  const state = holds ? 'ok' : found === 'uncited' ? '?' : 'FAIL';
  const place = where === null || where === 'main' ? found : `${found} (${where})`;
  return [state, lineText(line), 'quote', place, `“${truncate(oneLine(quote), MAX_CELL)}”`];
}

function lineText(line: number): string {
  return line === 0 ? 'sources' : `line ${line}`;
}

function quoteDetails(quote: QuoteResult): string[] {
  if (quote.holds || quote.found === 'uncited') return [];
  return [
    ...quote.difference.map(({ kind, quote: ours, page }) => {
      return `${kind}: report “${truncate(oneLine(ours), MAX_CELL)}”, page “${truncate(oneLine(page), MAX_CELL)}”`;
    }),
    ...(quote.moved_to === '' ? [] : [`stands at ${truncate(oneLine(quote.moved_to), MAX_CELL * 2)}`]),
    ...quote.notes.map((note) => oneLine(note)),
  ];
}
