import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from './faults.ts';
import { type ConfigInput, configFilePath, type LoadedConfig, loadConfig } from './load.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** `loadConfig` with the configuration file read from where the flags, the environment or the data folder put it. */
export async function loadConfigWithFile(
  input: Omit<ConfigInput, 'file'>,
): Promise<LoadedConfig & { readonly filePath: string | null }> {
  const { path, named } = configFilePath(input);
  const file = await readConfigFile(path, named);
  return { ...loadConfig({ ...input, file }), filePath: file === null ? null : path };
}

/** The parsed file, or null when it is absent and nobody named it. */
async function readConfigFile(path: string, named: boolean): Promise<unknown> {
  let content: string;
  try {
    if ((await stat(path)).size > MAX_FILE_BYTES) throw fault(path, 'names a file that is too large');
    content = await readFile(path, 'utf8');
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    if (!named && isAbsent(thrown)) return null;
    throw fault(path, 'names a file that cannot be read');
  }
  try {
    const parsed: unknown = JSON.parse(content.replace(/^\uFEFF/u, ''));
    return parsed ?? {};
  } catch {
    throw fault(path, 'names a file that is not JSON');
  }
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR');
}

function fault(path: string, problem: string): ConfigError {
  return new ConfigError([
    { name: 'PLAINSIGHT_CONFIG', source: 'file', shown: path, problem, valid: 'a file such as {"port": 8931}' },
  ]);
}
