import { join } from 'node:path';
import { AppError } from '../base/errors.ts';
import { type Log, silentLog } from '../base/log.ts';
import { connectEndpoint, type OpenEndpoint } from './endpoint.ts';
import { type FindInput, type FoundBrowser, findBrowsers } from './find.ts';
import { launchBrowser } from './launch.ts';
import { BrowserPool, type PoolState } from './pool.ts';
import { reapOrphans } from './profile.ts';
import type { ProxyLogin, RunningBrowser } from './running-browser.ts';

export interface BrowsersOptions {
  /** How browsers are found; includes PLAINSIGHT_CHROME and PLAINSIGHT_HOME. */
  readonly find: FindInput;
  /** PLAINSIGHT_CDP_URL; empty for none. */
  readonly cdpUrl: string;
  /** `openCdpSocket` of net/. */
  readonly openEndpoint: OpenEndpoint;
  /** PLAINSIGHT_MAX_PAGES; null for the default of each sort of browser. */
  readonly maxPages: number | null;
  /** The egress proxy; asked when a browser starts. */
  readonly proxy: () => Promise<ProxyLogin | null>;
  readonly isRoot: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly languages?: readonly string[];
  readonly timezone?: string | null;
  readonly log?: Log;
}

/**
 * `fast`: for reading; chromium-headless-shell where there is one, which reads two to four times as many pages.
 * `lifelike`: the full browser, for pages that look at their visitor; the same as `fast` where there is only one.
 */
export type BrowserManner = 'fast' | 'lifelike';

/** More tabs at once make two cores slower, not faster (measured); an idle full browser uses a third of a core. */
const DEFAULTS = {
  shell: { maxTabs: 4, idleCloseMs: 5 * 60_000 },
  full: { maxTabs: 2, idleCloseMs: 30_000 },
} as const;

/** The browsers of one server: found and started when first asked for. */
export class Browsers implements AsyncDisposable {
  readonly #options: BrowsersOptions;
  readonly #pools = new Map<string, BrowserPool>();
  #found: Promise<readonly FoundBrowser[]> | null = null;
  #reaped: Promise<unknown> | null = null;

  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /**
   * The pool to read with.
   * @throws AppError `browser_unavailable` when this machine has no browser.
   */
  async pool(manner: BrowserManner): Promise<BrowserPool> {
    if (this.#options.cdpUrl !== '') return this.#poolOf('endpoint', 'full', (signal) => this.#connect(signal));
    const found = await this.found();
    const shell = found.find(({ kind }) => kind === 'headless-shell');
    const full = found.find(({ kind }) => kind !== 'headless-shell');
    const browser = manner === 'fast' ? (shell ?? full) : (full ?? shell);
    if (!browser) {
      throw new AppError('browser_unavailable', 'No browser is installed on this machine.', {
        hint: 'Run `plainsight setup` to install one.',
      });
    }
    const sort = browser.kind === 'headless-shell' ? 'shell' : 'full';
    return this.#poolOf(browser.path, sort, (signal) => this.#launch(browser, signal));
  }

  /** The browsers of this machine, best first. */
  found(): Promise<readonly FoundBrowser[]> {
    this.#found ??= findBrowsers(this.#options.find).catch((thrown: unknown) => {
      this.#found = null;
      throw thrown;
    });
    return this.#found;
  }

  /** Looks again at the next call: a browser was installed. */
  forgetFound(): void {
    this.#found = null;
  }

  get states(): readonly PoolState[] {
    return [...this.#pools.values()].map((pool) => pool.state);
  }

  #poolOf(key: string, sort: 'shell' | 'full', start: (signal: AbortSignal) => Promise<RunningBrowser>): BrowserPool {
    let pool = this.#pools.get(key);
    if (!pool) {
      const { maxTabs, idleCloseMs } = DEFAULTS[sort];
      const { maxPages, log } = this.#options;
      pool = new BrowserPool({ start, maxTabs: maxPages ?? maxTabs, idleCloseMs, ...(log && { log }) });
      this.#pools.set(key, pool);
    }
    return pool;
  }

  async #connect(signal: AbortSignal): Promise<RunningBrowser> {
    const { cdpUrl, languages, timezone, openEndpoint } = this.#options;
    return connectEndpoint({
      url: cdpUrl,
      open: openEndpoint,
      proxy: await this.#options.proxy(),
      ...(languages && { languages }),
      timezone: timezone ?? null,
      signal,
    });
  }

  async #launch(browser: FoundBrowser, signal: AbortSignal): Promise<RunningBrowser> {
    const { isRoot, env, languages, timezone, find } = this.#options;
    const profileRoot = join(find.home, 'profiles');
    // What a killed server left behind is cleared once, before our first browser.
    this.#reaped ??= this.#reap(profileRoot);
    await this.#reaped;
    return launchBrowser({
      browser,
      profileRoot,
      proxy: await this.#options.proxy(),
      isRoot,
      ...(env && { env }),
      ...(languages && { languages }),
      timezone: timezone ?? null,
      signal,
    });
  }

  async #reap(profileRoot: string): Promise<void> {
    const { removed, killed } = await reapOrphans(profileRoot);
    const log = this.#options.log ?? silentLog;
    if (removed > 0) log.info('cleared what another server left behind', { removed, killed });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool[Symbol.asyncDispose]()));
  }
}
