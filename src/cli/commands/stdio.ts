import type { CommandRun } from '../command.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { loadSettings, withApp } from '../settings.ts';

/** `stdio`: MCP on stdin and stdout until the client goes. Nothing but JSON-RPC reaches stdout. */
export const stdio: CommandRun = async (words, host) => {
  const parsed = await parse('stdio', words, host, (command) => {
    command.description('Serve MCP on stdin and stdout until the client goes.');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadSettings(configFlags(parsed.command), host);
  await withApp(loaded, host, (app) => app.stdio(host.signal));
  return 0;
};
