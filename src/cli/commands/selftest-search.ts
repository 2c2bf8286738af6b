import type { EngineTrial } from '../../search/search.ts';
import type { CliHost } from '../app-interface.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';
import { loadQuietSettings, withApp } from '../settings.ts';

/** `selftest search`: one harmless question to each engine, to see which of them answer and can still be read. */
export const selftestSearch: CommandRun = async (words, host) => {
  const parsed = await parse('selftest search', words, host, (command) => {
    command.description('Ask each search engine one harmless question and print which of them can be read.');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return EXIT.ok;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  const asJson = parsed.options.json === true;
  const trials = await withApp(loaded, host, (app) =>
    app.searching.tryEngines(host.signal, (trial) => void (asJson || print(host.stdout, lineOf(trial)))),
  );
  const passed = trials.some(({ outcome }) => outcome === 'ok');
  await report(trials, passed, asJson, host);
  return passed ? EXIT.ok : EXIT.notObtained;
};

function lineOf({ engine, outcome, results, ms, detail }: EngineTrial): string {
  const found = outcome === 'ok' ? `${results} results` : detail;
  return table([[outcome.padEnd(12), engine.padEnd(24), `${ms} ms`.padEnd(9), found]]);
}

async function report(trials: readonly EngineTrial[], passed: boolean, asJson: boolean, host: CliHost): Promise<void> {
  if (asJson) return printJson(host.stdout, { passed, engines: trials });
  const good = trials.filter(({ outcome }) => outcome === 'ok').length;
  const broken = trials.filter(({ outcome }) => outcome === 'unparsed').map(({ engine }) => engine);
  await print(host.stdout, `\n${good} of ${trials.length} engines answered and were read.`);
  if (broken.length > 0)
    await print(host.stdout, `Not understood, so that its template is out of date: ${broken.join(', ')}.`);
}
