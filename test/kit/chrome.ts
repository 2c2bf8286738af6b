import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserKind } from '../../src/browser/browser-places.ts';
import type { WireListener } from '../../src/browser/cdp/connection.ts';
import { type FoundBrowser, findBrowsers } from '../../src/browser/find.ts';
import type { HeldPage } from '../../src/browser/held-page.ts';
import { launchBrowser } from '../../src/browser/launch.ts';
import type { LoadedPage } from '../../src/browser/loaded-page.ts';
import { BrowserPool, type PoolOptions } from '../../src/browser/pool.ts';
import type { ProxyLogin, RunningBrowser } from '../../src/browser/running-browser.ts';

/** The browsers of this machine; the first of each sort. */
export async function installed(): Promise<{ shell: FoundBrowser | null; full: FoundBrowser | null }> {
  const all = await findBrowsers({
    chrome: '',
    home: '/nonexistent',
    env: process.env,
    platform: process.platform,
    userFolder: homedir(),
  });
  const of = (accept: (kind: BrowserKind) => boolean) => all.find(({ kind }) => accept(kind)) ?? null;
  return { shell: of((kind) => kind === 'headless-shell'), full: of((kind) => kind !== 'headless-shell') };
}

/** Both sorts, for `describe.each`; empty with a printed reason when none is installed. */
export async function browsersToTest(): Promise<Array<{ name: string; browser: FoundBrowser }>> {
  const { shell, full } = await installed();
  const rows = [shell, full].flatMap((browser) => (browser ? [{ name: browser.kind, browser }] : []));
  if (rows.length === 0) process.stderr.write('No browser is installed: tests of the browser are skipped.\n');
  return rows;
}

export interface TestPool extends AsyncDisposable {
  readonly pool: BrowserPool;
  readonly folder: string;
  readonly started: RunningBrowser[];
}

export interface TestPoolOptions extends Partial<Omit<PoolOptions, 'start'>> {
  readonly browser: FoundBrowser;
  readonly proxy: ProxyLogin | null;
  readonly onWire?: WireListener;
  readonly folder?: string;
}

export async function startPool(options: TestPoolOptions): Promise<TestPool> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'plainsight-chrome-')));
  const { browser, proxy, onWire, ...rest } = options;
  const started: RunningBrowser[] = [];
  const pool = new BrowserPool({
    maxTabs: 4,
    idleCloseMs: 60_000,
    ...rest,
    start: async (signal) => {
      const running = await launchBrowser({
        browser,
        profileRoot: folder,
        proxy,
        isRoot: process.getuid?.() === 0,
        signal,
        ...(onWire && { onWire }),
      });
      started.push(running);
      return running;
    },
  });
  return {
    pool,
    folder,
    started,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** All words that have a box in the snapshot: enough to see whether a text is there; says nothing of its colour. */
export async function textOf(page: LoadedPage): Promise<string> {
  return page.whileHeld((held) => snapshotText(held));
}

export async function snapshotText(held: HeldPage, accept: (opacity: number) => boolean = () => true): Promise<string> {
  const words: string[] = [];
  for (const { snapshot } of await held.snapshot({ styles: ['opacity'] })) {
    if (!snapshot) continue;
    for (const { layout } of snapshot.documents) {
      for (const [index, text] of layout.text.entries()) {
        if (text < 0) continue;
        const opacity = snapshot.strings[layout.styles[index]?.[0] ?? -1] ?? '1';
        if (accept(Number(opacity))) words.push(snapshot.strings[text] ?? '');
      }
    }
  }
  return words.join(' ').replace(/\s+/gu, ' ');
}
