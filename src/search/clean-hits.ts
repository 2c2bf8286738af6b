import { oneLine } from '../base/text.ts';
import { Cleaner } from '../read/clean.ts';
import { canonicalKey } from './canonical-key.ts';
import { leadingDate, resultDate } from './dates.ts';
import type { Hit, RawHit } from './hit.ts';

/** Longest page-written strings of a result, in UTF-16 units: 25 results have to stay far below what clients cut. */
const TITLE_CAP = 200;
const SNIPPET_CAP = 480;
const ENGINE_CAP = 40;
/** No page is found under longer ones, and 25 results have to fit into what clients read. */
const URL_CAP = 1_024;

export interface CleanOptions {
  /** Engine that answered, for hits that name none themselves. */
  readonly engine: string;
  readonly weight: number;
  readonly language: string | null;
  readonly nowMs: number;
  /** Whether this address may be handed on: public, without credentials, not on the operator's deny list. */
  readonly isSafe: (url: string) => boolean;
}

export interface CleanedHits {
  readonly hits: readonly Hit[];
  readonly unsafe: number;
  /** Results out of which invisible characters were taken. */
  readonly touched: number;
}

/**
 * The trust boundary of search: titles, snippets and names as engines wrote them become clean, capped lines; addresses
 * that are unsafe, or that cleaning would change, go with their result.
 */
export function cleanHits(raw: readonly RawHit[], options: CleanOptions): CleanedHits {
  const hits: Hit[] = [];
  let unsafe = 0;
  let touched = 0;
  for (const [index, each] of raw.entries()) {
    const cleaner = new Cleaner();
    const url = cleaner.url(each.url);
    if (url === null || url.length > URL_CAP || !options.isSafe(url)) {
      unsafe++;
      continue;
    }
    const written = leadingDate(oneLine(each.snippet));
    const ownDate = resultDate(each.date, options.language, options.nowMs);
    const foundDate = ownDate === null ? fullDate(resultDate(written.date, options.language, options.nowMs)) : null;
    // Without a date in front of it, what looked like one is a part of the sentence.
    const isDated = foundDate !== null || (ownDate !== null && sameDate(written.date, each.date));
    const snippet = cleaner.line(isDated ? written.rest : each.snippet, SNIPPET_CAP, 'snippet');
    hits.push({
      title: cleaner.line(each.title, TITLE_CAP, 'title') || new URL(url).hostname,
      url,
      key: canonicalKey(url),
      snippet,
      published: ownDate ?? foundDate,
      foundBy: foundBy(each, index + 1, cleaner, options),
    });
    if (cleaner.findings.length > 0) touched++;
  }
  return { hits, unsafe, touched };
}

/** A year in front of a snippet is one of its words. */
function fullDate(date: string | null): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}/u.test(date) ? date : null;
}

function sameDate(a: string, b: string): boolean {
  return a !== '' && oneLine(a) === oneLine(b).replace(/[\s·—–-]+$/u, '');
}

function foundBy(raw: RawHit, rank: number, cleaner: Cleaner, { engine, weight }: CleanOptions): Hit['foundBy'] {
  if (raw.foundBy.length === 0) return [{ engine, rank, weight }];
  return raw.foundBy.map((each) => ({
    engine: cleaner.line(each.engine, ENGINE_CAP, 'engine') || engine,
    rank: each.rank,
    weight,
  }));
}
