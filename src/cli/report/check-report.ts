import { AppError } from '../../base/errors.ts';
import { Semaphore } from '../../base/queue.ts';
import { holds, type PageCheck, type QuoteCheck, type QuoteRequest } from '../../quotes/check.ts';
import { parseReport, type Report, type ReportQuote } from '../../quotes/report/parse-report.ts';
import type { QuoteChecker } from '../../toolkit/services.ts';

/** What became of one link of the report. */
export interface LinkResult {
  readonly line: number;
  readonly url: string;
  readonly holds: boolean;
  /** Status of the page, or the code of the error that kept it from being read. */
  readonly status: string;
  readonly title: string;
  readonly detail: string;
}

/** What became of one quotation: at the best of its links. */
export interface QuoteResult extends Omit<QuoteCheck, 'found'> {
  readonly line: number;
  readonly quote: string;
  readonly holds: boolean;
  /** `uncited`: no link stands near it, so it was not looked up. */
  readonly found: QuoteCheck['found'] | 'uncited';
  readonly urls: readonly string[];
  /** The link at which the best match stands. */
  readonly url: string;
  /** Another page of the report on which the words stand, when they do not at their own. */
  readonly moved_to: string;
}

export interface ReportResult {
  /** Every link was read and every cited quotation holds. */
  readonly holds: boolean;
  readonly links: readonly LinkResult[];
  readonly quotes: readonly QuoteResult[];
  readonly counts: Readonly<Record<string, number>>;
}

export interface CheckOptions extends Pick<QuoteRequest, 'render' | 'maxAgeS' | 'timeoutS'> {
  readonly signal: AbortSignal;
  readonly onStep: (done: number, total: number) => void;
}

/** Pages read side by side. */
const AT_ONCE = 4;
/** Quotations that fail at their own link are looked for on so many other pages of the report. */
const MAX_OTHER_PAGES = 40;

interface Page {
  readonly check: PageCheck | null;
  readonly fault: AppError | null;
}

/** Reads every page that a report links to and looks its quotations up there. Rejects only when it is cancelled. */
export async function checkReport(text: string, checker: QuoteChecker, options: CheckOptions): Promise<ReportResult> {
  const report = parseReport(text);
  const reading = new Reading(checker, options, report.links.length);
  const pages = new Map<string, Page>();
  const asked = quotesByPage(report);
  await Promise.all(
    report.links.map(async ({ url }) => {
      pages.set(url, await reading.page(url, asked.get(url) ?? []));
    }),
  );
  const links = report.links.map((link) => linkResult(link, pages.get(link.url)));
  const results = report.quotes.map((quote) => quoteResult(quote, pages, asked));
  const quotes = await withMoves(results, pages, reading);
  return { holds: isWhole(links, quotes), links, quotes, counts: countsOf(links, quotes) };
}

class Reading {
  readonly #checker: QuoteChecker;
  readonly #options: CheckOptions;
  readonly #turns = new Semaphore(AT_ONCE);
  readonly #total: number;
  #done = 0;

  constructor(checker: QuoteChecker, options: CheckOptions, total: number) {
    this.#checker = checker;
    this.#options = options;
    this.#total = total;
  }

  async page(url: string, quotes: readonly string[]): Promise<Page> {
    const { signal, onStep } = this.#options;
    const leave = await this.#turns.acquire(signal);
    try {
      return { check: await this.check(url, quotes), fault: null };
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof AppError)) throw thrown;
      return { check: null, fault: thrown };
    } finally {
      leave();
      onStep(++this.#done, this.#total);
    }
  }

  check(url: string, quotes: readonly string[]): Promise<PageCheck> {
    const { signal, render, maxAgeS, timeoutS } = this.#options;
    const call = { signal, progress: () => {} };
    return this.#checker.checkQuotes({ url, contentSha256: null, quotes, render, maxAgeS, timeoutS }, call);
  }
}

