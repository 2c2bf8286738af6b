import type { CommandRun } from '../command.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { readStandardInput } from '../local-file.ts';
import { parse } from '../parse.ts';
import { runAndPrint } from '../run-tool.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

/** `call TOOL --json-input '{…}'`: any tool that is switched on, with the arguments an MCP client would send. */
export const call: CommandRun = async (words, host) => {
  const parsed = await parse('call', words, host, (command) => {
    command
      .description('Call a tool with JSON arguments, as an MCP client would.')
      .argument('<tool>', 'name of the tool');
    command.option('--json-input <json>', 'the arguments as a JSON object; - reads them from standard input', '{}');
    command.option('--json', 'print the structured answer');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  return withApp(loaded, host, async (app) => {
    const name = parsed.words[0] ?? '';
    const tool = app.tools.find((candidate) => candidate.name === name);
    if (!tool)
      throw new UsageError(
        `there is no tool ${name} here; there are ${app.tools.map((each) => each.name).join(', ')}`,
        'call',
      );
    const input = String(parsed.options.jsonInput);
    const text = input === '-' ? Buffer.from(await readStandardInput(host.stdin, host.signal)).toString('utf8') : input;
    return runAndPrint(app, tool, parseArguments(text), { json: parsed.options.json === true, bare: false }, host);
  });
};

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, '').trim() || '{}');
  } catch {
    throw new UsageError('--json-input is not JSON', 'call');
  }
}
