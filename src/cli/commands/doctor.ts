import { ConfigError, faultLine } from '../../config/faults.ts';
import { loadConfigWithFile } from '../../config/file.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { CliHost } from '../app-interface.ts';
import { setUpAndSay } from '../browser-setup.ts';
import { type Check, checkBrowser, checkHome, checkNode, checkPort, checkProxy } from '../checks.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';
import { withApp } from '../settings.ts';

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
  const flags = configFlags(parsed.command);
  let checks = await examine(flags, host);
  if (parsed.options.fix === true) {
    for (const check of checks) {
      if (check.fix) await print(host.stderr, await check.fix().catch(() => `${check.name} could not be mended`));
    }
    checks = await examine(flags, host);
  }
  await report(checks, parsed.options.json === true, host);
  if (checks.some((check) => check.name === 'settings' && check.state === 'fail')) return EXIT.usage;
  return checks.some((check) => check.state === 'fail') ? EXIT.internal : EXIT.ok;
};

async function examine(flags: Readonly<Record<string, unknown>>, host: CliHost): Promise<readonly Check[]> {
  const node = checkNode(process.version);
  let loaded: LoadedConfig;
  try {
    loaded = await loadConfigWithFile({ env: host.env, flags });
  } catch (thrown) {
    return [node, ...settingFaults(thrown)];
  }
  const { config } = loaded;
  const settings: Check[] =
    loaded.warnings.length === 0 ? [{ name: 'settings', state: 'ok', detail: 'no fault', mend: '' }] : [];
  for (const detail of loaded.warnings)
    settings.push({ name: 'settings', state: 'warn', detail, mend: 'plainsight config' });
  return [
    node,
    ...settings,
    await checkHome(config.home),
    withBrowserFix(await checkBrowser(config, host), loaded, host),
    await checkPort(config),
    await checkProxy(config, host.env),
    ...(await partChecks(loaded, host)),
  ];
}

function settingFaults(thrown: unknown): Check[] {
  if (!(thrown instanceof ConfigError)) throw thrown;
  return thrown.faults.map((fault) => ({
    name: 'settings',
    state: 'fail',
    detail: faultLine(fault),
    mend: `correct ${fault.name}`,
  }));
}

function withBrowserFix(check: Check, loaded: LoadedConfig, host: CliHost): Check {
  if (check.state !== 'warn') return check;
  const fix = () =>
    withApp(loaded, host, async (app) => {
      const { browser } = await setUpAndSay(app, host, (line) => void print(host.stderr, line));
      return browser ? `the browser is ${browser.path}` : 'no browser could be set up';
    });
  return { ...check, fix };
}

/** The parts as `status` sees them: whether the http client loads, the workers start, and so on. */
async function partChecks(loaded: LoadedConfig, host: CliHost): Promise<readonly Check[]> {
  try {
    return await withApp(loaded, host, async (app) => {
      const { parts } = await app.services.health.health();
      return parts
        .filter((part) => part.name !== 'browser')
        .map(
          (part): Check => ({
            name: part.name,
            state: part.state === 'degraded' ? 'warn' : 'ok',
            detail: part.detail,
            mend: part.mend,
          }),
        );
    });
  } catch (thrown) {
    if (thrown instanceof ConfigError) return settingFaults(thrown);
    return [{ name: 'start', state: 'fail', detail: 'Plainsight cannot be put together here', mend: 'npm ci' }];
  }
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
