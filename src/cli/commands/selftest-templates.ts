import type { TemplateTrial } from '../../read/result.ts';
import type { CliHost } from '../app-interface.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';
import { loadQuietSettings, withApp } from '../settings.ts';

/** `selftest templates`: the sample page of each site template, read live, to see which of them still fit. */
export const selftestTemplates: CommandRun = async (words, host) => {
  const parsed = await parse('selftest templates', words, host, (command) => {
    command
      .description('Read the sample page of each site template live and print which of them still fit.')
      .argument('[names...]', 'only these templates');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return EXIT.ok;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  // An old copy of a page says nothing about what the site writes today.
  const live = { ...loaded, config: Object.freeze({ ...loaded.config, archive: false }) };
  const asJson = parsed.options.json === true;
  const trials = await withApp(live, host, (app) =>
    app.templates.tryTemplates(
      parsed.words,
      host.signal,
      (trial) => void (asJson || print(host.stdout, lineOf(trial))),
    ),
  );
  const passed = trials.some(({ outcome }) => outcome === 'ok');
  await report(trials, passed, asJson, host);
  return passed ? EXIT.ok : EXIT.notObtained;
};

function lineOf({ template, outcome, fields, ms, detail }: TemplateTrial): string {
  const found = outcome === 'ok' ? `${fields.length} fields, ${detail}` : detail;
  return table([[outcome.padEnd(12), template.padEnd(24), `${ms} ms`.padEnd(9), found]]);
}

async function report(trials: readonly TemplateTrial[], passed: boolean, asJson: boolean, host: CliHost) {
  const of = (outcome: TemplateTrial['outcome']) => trials.filter((trial) => trial.outcome === outcome);
  const counts = {
    ok: of('ok').length,
    changed: of('changed').length,
    walled: of('walled').length,
    not_reached: of('not_reached').length,
  };
  if (asJson) return printJson(host.stdout, { passed, counts, templates: trials });
  await print(
    host.stdout,
    `\n${counts.ok} of ${trials.length} templates fit; ${counts.changed} no longer match, ${counts.walled} sites ` +
      `turned the read away, ${counts.not_reached} were not reached.`,
  );
  const changed = of('changed').map(({ template }) => template);
  if (changed.length > 0) await print(host.stdout, `Out of date: ${changed.join(', ')}.`);
}
