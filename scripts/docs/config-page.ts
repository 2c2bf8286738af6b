import { defaultText } from '../../src/cli/flags.ts';
import type { Field } from '../../src/config/field.ts';
import { FIELD_KEYS, FIELDS } from '../../src/config/fields.ts';
import { code, markdownTable, page } from './markdown.ts';

export function configPage(): string {
  const rows = FIELD_KEYS.map((key) => {
    const row: Field<unknown> = FIELDS[key];
    const flag = row.flag === null ? 'none: a secret' : code(row.flag);
    const fallback = row.fallbackText ?? (defaultText(row) === 'none' ? 'none' : code(defaultText(row)));
    return [code(row.name), flag, fallback, row.about, row.kind.valid, row.since];
  });
  return page('Settings', 'src/config/fields.ts', [
    'Each setting can be given in three places; a later one wins: the configuration file, the environment, a flag. ' +
      'The file is JSON, `config.json` in `PLAINSIGHT_HOME` or the one named by `--config`; its names are those of the ' +
      'variables, or their lower-case rest (`{"host_delay_ms": 500, "allow_domains": ["example.com"]}`). An empty value ' +
      'counts as not given. `plainsight config` shows what is in force and where it comes from.',
    'A wrong value stops the start, and every fault is named at once. A `PLAINSIGHT_*` name that is no setting is ' +
      'reported and has no effect.',
    markdownTable(['Variable', 'Flag', 'Default', 'Meaning', 'Valid', 'Since'], rows),
    'On a command that has an option of the same name (`plainsight read --max-tokens 500`), the flag is that of the call.',
  ]);
}
