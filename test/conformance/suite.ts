import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The official suite, in the one version whose figures are known. Run by npx: it is no part of our dependencies. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const HOOK = new URL('./node20-hook.mjs', import.meta.url).href;
const EXPECTED_FAILURES = fileURLToPath(new URL('./expected-failures.yaml', import.meta.url));
const FETCH_TIMEOUT_MS = 120_000;
const RUN_TIMEOUT_MS = 150_000;

export interface SuiteResult {
  /** Checks passed and failed, by scenario. */
  readonly scenarios: ReadonlyMap<string, { readonly passed: number; readonly failed: number }>;
  readonly exitCode: number;
  readonly output: string;
}

/** Null when the suite can be run, else why it cannot (no registry, no npx). */
export async function suiteProblem(): Promise<string | null> {
  const { exitCode, output } = await npx(['server', '--help'], FETCH_TIMEOUT_MS);
  if (exitCode === 0) return null;
  return `${SUITE} could not be fetched or started: ${/^.*error.*$/mu.exec(output)?.[0] ?? 'no reason given'}`;
}

/** Every scenario that a revision of the protocol names, scored or not. */
export function runRevision(url: string, revision: string, folder: string): Promise<SuiteResult> {
  return run([
    'server',
    '--url',
    url,
    '--requirements',
    revision,
    '--expected-failures',
    EXPECTED_FAILURES,
    '-o',
    folder,
  ]);
}

/** One scenario. */
export function runScenario(url: string, scenario: string, revision: string, folder: string): Promise<SuiteResult> {
  return run(['server', '--url', url, '--scenario', scenario, '--spec-version', revision, '-o', folder]);
}

/** The scenarios that may fail. */
export async function expectedFailures(): Promise<string[]> {
  return [...(await readFile(EXPECTED_FAILURES, 'utf8')).matchAll(/^ {2}- (\S+)$/gmu)].map((match) => match[1] ?? '');
}

async function run(args: readonly string[]): Promise<SuiteResult> {
  const { exitCode, output } = await npx(args, RUN_TIMEOUT_MS);
  const lines = output.matchAll(/^\s*[✓✗~!] (\S+): (\d+) passed, (\d+) failed/gmu);
  const scenarios = new Map(
    [...lines].map(([, name, passed, failed]) => [name ?? '', { passed: Number(passed), failed: Number(failed) }]),
  );
  return { scenarios, exitCode, output };
}

function npx(args: readonly string[], timeout: number): Promise<{ exitCode: number; output: string }> {
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --import ${HOOK}`.trim();
  const env = {
    ...process.env,
    NODE_OPTIONS: nodeOptions,
    npm_config_fetch_retries: '0',
    npm_config_loglevel: 'error',
    NO_COLOR: '1',
  };
  const options = { env, timeout, maxBuffer: 32 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('npx', ['--yes', '--prefer-offline', SUITE, ...args], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ exitCode: code, output: `${stdout}\n${stderr}` });
    });
  });
}
