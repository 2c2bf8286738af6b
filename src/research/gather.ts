import { AppError, toAppError } from '../base/errors.ts';
import { delay } from '../base/time.ts';
import type { OpenedPage } from '../read/read.ts';
import type { ReadRequest } from '../read/result.ts';
import type { Hit } from './hits.ts';

/** Opens one page; the part of a reader that research needs. */
export interface PageOpener {
  open(
    request: ReadRequest,
    call: { readonly signal: AbortSignal; progress(step: string, done: number, total: number | null): void },
  ): Promise<OpenedPage>;
}

/** What became of a hit. */
export type Outcome =
  | { readonly type: 'page'; readonly hit: Hit; readonly page: OpenedPage }
  /** The gate, or a fault. */
  | { readonly type: 'error'; readonly hit: Hit; readonly error: AppError }
  /** The time was over first. */
  | { readonly type: 'late'; readonly hit: Hit };

export interface GatherOptions {
  readonly pages: PageOpener;
  /** Use of a browser, as the operator decided it. */
  readonly render: ReadRequest['render'];
  /** Best first. */
  readonly hits: readonly Hit[];
  /** Reading stops when so many are evidence. */
  readonly wanted: number;
  /** Whether a page is evidence; asked once for each page, in the order in which they arrive. */
  readonly accepts: (page: OpenedPage, hit: Hit) => boolean;
  /** Aborts when reading has to be over; what has arrived by then is kept. */
  readonly over: AbortSignal;
  /** Milliseconds until then. */
  readonly remainingMs: () => number;
  readonly progress: (read: number, of: number) => void;
}

export interface Gathered {
  /** In the order of the hits. */
  readonly outcomes: readonly Outcome[];
  /** Hits that were not needed. */
  readonly unread: number;
}

/** A page may take so long; then its place in the answer goes to another one. */
const PAGE_LIMIT_MS = 25_000;
/** A read that takes longer than this gets company: the next hit is read beside it. */
const SLOW_MS = 5_000;
const MAX_AT_ONCE = 12;
/** A page ends so long before the time is over, so that what it has by then still counts. */
const HANDOVER_MS = 300;

/**
 * Reads hits side by side until enough of them are evidence, the hits run out or the time is over. One that fails, or
 * is slow, is replaced by the next; reads that are not needed any more are stopped.
 */
export async function gather(options: GatherOptions): Promise<Gathered> {
  const reading = new Gathering(options);
  await reading.run();
  return reading.result();
}

class Gathering {
  readonly #options: GatherOptions;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #enough = new AbortController();
  #next = 0;
  #accepted = 0;

  constructor(options: GatherOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { hits, wanted, over } = this.#options;
    let room = Math.min(wanted, MAX_AT_ONCE);
    while (!over.aborted && this.#accepted < wanted) {
      while (this.#running.size < room && this.#next < hits.length) this.#start(this.#next++);
      if (this.#running.size === 0) break;
      const before = this.#outcomes.size;
      await this.#somethingHappens();
      if (this.#outcomes.size === before) room = Math.min(room + this.#running.size, MAX_AT_ONCE);
    }
    this.#enough.abort();
    if (over.aborted) this.#markLate();
  }

  result(): Gathered {
    const outcomes = [...this.#outcomes].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
    return { outcomes, unread: this.#options.hits.length - outcomes.length };
  }

  /** Until one read ends, the time is over, or all of them are slow. */
  async #somethingHappens(): Promise<void> {
    const timer = new AbortController();
    const signal = AbortSignal.any([this.#options.over, timer.signal]);
    await Promise.race([...this.#running.values(), delay(SLOW_MS, signal).catch(() => {})]);
    timer.abort();
  }

  #start(position: number): void {
    const { hits, over } = this.#options;
    const hit = hits[position];
    if (!hit) return;
    const signal = AbortSignal.any([over, this.#enough.signal]);
    const ended = this.#read(hit, signal).then((outcome) => {
      this.#running.delete(position);
      // What ends after the time is over, or after enough was read, is no part of the answer.
      if (outcome === null || signal.aborted) return;
      this.#outcomes.set(position, outcome);
      if (outcome.type === 'page' && this.#options.accepts(outcome.page, hit)) this.#accepted++;
      this.#options.progress(this.#outcomes.size, hits.length);
    });
    this.#running.set(position, ended);
  }

  async #read(hit: Hit, signal: AbortSignal): Promise<Outcome | null> {
    const timeoutS = Math.max(0.2, Math.min(PAGE_LIMIT_MS, this.#options.remainingMs() - HANDOVER_MS) / 1000);
    try {
      const page = await this.#options.pages.open(requestFor(hit.url, this.#options.render, timeoutS), {
        signal,
        progress: () => {},
      });
      return { type: 'page', hit, page };
    } catch (thrown) {
      if (signal.aborted) return null;
      return { type: 'error', hit, error: thrown instanceof AppError ? thrown : toAppError(thrown) };
    }
  }

  #markLate(): void {
    for (const position of this.#running.keys()) {
      const hit = this.#options.hits[position];
      if (hit && !this.#outcomes.has(position)) this.#outcomes.set(position, { type: 'late', hit });
    }
  }
}

function requestFor(url: string, render: ReadRequest['render'], timeoutS: number): ReadRequest {
  return {
    url,
    query: null,
    section: null,
    start: 0,
    maxTokens: 8000,
    format: 'markdown',
    selector: null,
    render,
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
    maxAgeS: 3600,
    timeoutS,
  };
}
