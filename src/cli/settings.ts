import { loadConfigWithFile } from '../config/file.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { App, CliHost } from './app-interface.ts';
import { print } from './print.ts';

/** The configuration of this run; its warnings go to stderr. */
export async function loadSettings(flags: Readonly<Record<string, unknown>>, host: CliHost): Promise<LoadedConfig> {
  const loaded = await loadConfigWithFile({ env: host.env, flags });
  for (const warning of loaded.warnings) await print(host.stderr, `plainsight: ${warning}`);
  return loaded;
}

/** The same for a command that answers and ends: unless a level was asked for, the answer is not joined by a log. */
export async function loadQuietSettings(
  flags: Readonly<Record<string, unknown>>,
  host: CliHost,
): Promise<LoadedConfig> {
  return withoutLog(await loadSettings(flags, host));
}

export function withoutLog(loaded: LoadedConfig): LoadedConfig {
  if (loaded.sources.log !== 'default') return loaded;
  return { ...loaded, config: Object.freeze({ ...loaded.config, log: 'error' }) };
}

/** Runs `work` with the app and closes it in every case. */
export async function withApp<Value>(
  loaded: LoadedConfig,
  host: CliHost,
  work: (app: App) => Promise<Value>,
): Promise<Value> {
  const app = await host.createApp(loaded);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
