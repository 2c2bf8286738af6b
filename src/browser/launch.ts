import { statfs } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { AppError } from '../base/errors.ts';
import { CdpConnection, type WireListener } from './cdp/connection.ts';
import { openPipe } from './cdp/pipe-transport.ts';
import { type PipedProcess, startPiped } from './chrome.ts';
import { browserVersion, type FoundBrowser } from './find.ts';
import { browserFlags } from './flags.ts';
import { makeIdentity, SCREEN, WINDOW } from './identity.ts';
import { memoryOf } from './memory.ts';
import { Profile } from './profile.ts';
import type { ProxyLogin, RunningBrowser } from './running-browser.ts';
import { disguiseLastingWorkers } from './stealth/lasting-workers.ts';

export interface LaunchOptions {
  readonly browser: FoundBrowser;
  /** Folder in which each browser gets a profile folder of its own; made when absent, 0700. */
  readonly profileRoot: string;
  /** The egress proxy; null sends everything straight out (tests only). */
  readonly proxy: ProxyLogin | null;
  /** True when running as root: Chrome refuses to use its sandbox then. */
  readonly isRoot: boolean;
  /** Environment of the browser; leave out what is secret. Default: ours. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly languages?: readonly string[];
  readonly timezone?: string | null;
  readonly onWire?: WireListener;
  readonly signal?: AbortSignal | undefined;
}

const START_TIMEOUT_MS = 30_000;
const MIN_SHARED_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * Starts a browser in a new profile folder.
 * @throws AppError `browser_unavailable` when it does not start; the signal's reason on abort. Nothing is left over.
 */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const version = await versionOf(options.browser.path);
  const identity = makeIdentity({
    version,
    kind: options.browser.kind,
    system: platform(),
    architecture: arch(),
    release: release(),
    ...(options.languages && { languages: options.languages }),
    timezone: options.timezone ?? null,
  });
  const profile = await Profile.create(options.profileRoot);
  let child: PipedProcess | null = null;
  try {
    const { proxy, browser } = options;
    const flags = browserFlags({
      kind: browser.kind,
      profileFolder: profile.folder,
      userAgent: identity.userAgent,
      language: options.languages?.[0] ?? 'en-US',
      proxy: proxy && `${proxy.host}:${proxy.port}`,
      noSandbox: options.isRoot,
      smallSharedMemory: await isSharedMemorySmall(),
      windowSize: `${WINDOW.width},${WINDOW.height}`,
      screenSize: `${SCREEN.width}x${SCREEN.height}`,
    });
    child = await startPiped(browser.path, flags, options.env);
    const started = child;
    await profile.belongsTo(started.pid);
    const connection = new CdpConnection(options.onWire);
    connection.use(openPipe(started.toBrowser, started.fromBrowser, connection));
    // A program that ends at once may have closed its pipes before anybody listened to them.
    void started.exited.then(() => connection.onClose());
    await connection.root.send('Browser.getVersion', undefined, {
      timeoutMs: START_TIMEOUT_MS,
      signal: options.signal,
    });
    await connection.root.send('Target.setDiscoverTargets', { discover: true });
    await disguiseLastingWorkers(connection.root, identity);
    return {
      connection,
      kind: browser.kind,
      version,
      pid: started.pid,
      identity,
      proxy,
      proxyPerContext: false,
      disclosures: [],
      refusedStyles: new Set(),
      knownStyles: new Set(),
      async memoryBytes() {
        await profile.touch();
        return memoryOf(connection.root);
      },
      async [Symbol.asyncDispose]() {
        connection.close();
        await endAndClear(started, profile);
      },
    };
  } catch (thrown) {
    await endAndClear(child, profile);
    throw options.signal?.aborted ? options.signal.reason : notStarted(options.browser.path, child, thrown);
  }
}

/** The profile is thrown away, so there is nothing that the browser could want to save. */
async function endAndClear(child: PipedProcess | null, profile: Profile): Promise<void> {
  child?.kill();
  await child?.exited;
  await profile[Symbol.asyncDispose]();
}

function notStarted(path: string, child: PipedProcess | null, cause: unknown): AppError {
  const words = child?.lastWords() ?? '';
  const sandbox = /sandbox|namespace/iu.test(words);
  return new AppError('browser_unavailable', `The browser ${path} did not start.`, {
    hint: sandbox
      ? 'This machine does not let Chrome use its sandbox: allow unprivileged user namespaces, or run as another user.'
      : 'Run `plainsight doctor` to see what is missing.',
    retryable: false,
    cause: new Error(words.slice(-2000), { cause }),
  });
}

const versions = new Map<string, string>();

/** Asked once a program: the version is part of the command line, so that shared workers are told it too. */
async function versionOf(path: string): Promise<string> {
  const known = versions.get(path);
  if (known !== undefined) return known;
  const line = await browserVersion(path, new AbortController().signal);
  const version = /\d+(?:\.\d+){1,3}/u.exec(line ?? '')?.[0];
  if (version === undefined) {
    throw new AppError('browser_unavailable', `The program ${path} does not say which version of a browser it is.`, {
      hint: 'Run `plainsight doctor` to see what is missing.',
    });
  }
  versions.set(path, version);
  return version;
}

async function isSharedMemorySmall(): Promise<boolean> {
  if (platform() !== 'linux') return false;
  const space = await statfs('/dev/shm').catch(() => null);
  return space === null || space.blocks * space.bsize < MIN_SHARED_MEMORY_BYTES;
}
