import { ConfigError, faultLine } from '../../config/faults.ts';
import { loadConfigWithFile } from '../../config/file.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { App, CliHost } from '../app-interface.ts';
import { setUpAndSay } from '../browser-setup.ts';
import { type Check, checkBrowser, checkHome, checkHttpClient, checkNode, checkPort, checkProxy } from '../checks.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';
import { withApp, withoutLog } from '../settings.ts';

/** `doctor [--fix]`: what is wrong here, each with the command that mends it. Fetches nothing from the web. */
export const doctor: CommandRun = async (words, host) => {
  const parsed = await parse('doctor', words, host, (command) => {
    command.description(
      'Look at Node.js, the settings, the data folder, the browser, the port, the proxy and every part.',
    );
    command.option('--fix', 'mend what can be mended safely: the data folder and the browser');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const checks = await diagnose(configFlags(parsed.command), parsed.options.fix === true, host);
  await report(checks, parsed.options.json === true, host);
  if (checks.some((check) => check.name === 'settings' && check.state === 'fail')) return EXIT.usage;
  return checks.some((check) => check.state === 'fail') ? EXIT.internal : EXIT.ok;
};

/** All checks; with `mend`, those after the mending. Wrong settings end it early: nothing can be built from them. */
async function diagnose(
  flags: Readonly<Record<string, unknown>>,
  mend: boolean,
  host: CliHost,
): Promise<readonly Check[]> {
  try {
    const loaded = withoutLog(await loadConfigWithFile({ env: host.env, flags }));
    return await withApp(loaded, host, async (app) => {
      const checks = await examine(loaded, app, host);
      if (!mend) return checks;
      for (const check of checks) {
        if (check.fix) await print(host.stderr, await check.fix().catch(() => `${check.name} could not be mended`));
      }
      return examine(loaded, app, host);
    });
  } catch (thrown) {
    const node = checkNode(process.version);
    if (thrown instanceof ConfigError) return [node, ...thrown.faults.map(settingFault)];
    return [node, { name: 'start', state: 'fail', detail: 'Plainsight cannot be put together here', mend: 'npm ci' }];
  }
}

function settingFault(fault: ConfigError['faults'][number]): Check {
  return { name: 'settings', state: 'fail', detail: faultLine(fault), mend: `correct ${fault.name}` };
}

async function examine({ config, warnings }: LoadedConfig, app: App, host: CliHost): Promise<readonly Check[]> {
  const settings = warnings.map(
    (detail): Check => ({ name: 'settings', state: 'warn', detail, mend: 'plainsight config' }),
  );
  const noFault: Check = { name: 'settings', state: 'ok', detail: 'no fault', mend: '' };
  return [
    checkNode(process.version),
    ...(settings.length > 0 ? settings : [noFault]),
    await checkHome(config.home),
    withBrowserFix(await checkBrowser(config, host), app, host),
    await checkHttpClient(app.nativeClientLoads),
    await checkPort(config),
    await checkProxy(config, host.env),
    ...(await partChecks(app)),
  ];
}

function withBrowserFix(check: Check, app: App, host: CliHost): Check {
  if (check.state !== 'warn') return check;
  const fix = async () => {
    const { browser } = await setUpAndSay(app, host, (line) => void print(host.stderr, line));
    return browser ? `the browser is ${browser.path}` : 'no browser could be set up';
  };
  return { ...check, fix };
}

/** Looked at here, more closely than `status` can. */
const CHECKED = new Set(['browser', 'http client']);

/** The other parts, as `status` sees them. */
async function partChecks(app: App): Promise<readonly Check[]> {
  const { parts } = await app.services.health.health();
  return parts
    .filter((part) => !CHECKED.has(part.name))
    .map((part): Check => {
      const state = part.state === 'degraded' ? 'warn' : 'ok';
      return { name: part.name, state, detail: part.detail, mend: part.mend };
    });
}

async function report(checks: readonly Check[], asJson: boolean, host: CliHost): Promise<void> {
  if (asJson) return printJson(host.stdout, { checks: checks.map(({ fix: _fix, ...check }) => check) });
  const rows = checks.map((check) => [
    check.state,
    check.name,
    check.detail + (check.mend ? `\n      → ${check.mend}` : ''),
  ]);
  const worst = checks.some((check) => check.state !== 'ok')
    ? '`plainsight doctor --fix` mends what it safely can.'
    : 'Nothing is wrong.';
  await print(host.stdout, `${table(rows)}\n\n${worst}`);
}
