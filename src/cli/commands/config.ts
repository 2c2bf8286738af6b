import { loadConfigWithFile } from '../../config/file.ts';
import { shownSettings } from '../../config/shown.ts';
import type { CommandRun } from '../command.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';

/** `config`: the effective settings with their sources; secrets are masked. */
export const config: CommandRun = async (words, host) => {
  const parsed = await parse('config', words, host, (command) => {
    command.description('Show every setting, its value and where the value comes from. Secrets are masked.');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadConfigWithFile({ env: host.env, flags: configFlags(parsed.command) });
  const settings = shownSettings(loaded);
  if (parsed.options.json === true) {
    await printJson(host.stdout, { file: loaded.filePath, settings, warnings: loaded.warnings });
    return 0;
  }
  const rows = settings.map(({ name, value, source }) => [name, source, value]);
  await print(host.stdout, `${table(rows)}\n\nConfiguration file: ${loaded.filePath ?? 'none'}`);
  for (const warning of loaded.warnings) await print(host.stderr, `plainsight: ${warning}`);
  return 0;
};
