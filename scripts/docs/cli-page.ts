import { Readable, Writable } from 'node:stream';
import type { CliHost } from '../../src/cli/app-interface.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { runCli } from '../../src/cli/main.ts';
import { createTools } from '../../src/tools/all.ts';
import { page } from './markdown.ts';

/** The flags of the settings, up to the next group: they have a page of their own. */
const SETTINGS_GROUP = /\n\nSettings:(?:\n.+)*/u;

/** The help of every command, as the program prints it. */
export async function cliPage(): Promise<string> {
  const parts: string[] = [];
  for (const { name, usage, about } of COMMANDS) {
    const help = (await helpOf(name)).replace(SETTINGS_GROUP, '').trim();
    parts.push(`## plainsight ${`${name} ${usage}`.trim()}\n\n${sentence(about)}\n\n\`\`\`text\n${help}\n\`\`\``);
  }
  return page('Command line', 'src/cli/', [
    'Every command also takes the settings of [config.md](config.md) as flags. stdout carries the answer only; progress, ' +
      'warnings and logs go to stderr. Exit codes are listed in [errors.md](errors.md).',
    'Without a command and with a pipe as standard input, `plainsight` speaks MCP on stdin and stdout.',
    '`read` takes a word without a scheme for a local file when such a file exists or the word looks like a path; the ' +
      'MCP tools never read local files. Its text form begins with our own lines (status, window, what was left out) and ' +
      'holds the words of the page between markers that are new for each call; `--bare` prints the page’s text alone, ' +
      '`--json` the structured answer.',
    ...parts,
  ]);
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
}

async function helpOf(name: string): Promise<string> {
  let text = '';
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const host: CliHost = {
    version: '',
    env: {},
    stdin: Readable.from([]),
    stdout: collect,
    stderr: collect,
    signal: new AbortController().signal,
    program: ['plainsight'],
    loadTools: async () => createTools(),
    createApp: () => Promise.reject(new Error('help needs no app')),
  };
  await runCli([name, '--help'], host);
  return text;
}
