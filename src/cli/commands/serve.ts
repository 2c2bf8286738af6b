import { clientSettings } from '../../serve/clients.ts';
import type { App, CliHost, Serving } from '../app-interface.ts';
import { setUpAndSay } from '../browser-setup.ts';
import type { CommandRun } from '../command.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { indent, print } from '../print.ts';
import { loadSettings, withApp } from '../settings.ts';

/** `serve`: MCP over HTTP until Ctrl-C. With `--setup` a Chrome is looked for, or set up, beside it. */
export const serve: CommandRun = async (words, host) => {
  const parsed = await parse('serve', words, host, (command) => {
    command.description('Serve MCP over HTTP at /mcp, a page for people at / and counts at /health, until Ctrl-C.');
    command.option('--setup', 'look for a Chrome first and set one up when there is none');
    command.option('--no-setup', 'do not (the default)');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadSettings(configFlags(parsed.command), host);
  return withApp(loaded, host, async (app) => {
    const serving = await app.serve();
    await print(host.stdout, banner(app, serving, host));
    // Beside serving, not before: an installation takes minutes, and static pages need no browser.
    const ended = new AbortController();
    const during = { ...host, signal: AbortSignal.any([host.signal, ended.signal]) };
    const settingUp =
      parsed.options.setup === true ? setUpAndSay(app, during, (line) => void print(host.stdout, line)) : null;
    await untilEnded(host);
    ended.abort();
    await settingUp;
    return 0;
  });
};

function banner(app: App, { origin }: Serving, host: CliHost): string {
  const token = app.config.authToken !== '';
  const settings = clientSettings({ url: `${origin}/mcp`, token, program: host.program });
  return [
    `Plainsight ${host.version} is running.`,
    `  MCP        ${origin}/mcp${token ? '  (bearer token: PLAINSIGHT_AUTH_TOKEN)' : ''}`,
    `  for people ${origin}/`,
    `  tools      ${app.tools.map((tool) => tool.name).join(', ')}`,
    `  data       ${app.config.home}`,
    '',
    'Settings to paste:',
    ...settings.map(
      (setting) => `\n  ${setting.client} (${setting.where}):\n${indent(oneLineJson(setting.text), '    ')}`,
    ),
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

/** A terminal has few lines: JSON on one of them, other settings as they are. */
function oneLineJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

const PARENT_CHECK_MS = 1_000;

/**
 * Until Ctrl-C or a signal. npm puts a shell in between that keeps signals to itself, so a server started by `npm
 * start` also ends when that shell has gone; otherwise killing npm would leave the port taken.
 */
function untilEnded(host: CliHost): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    const startedByNpm = host.env.npm_lifecycle_event !== undefined;
    const timer = startedByNpm ? setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS) : undefined;
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    if (host.signal.aborted) end();
    else host.signal.addEventListener('abort', end, { once: true });
  });
}
