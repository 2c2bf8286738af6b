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
  readonly usage: string;
  readonly about: string;
}

export const TOOL_COMMANDS: readonly ToolCommand[] = [
  {
    command: 'read',
    tool: 'read_page',
    positional: 'url',
    usage: 'URL | FILE | -',
    about: 'read a page, or a local file, as a person would see it',
  },
  {
    command: 'status',
    tool: 'status',
    positional: null,
    usage: '',
    about: 'what works, what is degraded and how to mend it',
  },
];

/** In the order of the help. A new command is one file in commands/ and one row here. */
export const COMMANDS: readonly CommandRow[] = [
  ...TOOL_COMMANDS.map(
    (row): CommandRow => ({
      name: row.command,
      usage: row.usage,
      about: row.about,
      load: async () => (await import('./commands/tool.ts')).toolCommand(row),
    }),
  ),
  {
    name: 'call',
    usage: 'TOOL',
    about: 'call any tool with JSON arguments',
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    name: 'serve',
    usage: '',
    about: 'serve MCP over HTTP, with a page for people',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'stdio',
    usage: '',
    about: 'serve MCP on stdin and stdout (also without a command, when stdin is a pipe)',
    load: async () => (await import('./commands/stdio.ts')).stdio,
  },
  {
    name: 'bridge',
    usage: '[URL]',
    about: 'stdio in front of a running server',
    load: async () => (await import('./commands/bridge.ts')).bridge,
  },
  {
    name: 'doctor',
    usage: '',
    about: 'look for what is wrong, with the command that mends it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'setup',
    usage: '',
    about: 'find a Chrome, or set one up',
    load: async () => (await import('./commands/setup.ts')).setup,
  },
  {
    name: 'config',
    usage: '',
    about: 'show every setting, its value and where it comes from',
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    name: 'selftest',
    usage: '',
    about: 'read pages of a local site through the whole path',
    load: async () => (await import('./commands/selftest.ts')).selftest,
  },
];
