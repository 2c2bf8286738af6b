import { readFile } from 'node:fs/promises';
import { type ProgramRun, runProgram } from './chrome.ts';
import { browserVersion, type FindInput, type FoundBrowser, findBrowsers } from './find.ts';
import { type Download, installTestingChrome } from './testing-chrome.ts';

export interface SetupInput {
  readonly find: FindInput;
  readonly architecture: string;
  /** True when packages may be installed for the whole machine. */
  readonly isRoot: boolean;
  readonly download: Download;
  /** Tells a person what is being done, one line at a time. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Text of /etc/os-release; read when not given. */
  readonly osRelease?: string;
}

export interface SetupReport {
  /** A browser that starts, or null. */
  readonly browser: FoundBrowser | null;
  readonly version: string | null;
  readonly installed: boolean;
  /** Why each way that was tried did not work. */
  readonly problems: readonly string[];
}

const APT_TIMEOUT_MS = 10 * 60_000;
const APT_QUERY_TIMEOUT_MS = 20_000;

/**
 * Finds a Chrome or installs one: as root on Debian and its relatives from their own packages, else Chrome for
 * Testing into PLAINSIGHT_HOME. Never rejects for a failure: static pages are read without a browser, so the caller
 * goes on and shows the problems.
 */
export async function setUpBrowser(input: SetupInput): Promise<SetupReport> {
  const problems: string[] = [];
  const present = await startingBrowser(input, problems);
  if (present) return { ...present, installed: false, problems: [] };
  if (input.find.chrome !== '') return { browser: null, version: null, installed: false, problems };
  for (const way of [installFromPackages, installForTesting]) {
    if (input.signal.aborted) break;
    const problem = await way(input);
    if (problem !== null) {
      if (problem !== '') problems.push(problem);
      continue;
    }
    const installed = await startingBrowser(input, problems);
    if (installed) return { ...installed, installed: true, problems };
    problems.push('It was installed without a fault, but there is still no browser that starts.');
  }
  return { browser: null, version: null, installed: false, problems };
}

/** The best browser that answers `--version`; one that does not start lacks libraries or is for another machine. */
async function startingBrowser(
  input: SetupInput,
  problems: string[],
): Promise<{ browser: FoundBrowser; version: string } | null> {
  try {
    for (const browser of await findBrowsers(input.find)) {
      const version = await browserVersion(browser.path, input.signal);
      if (version) return { browser, version };
      if (input.signal.aborted) return null;
      problems.push(`${browser.path} is there but does not start; \`${browser.path} --version\` shows why.`);
    }
  } catch (thrown) {
    problems.push(thrown instanceof Error ? thrown.message : 'The browser could not be looked for.');
  }
  return null;
}

/** Null when packages were installed, else why not; '' when this way is not for this machine. */
async function installFromPackages(input: SetupInput): Promise<string | null> {
  if (input.find.platform !== 'linux' || !input.isRoot) return '';
  if (!isDebianLike(input.osRelease ?? (await readFile('/etc/os-release', 'utf8').catch(() => '')))) return '';
  const apt = (args: readonly string[], timeoutMs: number) =>
    // `env` sets the variable, so that no package asks a question nobody can answer.
    runProgram('env', ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', ...args], { signal: input.signal, timeoutMs });
  input.say('Installing Chromium from the packages of this system (apt-get) …');
  const update = await apt(['apt-get', 'update', '-q'], APT_TIMEOUT_MS);
  const names: string[] = [];
  for (const name of ['chromium', 'chromium-headless-shell']) {
    // Ubuntu has no such package, or a stand-in (version `2:1snap1-…`) that installs a snap, which cannot be driven.
    const policy = await apt(['apt-cache', 'policy', name], APT_QUERY_TIMEOUT_MS);
    const candidate = /^\s*Candidate: (\S+)/mu.exec(policy.stdout)?.[1] ?? '(none)';
    if (candidate !== '(none)' && !/snap/iu.test(candidate)) names.push(name);
  }
  if (names.length === 0)
    return update.code === 0 ? 'This system has no chromium package.' : faultOf('apt-get update', update);
  const install = await apt(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...names], APT_TIMEOUT_MS);
  return install.code === 0 ? null : faultOf(`apt-get install ${names.join(' ')}`, install);
}

async function installForTesting(input: SetupInput): Promise<string | null> {
  return installTestingChrome({
    home: input.find.home,
    platform: input.find.platform,
    architecture: input.architecture,
    download: input.download,
    say: input.say,
    signal: input.signal,
  });
}

export function isDebianLike(osRelease: string): boolean {
  const value = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'mu').exec(osRelease)?.[1] ?? '';
  return `${value('ID')} ${value('ID_LIKE')}`.split(/\s+/u).some((word) => word === 'debian' || word === 'ubuntu');
}

/** The last line that says something: apt names the cause there. */
function faultOf(command: string, run: ProgramRun): string {
  const lines = `${run.stdout}\n${run.stderr}`.split('\n').map((line) => line.trim());
  const cause =
    run.fault || lines.findLast((line) => /^(?:E|W|Err|dpkg):?/u.test(line)) || `it ended with code ${run.code}`;
  return `\`${command}\` failed: ${cause.slice(0, 300)}`;
}
