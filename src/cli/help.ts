import { COMMANDS } from './command-table.ts';
import { EXIT_MEANINGS } from './exit-codes.ts';
import { indent, table } from './print.ts';

/** The help of the whole. Made from the tables without loading any command. */
export function helpText(version: string): string {
  return [
    `Plainsight ${version}: the web for AI agents. What a person could see is what the model reads.`,
    '',
    'Usage: plainsight COMMAND [options]',
    '',
    'Commands:',
    indent(table(COMMANDS.map((row) => [`${row.name} ${row.usage}`.trim(), row.about]))),
    '',
    '`plainsight COMMAND --help` shows the options of a command. Every command takes the settings of docs/config.md as',
    'flags; they win over PLAINSIGHT_* variables, and these over config.json in PLAINSIGHT_HOME.',
    '',
    'Exit codes:',
    indent(table(EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]))),
    '',
  ].join('\n');
}
