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
    const settingUp =
      parsed.options.setup === true ? setUpAndSay(app, host, (line) => void print(host.stdout, line)) : null;
    await untilAborted(host.signal);
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
    ...settings.map((setting) => `\n  ${setting.client} (${setting.where}):\n${indent(setting.text, '    ')}`),
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
