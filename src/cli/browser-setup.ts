import { homedir } from 'node:os';
import type { FindInput } from '../browser/find.ts';
import { type SetupReport, setUpBrowser } from '../browser/setup.ts';
import type { Download } from '../browser/testing-chrome.ts';
import type { Config } from '../config/fields.ts';
import { ensurePrivateFolder } from '../config/paths.ts';
import type { CliHost } from './app-interface.ts';

/** What the search for a browser depends on, on this machine. */
export function findInput(config: Pick<Config, 'chrome' | 'home'>, host: Pick<CliHost, 'env'>): FindInput {
  return { chrome: config.chrome, home: config.home, env: host.env, platform: process.platform, userFolder: homedir() };
}

/** Finds or installs a Chrome and says so, line by line. Never rejects; without a browser static pages are read. */
export async function setUpAndSay(
  app: { readonly config: Config; readonly download: Download },
  host: CliHost,
  say: (line: string) => void,
): Promise<SetupReport> {
  const { config } = app;
  say('Looking for a Chrome …');
  await ensurePrivateFolder(config.home).catch(() => say(`${config.home} cannot be created.`));
  const report = await setUpBrowser({
    find: findInput(config, host),
    architecture: process.arch,
    isRoot: process.getuid?.() === 0,
    download: app.download,
    say,
    signal: host.signal,
  });
  for (const problem of report.problems) say(problem);
  if (report.browser) {
    say(`${report.installed ? 'Installed' : 'Found'} ${report.version ?? 'a browser'}: ${report.browser.path}`);
  } else if (!host.signal.aborted) {
    say(
      'No Chrome: pages are read by plain HTTP only. `plainsight setup` tries again; PLAINSIGHT_CHROME names one by hand.',
    );
  }
  return report;
}
