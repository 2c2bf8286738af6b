import { AppError } from '../base/errors.ts';
import { CdpFault, ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import type { DocumentSource } from './document-source.ts';
import type { MainDocument } from './document-tracker.ts';
import { HeldPage } from './held-page.ts';
import { Hold } from './hold.ts';
import type { Arrival } from './navigate.ts';
import { type RevealOptions, type RevealReport, scrollThrough } from './reveal.ts';
import { type SettleOptions, type SettleReport, settle } from './settle.ts';
import type { Tab } from './tab.ts';

/** What became of the call, without looking at the words of the page. */
export type PageKind =
  /** A document that can be read. */
  | 'page'
  /** Something else than a page: a picture, a PDF, plain text in a viewer; see `document.mimeType`. */
  | 'other'
  /** The site sent a file to be saved; it was refused. */
  | 'download'
  /** The site answered without a document (204), or not at all; see `document.fault`. */
  | 'none';

/** What is done with a page that stands still. It may be done more than once; see `whileHeld`. */
export type HeldWork<T> = (held: HeldPage) => Promise<T>;

const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const MAX_TRIES = 3;

/** A page that has settled, in a tab of its own. Dispose it to give the tab back. */
export class LoadedPage implements AsyncDisposable {
  readonly tab: Tab;
  readonly arrival: Arrival;
  readonly #release: () => Promise<void>;
  readonly #signal: AbortSignal;
  #report: SettleReport;
  #settledCommits: number;

  /** Made by openPage only. */
  constructor(
    tab: Tab,
    state: { arrival: Arrival; report: SettleReport; signal: AbortSignal; release: () => Promise<void> },
  ) {
    this.tab = tab;
    this.arrival = state.arrival;
    this.#report = state.report;
    this.#signal = state.signal;
    this.#release = state.release;
    this.#settledCommits = tab.document.commits;
  }

  /** The document that stands in the tab now; all its facts belong together. */
  get document(): MainDocument {
    return this.tab.document.current;
  }

  get settled(): SettleReport {
    return this.#report;
  }

  get kind(): PageKind {
    if (this.arrival !== 'arrived') return this.arrival === 'download' ? 'download' : 'none';
    const { fault, mimeType } = this.document;
    if (fault !== null) return 'none';
    return PAGE_TYPES.has(mimeType.toLowerCase()) ? 'page' : 'other';
  }

  /** The bytes of the document that is shown, or null when Chrome no longer has them. */
  async source(): Promise<DocumentSource | null> {
    const { loaderId } = this.document;
    const source = await this.tab.sources.of(loaderId, this.#signal);
    return this.document.loaderId === loaderId ? source : null;
  }

  /** Waits again, after something was done to the page or while a challenge is expected to clear. */
  async settle(options: Partial<SettleOptions> = {}): Promise<SettleReport> {
    this.#report = await settle(this.tab, { signal: this.#signal, ...options });
    this.#settledCommits = this.tab.document.commits;
    return this.#report;
  }

  /** Waits up to `ms` for another document to take this one's place, and for it to settle. */
  async waitForReplacement(ms: number): Promise<boolean> {
    const { document, session } = this.tab;
    const before = this.#settledCommits;
    if (document.commits === before) {
      await session
        .next('Page.frameNavigated', ({ frame }) => frame.id === this.tab.frameId, {
          timeoutMs: ms,
          signal: this.#signal,
        })
        .catch((thrown: unknown) => {
          if (!(thrown instanceof CdpFault && thrown.kind === 'timeout')) throw thrown;
        });
    }
    if (document.commits === before) return false;
    await this.settle();
    return true;
  }

  /** Scrolls through the page like a person and stays at its end. */
  async reveal(options: Partial<RevealOptions> = {}): Promise<RevealReport> {
    return scrollThrough(this.tab, { signal: this.#signal, ...options });
  }

  /**
   * Stops the page's scripts in all frames, does the work, and lets them run on. When another document took the
   * page's place meanwhile, the work is done again on that one, so that the answer and `document` always describe
   * the same page. The work may therefore run more than once.
   * @throws CdpFault when the page does not let go of its thread; AppError `extraction_failed` when it keeps
   * replacing itself.
   */
  async whileHeld<T>(work: HeldWork<T>): Promise<T> {
    return this.#heldRetrying(work, () => false);
  }

  /**
   * The same for a page that is not needed afterwards: it is closed while its scripts stand still. What was done to
   * it can then not be seen by them at all, not even that time has passed. Where the result says that the page is
   * still needed (`isDone` false), its scripts run on as with `whileHeld`. Ask for `source` before.
   */
  async readAndClose<T>(work: HeldWork<T>, isDone: (result: T) => boolean = () => true): Promise<T> {
    return this.#heldRetrying(work, isDone);
  }

  async #heldRetrying<T>(work: HeldWork<T>, isDone: (result: T) => boolean): Promise<T> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      if (this.tab.document.commits !== this.#settledCommits) await this.settle();
      const { loaderId } = this.document;
      const isSame = () => this.document.loaderId === loaderId;
      try {
        const result = await this.#holdOnce(work, (value) => isSame() && isDone(value));
        if (isSame()) return result;
      } catch (thrown) {
        if (isSame() || !(thrown instanceof CdpFault) || this.tab.lost) throw thrown;
      }
    }
    throw new AppError('extraction_failed', 'The page keeps replacing itself with another one.', { retryable: true });
  }

  /** `mayClose` is asked when the work is done, while scripts still stand. */
  async #holdOnce<T>(work: HeldWork<T>, mayClose: (result: T) => boolean): Promise<T> {
    const frames = await this.tab.frames.list();
    const preparing = this.tab.sheets.prepare(frames);
    preparing.catch(() => {});
    const holds: Hold[] = [];
    const loose: CdpSession[] = [];
    let closed = false;
    try {
      holds.push(await Hold.take(this.tab.session, this.tab.frameId, this.#signal));
      await preparing;
      const others = frames.filter((frame) => frame.isSessionRoot && frame.session !== this.tab.session);
      await Promise.all(
        others.map(async ({ session, frameId, silent }) => {
          const hold = silent ? null : await Hold.take(session, frameId, this.#signal).catch(() => null);
          if (hold) holds.push(hold);
          else loose.push(session);
        }),
      );
      const parts = { frames, sheets: this.tab.sheets, loose, elements: this.#report.elements };
      const result = await work(new HeldPage(this.tab, parts, this.#signal));
      closed = mayClose(result);
      return result;
    } finally {
      // The page is gone from here on; that Chrome has cleared it away need not be waited for.
      if (closed) void this.#release();
      else await ignoreLoss(this.tab.sheets.clear());
      await Promise.all(holds.map((hold) => hold[Symbol.asyncDispose]()));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#release();
  }
}
