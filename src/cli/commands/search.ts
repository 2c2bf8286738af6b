import type { EngineRow } from '../../search/search.ts';
import type { CliHost } from '../app-interface.ts';
import type { CommandRun, ToolCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { toolCommand } from './tool.ts';

const SEARCH: ToolCommand = {
  command: 'search',
  tool: 'web_search',
  positional: 'query',
  words: true,
  flags: [['--engines', 'show every engine and which of them rest, instead of searching']],
  usage: 'QUERY | --engines',
  about: 'search the web',
};

/** `search QUERY`, and `search --engines`: who may be asked and who rests. */
export const search: CommandRun = (words, host) => {
  return words.includes('--engines') ? showEngines(words, host) : toolCommand(SEARCH)(words, host);
};

async function showEngines(words: readonly string[], host: CliHost): Promise<number> {
  const parsed = await parse('search', words, host, (command) => {
    command.description('Show every search engine and which of them rest. Asks nobody.');
    command.option('--engines', 'show the engines instead of searching');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return EXIT.ok;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  const { engines, faults } = await withApp(loaded, host, (app) => app.searching.engines());
  for (const fault of faults) await print(host.stderr, `plainsight: ${fault}`);
  if (parsed.options.json === true) await printJson(host.stdout, { engines, faults });
  else await print(host.stdout, table(engines.map(engineLine)));
  return faults.length > 0 ? EXIT.usage : EXIT.ok;
}

function engineLine({ engine, title, state, reason, retry_after_s }: EngineRow): string[] {
  const rest = state === 'resting' ? `${reason}, back in ${Math.ceil(retry_after_s / 60)} min` : '';
  return [state, engine, title, rest];
}
