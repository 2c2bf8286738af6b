import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { BrowserManner, Browsers } from '../browser/browsers.ts';
import type { FindInput, FoundBrowser } from '../browser/find.ts';
import type { BrowserPool, PoolState } from '../browser/pool.ts';
import type { ProxyLogin } from '../browser/running-browser.ts';
import type { Admission } from '../net/admission.ts';
import type { Rung } from './rung.ts';
import type { PageWatch } from './rungs/browser.ts';
import { SightPool } from './sight-pool.ts';

export interface BrowsingOptions {
  readonly find: FindInput;
  /** PLAINSIGHT_CDP_URL; empty for none. */
  readonly cdpUrl: string;
  /** PLAINSIGHT_MAX_PAGES; null for what is best for the browser that is found. */
  readonly maxPages: number | null;
  readonly proxy: () => Promise<ProxyLogin>;
  readonly admission: Admission;
  readonly isRoot: boolean;
  readonly log: Log;
  /** The file of the workers that look at pages; default: the one that is built beside. */
  readonly workerUrl?: URL;
}

export interface BrowsingState {
  /** An endpoint of the operator is used instead of a browser of this machine. */
  readonly isEndpoint: boolean;
  readonly found: readonly FoundBrowser[];
  readonly pools: readonly PoolState[];
  /** Chrome cannot use its sandbox here: it refuses to as root. */
  readonly isRoot: boolean;
  /** Why no browser could be looked for; empty when one could. */
  readonly problem: string;
}

/** The browser as reading has it: nothing of it is loaded, looked for or started before the first page needs it. */
export interface Browsing {
  readonly rung: Rung;
  /** The same rung, which shows each page to its watch. */
  watched(watch: PageWatch): Rung;
  /** @throws AppError `browser_unavailable` with the command that mends it. */
  pool(): Promise<BrowserPool>;
  state(): Promise<BrowsingState>;
  /** Ends the browsers that were started, with everything they left on the disk. */
  close(): Promise<void>;
}

/** One may be installed while we run (`serve --setup`), so that there is none is not believed for longer. */
const LOOK_AGAIN_MS = 10_000;

export function createBrowsing(options: BrowsingOptions): Browsing {
  return new LazyBrowsing(options);
}

class LazyBrowsing implements Browsing {
  readonly rung: Rung;
  readonly #options: BrowsingOptions;
  readonly #sight: SightPool;
  #browsers: Promise<Browsers> | null = null;
  #rung: Promise<Rung> | null = null;
  #again: Promise<Rung> | null = null;
  #lookedAt = 0;
  #closed = false;

  constructor(options: BrowsingOptions) {
    this.#options = options;
    this.#sight = new SightPool(options.workerUrl === undefined ? {} : { workerUrl: options.workerUrl });
    this.rung = {
      name: 'browser',
      renders: true,
      fetch: async (request) => {
        this.#rung ??= this.#makeRung();
        return (await this.#rung).fetch(request);
      },
      again: {
        name: 'browser',
        renders: true,
        manner: 'in the full browser',
        isThere: () => this.#hasFullBrowser(),
        fetch: async (request) => {
          this.#again ??= this.#makeRung({ manner: 'lifelike' });
          return (await this.#again).fetch(request);
        },
      },
    };
  }

  watched(watch: PageWatch): Rung {
    return {
      name: 'browser',
      renders: true,
      fetch: async (request) => (await this.#makeRung({ watch })).fetch(request),
      again: {
        name: 'browser',
        renders: true,
        manner: 'in the full browser',
        isThere: () => this.#hasFullBrowser(),
        fetch: async (request) => (await this.#makeRung({ manner: 'lifelike', watch })).fetch(request),
      },
    };
  }

  async pool(manner: BrowserManner = 'fast'): Promise<BrowserPool> {
    const browsers = await this.#open();
    if (this.#options.cdpUrl === '') await this.#found(browsers);
    return browsers.pool(manner);
  }

  /** Another one than pages are mostly read with. */
  async #hasFullBrowser(): Promise<boolean> {
    if (this.#options.cdpUrl !== '') return false;
    const [fast, lifelike] = await Promise.all([this.pool('fast'), this.pool('lifelike')]);
    return fast !== lifelike;
  }

  async state(): Promise<BrowsingState> {
    const isEndpoint = this.#options.cdpUrl !== '';
    const { isRoot } = this.#options;
    try {
      const browsers = await this.#open();
      const found = isEndpoint ? [] : await this.#found(browsers);
      return { isEndpoint, isRoot, found, pools: browsers.states, problem: '' };
    } catch (thrown) {
      const problem = thrown instanceof AppError ? thrown.message : 'the browser could not be looked for';
      return { isEndpoint, isRoot, found: [], pools: [], problem };
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#sight.close(), (await this.#browsers)?.[Symbol.asyncDispose]()]);
  }

  async #makeRung({ manner, watch }: { manner?: BrowserManner; watch?: PageWatch } = {}): Promise<Rung> {
    const { createBrowserRung } = await import('./rungs/browser.ts');
    const { admission } = this.#options;
    const pool = () => this.pool(manner);
    return createBrowserRung({ admission, sight: this.#sight, pool, ...(watch && { watch }) });
  }

  #open(): Promise<Browsers> {
    if (this.#closed) throw new AppError('browser_unavailable', 'The browser has been shut down.');
    this.#browsers ??= this.#load();
    return this.#browsers;
  }

  async #load(): Promise<Browsers> {
    const { cdpUrl, maxPages, find, proxy, isRoot, log } = this.#options;
    const [{ Browsers }, { openCdpSocket }] = await Promise.all([
      import('../browser/browsers.ts'),
      import('../net/cdp-socket.ts'),
    ]);
    const env = withoutSecrets(find.env);
    return new Browsers({ cdpUrl, maxPages, find, proxy, isRoot, log, env, openEndpoint: openCdpSocket });
  }

  async #found(browsers: Browsers): Promise<readonly FoundBrowser[]> {
    const found = await browsers.found();
    if (found.length > 0 || Date.now() - this.#lookedAt < LOOK_AGAIN_MS) return found;
    this.#lookedAt = Date.now();
    browsers.forgetFound();
    return browsers.found();
  }
}

/** A browser needs its folders, its display and its language; our settings and anybody's keys are not its business. */
function withoutSecrets(env: FindInput['env']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));
}

const SECRET = /^PLAINSIGHT_|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|(?:^|_)KEY|_PROXY$|^NODE_OPTIONS$/iu;
