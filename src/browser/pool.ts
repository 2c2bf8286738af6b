import { AppError } from '../base/errors.ts';
import { type Log, silentLog } from '../base/log.ts';
import { abortable, Semaphore } from '../base/queue.ts';
import { CdpFault, isBrowserLoss } from './cdp/fault.ts';
import type { RunningBrowser } from './running-browser.ts';
import { Tab } from './tab.ts';

export interface PoolOptions {
  /** Starts (or connects to) a browser. Called when one is needed and none runs. */
  readonly start: (signal: AbortSignal) => Promise<RunningBrowser>;
  /** Tabs at once; further calls wait in order. */
  readonly maxTabs: number;
  /** A browser without work is ended after this. */
  readonly idleCloseMs: number;
  /** A browser that uses more is replaced once its tabs are done. */
  readonly maxMemoryBytes?: number;
  /** A browser is replaced after so many tabs: even without a way to measure, nothing grows for ever. */
  readonly maxTabsPerBrowser?: number;
  readonly log?: Log;
}

export interface PoolState {
  readonly running: boolean;
  readonly kind: string | null;
  readonly version: string | null;
  readonly pid: number | null;
  readonly open: number;
  readonly waiting: number;
  /** Tabs opened, browsers started, browsers lost without our doing. */
  readonly tabs: number;
  readonly starts: number;
  readonly crashes: number;
  readonly disclosures: readonly string[];
}

/** A tab together with the duty to give it back. */
export interface Lease extends AsyncDisposable {
  readonly tab: Tab;
}

const MAX_MEMORY_BYTES = 1_500 * 1024 * 1024;
const MAX_TABS_PER_BROWSER = 1_000;
const MEMORY_CHECK_MS = 10_000;

interface Running {
  readonly browser: RunningBrowser;
  open: number;
  served: number;
  retired: boolean;
  spare: Promise<Tab> | null;
}

