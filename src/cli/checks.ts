import { constants } from 'node:fs';
import { access, chmod, stat } from 'node:fs/promises';
import { AppError } from '../base/errors.ts';
import { browserVersion, findBrowsers } from '../browser/find.ts';
import type { Config } from '../config/fields.ts';
import { listenFault } from '../config/listen-rule.ts';
import { type Environment, ensurePrivateFolder, isOpenToOthers, PRIVATE_FOLDER_MODE } from '../config/paths.ts';
import { canConnect, portState } from '../serve/probe.ts';
import type { CliHost } from './app-interface.ts';
import { findInput } from './browser-setup.ts';

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `warn`: something is weaker than it could be; `fail`: something will not work. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** The command that mends it; empty when there is nothing to mend. */
  readonly mend: string;
  /** What `doctor --fix` does about it; says what it did. */
  readonly fix?: () => Promise<string>;
}

const OLDEST_NODE: readonly [number, number] = [20, 19];

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/u, '').split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  const mend = isOld ? `install Node.js ${OLDEST_NODE.join('.')} or newer` : '';
  return { name: 'node', state: isOld ? 'fail' : 'ok', detail: version, mend };
}

export async function checkHome(home: string): Promise<Check> {
  const name = 'data folder';
  const there = await stat(home).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => 'absent',
  );
  if (there === 'file')
    return { name, state: 'fail', detail: `${home} is a file`, mend: 'set PLAINSIGHT_HOME to a folder' };
  if (there === 'absent') {
    const fix = async () => {
      await ensurePrivateFolder(home);
      return `created ${home}`;
    };
    return { name, state: 'warn', detail: `${home} does not exist yet`, mend: `mkdir -p -m 700 '${home}'`, fix };
  }
  const isWritable = await access(home, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return { name, state: 'fail', detail: `${home} cannot be written`, mend: `chown -R "$(id -un)" '${home}'` };
  if (!(await isOpenToOthers(home))) return { name, state: 'ok', detail: home, mend: '' };
  const fix = async () => {
    await chmod(home, PRIVATE_FOLDER_MODE);
    return `closed ${home} to other users`;
  };
  return { name, state: 'warn', detail: `other users may look into ${home}`, mend: `chmod 700 '${home}'`, fix };
}

export async function checkBrowser(config: Config, host: Pick<CliHost, 'env' | 'signal'>): Promise<Check> {
  const name = 'browser';
  const mend = 'plainsight setup';
  try {
    const found = await findBrowsers(findInput(config, host));
    for (const browser of found) {
      const version = await browserVersion(browser.path, host.signal);
      if (version) return { name, state: 'ok', detail: `${version} (${browser.path})`, mend: '' };
    }
    const detail = found[0] ? `${found[0].path} does not start` : 'none found; pages are read by plain HTTP';
    return { name, state: 'warn', detail, mend };
  } catch (thrown) {
    const detail = thrown instanceof AppError ? thrown.message : 'the browser could not be looked for';
    return { name, state: 'fail', detail, mend: 'unset PLAINSIGHT_CHROME, or correct it' };
  }
}

export async function checkHttpClient(nativeClientLoads: () => Promise<boolean>): Promise<Check> {
  const name = 'http client';
  if (await nativeClientLoads()) return { name, state: 'ok', detail: 'browser-like', mend: '' };
  const detail = 'the browser-like client does not load here; the plain one is used, which some sites refuse';
  return { name, state: 'warn', detail, mend: 'npm ci' };
}

export async function checkPort(config: Config): Promise<Check> {
  const name = 'port';
  const where = `${config.host}:${config.port}`;
  const fault = listenFault(config);
  if (fault !== null)
    return { name, state: 'fail', detail: fault, mend: 'export PLAINSIGHT_AUTH_TOKEN="$(openssl rand -hex 32)"' };
  const state = await portState(config.host, config.port);
  if (state === 'free') return { name, state: 'ok', detail: `${where} is free`, mend: '' };
  if (state === 'taken') {
    return {
      name,
      state: 'warn',
      detail: `${where} is in use, perhaps by a running Plainsight`,
      mend: 'plainsight serve --port 0',
    };
  }
  const mend = state === 'not allowed' ? 'set PLAINSIGHT_PORT to one above 1023' : 'set PLAINSIGHT_HOST to 127.0.0.1';
  return { name, state: 'fail', detail: `${where}: ${state}`, mend };
}

export async function checkProxy(config: Config, env: Environment): Promise<Check> {
  const name = 'proxy';
  if (config.proxy !== '') {
    const url = new URL(config.proxy);
    const port = Number(url.port) || 80;
    const answers = await canConnect(url.hostname.replace(/^\[|\]$/gu, ''), port);
    const where = `${url.hostname}:${port}`;
    if (answers) return { name, state: 'ok', detail: `${where} answers`, mend: '' };
    return {
      name,
      state: 'fail',
      detail: `${where} does not answer`,
      mend: 'start the proxy, or correct PLAINSIGHT_PROXY',
    };
  }
  const other = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (key) => env[key],
  );
  if (!other) return { name, state: 'ok', detail: 'none', mend: '' };
  const detail = `${other} is set, but only PLAINSIGHT_PROXY is used`;
  return { name, state: 'warn', detail, mend: `export PLAINSIGHT_PROXY="$${other}"` };
}
