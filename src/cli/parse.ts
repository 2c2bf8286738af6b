import { Command } from 'commander';
import type { CliHost } from './app-interface.ts';
import { UsageError } from './usage-error.ts';

export interface ParsedCommand {
  readonly command: Command;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Reads the words after a command's name. Resolves to null when help was asked for and printed.
 * @throws UsageError for anything the command does not know.
 */
export async function parse(
  name: string,
  words: readonly string[],
  host: CliHost,
  define: (command: Command) => void,
): Promise<ParsedCommand | null> {
  const texts = { out: '', err: '' };
  const command = new Command(`plainsight ${name}`);
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        texts.out += text;
      },
      writeErr: (text) => {
        texts.err += text;
      },
      getOutHelpWidth: () => host.stdout.columns || 100,
    })
    .allowExcessArguments(false);
  define(command);
  try {
    command.parse([...words], { from: 'user' });
  } catch (thrown) {
    if (!isCommanderError(thrown)) throw thrown;
    if (thrown.exitCode !== 0) throw new UsageError(texts.err.replace(/^error: /u, '').trim() || thrown.message, name);
    await new Promise<void>((resolve) => {
      host.stdout.write(texts.out, () => resolve());
    });
    return null;
  }
  return { command, words: command.args, options: command.opts<Record<string, unknown>>() };
}

/** Recognised by its form: its class would make every start load a second module. */
function isCommanderError(thrown: unknown): thrown is Error & { exitCode: number } {
  return thrown instanceof Error && 'exitCode' in thrown && typeof thrown.exitCode === 'number';
}