/** Tabs of one browser, which is started when first needed, ended when idle, and replaced when it dies or grows. */
export class BrowserPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #places: Semaphore;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #ending = new Set<Promise<void>>();
  readonly #counts = { tabs: 0, starts: 0, crashes: 0 };
  #running: Promise<Running> | null = null;
  #now: Running | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #memoryCheckedAt = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#places = new Semaphore(options.maxTabs);
    this.#log = options.log ?? silentLog;
  }

  get state(): PoolState {
    const browser = this.#now?.browser;
    return {
      running: browser !== undefined && !browser.connection.closed,
      kind: browser?.kind ?? null,
      version: browser?.version ?? null,
      pid: browser?.pid ?? null,
      open: this.#places.held,
      waiting: this.#places.waiting,
      ...this.#counts,
      disclosures: browser?.disclosures ?? [],
    };
  }

  /**
   * A blank tab in a fresh context, in the order of asking.
   * @throws AppError `browser_unavailable` when no browser starts or two in a row die; the signal's reason.
   */
  async acquire(signal: AbortSignal): Promise<Lease> {
    const leave = await this.#places.acquire(signal);
    clearTimeout(this.#idleTimer);
    try {
      const lease = await this.#open(signal).catch((thrown: unknown) => {
        if (!isBrowserLoss(thrown)) throw thrown;
        return this.#open(signal);
      });
      const { running, tab } = lease;
      let given = false;
      return {
        tab,
        [Symbol.asyncDispose]: async () => {
          if (given) return;
          given = true;
          await tab[Symbol.asyncDispose]();
          leave();
          this.#returned(running);
        },
      };
    } catch (thrown) {
      leave();
      this.#armIdle();
      throw isBrowserLoss(thrown) || thrown instanceof CdpFault ? browserDied(thrown) : thrown;
    }
  }

  async #open(signal: AbortSignal): Promise<{ running: Running; tab: Tab }> {
    const running = await this.#browser(signal);
    running.open++;
    try {
      const spare = running.spare;
      running.spare = null;
      const ready = await spare?.catch(() => null);
      const tab = ready && !ready.lost ? ready : await Tab.open(running.browser, signal);
      signal.throwIfAborted();
      this.#counts.tabs++;
      running.served++;
      // Later, so that it does not stand in the way of the first command to this one.
      setImmediate(() => this.#makeSpare(running));
      return { running, tab };
    } catch (thrown) {
      running.open--;
      if (running.browser.connection.closed) this.#forget(running);
      throw thrown;
    }
  }

  /** A tab takes 20 to 60 ms to make ready, so the next one is made while this one is used. */
  #makeSpare(running: Running): void {
    if (running.spare || running.retired || this.#closing.signal.aborted) return;
    if (running.open >= this.#options.maxTabs) return;
    running.spare = Tab.open(running.browser, this.#closing.signal);
    running.spare.catch(() => {
      running.spare = null;
    });
  }

  async #browser(signal: AbortSignal): Promise<Running> {
    signal.throwIfAborted();
    if (this.#closing.signal.aborted) throw new AppError('browser_unavailable', 'The browser has been shut down.');
    if (this.#now && (this.#now.retired || this.#now.browser.connection.closed)) this.#forget(this.#now);
    // The start belongs to all who wait for it, so one impatient caller does not end it.
    this.#running ??= this.#start();
    return abortable(this.#running, signal);
  }

  async #start(): Promise<Running> {
    try {
      const browser = await this.#startTwice(this.#closing.signal);
      const running: Running = { browser, open: 0, served: 0, retired: false, spare: null };
      this.#now = running;
      this.#counts.starts++;
      browser.connection.whenClosed(() => this.#closed(running));
      return running;
    } catch (thrown) {
      this.#running = null;
      throw thrown;
    }
  }

  /** One that ends while it starts (killed, out of memory) may well start the next time. */
  async #startTwice(signal: AbortSignal): Promise<RunningBrowser> {
    try {
      return await this.#options.start(signal);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return await this.#options.start(signal);
    }
  }

  #closed(running: Running): void {
    if (running.retired) return;
    this.#counts.crashes++;
    this.#log.warn('the browser ended by itself', { tabs: running.open });
    this.#forget(running);
  }

  /** The next call starts a new browser; this one ends when its last tab is given back. */
  #forget(running: Running): void {
    running.retired = true;
    if (this.#now === running) {
      this.#now = null;
      this.#running = null;
    }
    if (running.open === 0 || running.browser.connection.closed) this.#end(running);
  }

  #end(running: Running): void {
    const { spare } = running;
    running.spare = null;
    spare?.catch(() => {});
    const ending = Promise.resolve(running.browser[Symbol.asyncDispose]()).catch(() => {});
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  #returned(running: Running): void {
    running.open--;
    if (running.retired) {
      if (running.open === 0) this.#end(running);
      return;
    }
    if (running.served >= (this.#options.maxTabsPerBrowser ?? MAX_TABS_PER_BROWSER)) this.#forget(running);
    else void this.#checkMemory(running);
    this.#armIdle();
  }

  async #checkMemory(running: Running): Promise<void> {
    const now = performance.now();
    if (now - this.#memoryCheckedAt < MEMORY_CHECK_MS && this.#memoryCheckedAt !== 0) return;
    this.#memoryCheckedAt = now;
    const bytes = await running.browser.memoryBytes().catch(() => null);
    if (bytes === null || bytes <= (this.#options.maxMemoryBytes ?? MAX_MEMORY_BYTES) || running.retired) return;
    this.#log.info('the browser is replaced because of its memory', { bytes });
    this.#forget(running);
  }

  #armIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#places.held > 0 || this.#places.waiting > 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#now && this.#now.open === 0 && this.#places.held === 0) this.#forget(this.#now);
    }, this.#options.idleCloseMs);
    this.#idleTimer.unref();
  }

  /** Ends the browser with all its tabs; calls in flight fail with `browser_unavailable`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new AppError('browser_unavailable', 'The browser has been shut down.'));
    clearTimeout(this.#idleTimer);
    const running = await this.#running?.catch(() => null);
    if (running) {
      running.retired = true;
      this.#now = null;
      this.#running = null;
      this.#end(running);
    }
    await Promise.all(this.#ending);
  }
}

export function browserDied(cause: unknown): AppError {
  return new AppError('browser_unavailable', 'The browser stopped in the middle of the call, twice.', {
    hint: 'Try again; if it stays, this page may be what stops it: ask with render "never".',
    retryable: true,
    cause,
  });
}
