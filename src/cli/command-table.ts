import type { CommandRow, ToolCommand } from './command.ts';

/** A tool that deserves a command of its own is one row here. */
const TOOL_COMMANDS: readonly ToolCommand[] = [
  {
    command: 'read',
    tool: 'read_page',
    positional: 'url',
    usage: 'URL | FILE | -',
    about: 'read a page, or a local file, as a person would see it',
  },
  {
    command: 'screenshot',
    tool: 'take_screenshot',
    positional: 'url',
    usage: 'URL [--out FILE]',
    about: 'take a picture of a page, of one element, or of a long page in tiles',
  },
  {
    command: 'research',
    tool: 'research',
    positional: 'query',
    usage: 'QUERY',
    about: 'answer a question with passages from several pages',
  },
  {
    command: 'table',
    tool: 'extract_table',
    positional: 'url',
    usage: 'URL',
    about: 'read the tables of a page as data',
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
    name: 'xray',
    usage: 'URL [--out FILE]',
    about: 'show a page with everything that was removed from it, as one HTML file',
    load: async () => (await import('./commands/xray.ts')).xray,
  },
  {
    name: 'verify',
    usage: 'REPORT.md | URL --quote WORDS',
    about: 'check the links and quotes of a report, or one quote',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'replay',
    usage: 'URL | SHA256 | FILE',
    about: 'read again, without a network, what was kept as evidence',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'search',
    usage: 'QUERY | --engines',
    about: 'search the web, or show which engines answer and which rest',
    load: async () => (await import('./commands/search.ts')).search,
  },
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
    usage: '[search | templates]',
    about: 'read pages of a local site through the whole path, or try each search engine or site template',
    load: async () => (await import('./commands/selftest.ts')).selftest,
  },
];
