import { canParseUrl } from '../../base/url.ts';
import { runBridge } from '../../serve/bridge.ts';
import type { CommandRun } from '../command.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print } from '../print.ts';
import { loadSettings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

/** `bridge [URL]`: for clients that only start commands, in front of a server that runs already. */
export const bridge: CommandRun = async (words, host) => {
  const parsed = await parse('bridge', words, host, (command) => {
    command.description('Speak MCP on stdin and stdout and pass every message to a running server over HTTP.');
    command.argument('[url]', 'MCP address of the server; the one of the settings when left out');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const { config } = await loadSettings(configFlags(parsed.command), host);
  const hostText = config.host.includes(':') ? `[${config.host}]` : config.host;
  await runBridge({
    url: serverUrl(parsed.words[0] ?? `http://${hostText}:${config.port}/mcp`),
    token: config.authToken,
    input: host.stdin,
    send: (line) => print(host.stdout, line),
    signal: host.signal,
  });
  return 0;
};

/** A bare origin means its /mcp. */
function serverUrl(text: string): URL {
  const withScheme = /^https?:/iu.test(text) ? text : `http://${text}`;
  if (!canParseUrl(withScheme)) throw new UsageError(`${text} is not an address`, 'bridge');
  const url = new URL(withScheme);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('the address must not hold a password; PLAINSIGHT_AUTH_TOKEN is sent as the token', 'bridge');
  if (url.pathname === '/') url.pathname = '/mcp';
  return url;
}
