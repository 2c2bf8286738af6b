import type { CliHost } from './app-interface.ts';

/** One command. Its code loads when it is picked, so that `--version` and `--help` answer at once. */
export interface CommandRow {
  readonly name: string;
  /** What follows the name, in the help. */
  readonly usage: string;
  /** One line. */
  readonly about: string;
  readonly load: () => Promise<CommandRun>;
}

/** Gets the words after the command's name and resolves to the exit code. */
export type CommandRun = (words: readonly string[], host: CliHost) => Promise<number>;

/** A tool that is a command of its own. Every other tool is reached through `call`. */
export interface ToolCommand {
  readonly command: string;
  readonly tool: string;
  /** The input that is given without a flag; null when there is none. */
  readonly positional: string | null;
  /** What is given without a flag may be several words. */
  readonly words?: boolean;
  /** Flags that the command itself looks at, for its help. */
  readonly flags?: ReadonlyArray<readonly [flag: string, about: string]>;
  readonly usage: string;
  readonly about: string;
}