function quotesByPage({ quotes }: Report): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const { urls, text } of quotes) {
    for (const url of urls) pages.set(url, [...(pages.get(url) ?? []), text]);
  }
  return pages;
}

const OBTAINED: ReadonlySet<string> = new Set(['ok', 'partial']);

function linkResult({ line, url }: { line: number; url: string }, page: Page | undefined): LinkResult {
  const { check = null, fault = null } = page ?? {};
  if (check === null) {
    return { line, url, holds: false, status: fault?.code ?? 'unread', title: '', detail: fault?.message ?? '' };
  }
  const isRead = OBTAINED.has(check.status);
  return {
    line,
    url,
    holds: isRead,
    status: check.status,
    title: check.title,
    detail: isRead ? '' : check.reason.detail,
  };
}

const RANKS = { exact: 0, normalised: 1, close: 2, absent: 3, unread: 4 } as const;

function quoteResult(
  { line, text, urls }: ReportQuote,
  pages: ReadonlyMap<string, Page>,
  asked: ReadonlyMap<string, readonly string[]>,
): QuoteResult {
  const results = urls.map((url) => {
    const check = pages.get(url)?.check?.quotes[(asked.get(url) ?? []).indexOf(text)];
    return { url, check: check ?? NOT_READ };
  });
  const [best] = results.sort((a, b) => RANKS[a.check.found] - RANKS[b.check.found]);
  const common = { line, quote: text, urls, moved_to: '' };
  if (!best) return { ...NOT_READ, ...common, found: 'uncited', holds: false, url: '', notes: [] };
  return { ...best.check, ...common, holds: holds(best.check.found), url: best.url };
}

const NOT_READ: QuoteCheck = {
  found: 'unread',
  where: null,
  passage: '',
  start: null,
  end: null,
  heading: '',
  section: '',
  link: '',
  occurrences: 0,
  difference: [],
  notes: ['The page was not read, so nothing is known of the quote.'],
};

/** A quotation that is right but given for the wrong page is still wrong; saying where it stands mends it. */
async function withMoves(
  results: readonly QuoteResult[],
  pages: ReadonlyMap<string, Page>,
  reading: Reading,
): Promise<QuoteResult[]> {
  const told = [...results];
  const read = [...pages].filter(([, { check }]) => OBTAINED.has(check?.status ?? ''));
  for (const [url] of read.slice(0, MAX_OTHER_PAGES)) {
    const open = told.flatMap((each, i) => (isLost(each) && !each.urls.includes(url) ? [i] : []));
    if (open.length === 0) continue;
    const { check } = await reading.page(
      url,
      open.map((i) => told[i]?.quote ?? ''),
    );
    for (const [at, i] of open.entries()) {
      const result = told[i];
      const other = check?.quotes[at];
      if (!result || !other || !holds(other.found)) continue;
      told[i] = { ...result, moved_to: url, notes: [...result.notes, MOVED_NOTE] };
    }
  }
  return told;
}

const MOVED_NOTE = 'The words stand on another page of this report.';

function isLost({ found, holds: isHeld, moved_to: movedTo }: QuoteResult): boolean {
  return !isHeld && found !== 'uncited' && movedTo === '';
}

function isWhole(links: readonly LinkResult[], quotes: readonly QuoteResult[]): boolean {
  return links.every((link) => link.holds) && quotes.every((quote) => quote.holds || quote.found === 'uncited');
}

function countsOf(links: readonly LinkResult[], quotes: readonly QuoteResult[]): Record<string, number> {
  const counts: Record<string, number> = {
    links: links.length,
    links_read: links.filter((link) => link.holds).length,
    quotes: quotes.length,
  };
  for (const found of ['exact', 'normalised', 'close', 'absent', 'unread', 'uncited'] as const) {
    counts[found] = quotes.filter((quote) => quote.found === found).length;
  }
  return counts;
}
