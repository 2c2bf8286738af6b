import { canParseUrl } from '../../base/url.ts';
import type { Tool } from '../../toolkit/tool.ts';
import { type App, type CliHost, withLocalPage } from '../app-interface.ts';
import type { CommandRun, ToolCommand } from '../command.ts';
import { addConfigFlags, addToolFlags, configFlags, toolArguments } from '../flags.ts';
import { isLocalFile, readLocalFile, readStandardInput } from '../local-file.ts';
import { type ParsedCommand, parse } from '../parse.ts';
import { runAndPrint } from '../run-tool.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

const READ_TOOL = 'read_page';
const PICTURE_TOOL = 'take_screenshot';
/** Stands in for the address of a local page; the reader that is put in front never looks at it. */
const LOCAL_ADDRESS = 'https://local.invalid/';

/** The command of one tool: its inputs are the flags, its answer the output. */
export function toolCommand(row: ToolCommand): CommandRun {
  return async (words, host) => {
    const described = await findTool(row.tool, host);
    const parsed = await parse(row.command, words, host, (command) => {
      command.description(described.description);
      if (row.positional) command.argument(`<${row.positional}>`, describePositional(described, row));
      addToolFlags(command, described, row.positional ? [row.positional] : []);
      command.option('--json', 'print the structured answer');
      if (row.tool === READ_TOOL) {
        command.option('--bare', 'print only the text of the page, without receipt and markers');
        command.option('--base-url <url>', 'what the links of a local file stand on');
      }
      if (row.tool === PICTURE_TOOL) command.option('--out <file>', 'write the full picture there');
      addConfigFlags(command);
    });
    if (!parsed) return 0;
    const loaded = await loadQuietSettings(configFlags(parsed.command), host);
    return withApp(loaded, host, (app) => runParsed(app, row, parsed, host));
  };
}

/** The tool from the full list, so that help works for tools that are switched off, too. */
async function findTool(name: string, host: CliHost): Promise<Tool> {
  const tool = (await host.loadTools(null)).find((candidate) => candidate.name === name);
  if (!tool) throw new UsageError(`there is no tool ${name}`);
  return tool;
}

async function runParsed(app: App, row: ToolCommand, parsed: ParsedCommand, host: CliHost): Promise<number> {
  const tool = app.tools.find((candidate) => candidate.name === row.tool);
  if (!tool) throw new UsageError(`${row.tool} is switched off; PLAINSIGHT_TOOLSETS=web,${row.tool} switches it on`);
  const word = parsed.words[0] ?? '';
  const given = toolArguments(tool, parsed.options);
  if (row.positional) given[row.positional] = word;
  const { json, bare, out } = parsed.options;
  const how = { json: json === true, bare: bare === true, ...(typeof out === 'string' && { out }) };
  if (row.tool !== READ_TOOL) return runAndPrint(app, tool, given, how, host);
  const bytes = await localBytes(word, host);
  if (bytes === null) {
    if (parsed.options.baseUrl !== undefined) throw new UsageError('--base-url is for local files only', row.command);
    return runAndPrint(app, tool, given, how, host);
  }
  const services = withLocalPage(app, bytes, word, baseUrl(parsed.options.baseUrl));
  return runAndPrint(app, tool, { ...given, url: LOCAL_ADDRESS }, { ...how, services }, host);
}

async function localBytes(word: string, host: CliHost): Promise<Uint8Array | null> {
  if (word === '-') return readStandardInput(host.stdin, host.signal);
  return (await isLocalFile(word)) ? readLocalFile(word) : null;
}

function baseUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (canParseUrl(value) && /^https?:/iu.test(value)) return value;
  throw new UsageError(`--base-url must be an http or https address, not ${value}`, 'read');
}

function describePositional(tool: Tool, row: ToolCommand): string {
  if (row.tool === READ_TOOL) return 'address of the page, a local file, or - for standard input';
  return row.positional ? `the ${row.positional} of ${tool.name}` : '';
}
