import { toAppError } from '../base/errors.ts';
import type { CliHost } from './app-interface.ts';
import { COMMANDS } from './command-table.ts';
import { EXIT, exitOfError } from './exit-codes.ts';
import { print } from './print.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs one command line (`argv` without program and script) and resolves to its exit code; never rejects. stdout
 * carries the answer only, everything else goes to stderr.
 */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  // A reader that went away (`… | head -1`) is no fault; the write still ends, see print.ts.
  for (const output of [host.stdout, host.stderr]) output.on('error', () => {});
  try {
    return await dispatch(argv, host);
  } catch (thrown) {
    return reportFailure(thrown, host);
  }
}

async function dispatch(argv: readonly string[], host: CliHost): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-V' || first === 'version') return printed(host, host.version);
  if (first === '--help' || first === '-h' || first === 'help') {
    const asked = COMMANDS.find((row) => row.name === rest[0]);
    if (asked) return (await asked.load())(['--help'], host);
    return printed(host, (await import('./help.ts')).helpText(host.version));
  }
  // Clients start the bare program, often with settings as flags, and speak MCP to it through a pipe.
  const isBare = first === undefined || first.startsWith('-');
  if (isBare && first === undefined && host.stdin.isTTY) {
    await print(host.stderr, (await import('./help.ts')).helpText(host.version));
    return EXIT.usage;
  }
  const name = isBare ? 'stdio' : first;
  const row = COMMANDS.find((candidate) => candidate.name === name);
  if (!row) throw new UsageError(await unknownCommand(name));
  return (await row.load())(isBare ? argv : rest, host);
}

async function printed(host: CliHost, text: string): Promise<number> {
  await print(host.stdout, text);
  return EXIT.ok;
}

async function unknownCommand(word: string): Promise<string> {
  if (/^https?:|[./]/iu.test(word)) return `unknown command; to read a page: plainsight read ${word}`;
  const { nearestName } = await import('../config/nearest.ts');
  const nearest = nearestName(
    word,
    COMMANDS.map((row) => row.name),
  );
  return `unknown command ${word}${nearest ? `; did you mean ${nearest}?` : ''}`;
}

/** A fault in its own words, or that there was one: what an unknown error says may come from a page. */
async function reportFailure(thrown: unknown, host: CliHost): Promise<number> {
  if (thrown instanceof UsageError) {
    const help = `plainsight ${thrown.command ? `${thrown.command} ` : ''}--help`;
    await print(host.stderr, `plainsight: ${thrown.message}\nSee \`${help}\`.`);
    return EXIT.usage;
  }
  if (thrown instanceof Error && thrown.name === 'ConfigError') {
    await print(host.stderr, `plainsight: the settings are wrong:\n${thrown.message.replace(/^/gmu, '  ')}`);
    return EXIT.usage;
  }
  if (host.signal.aborted) return EXIT.cancelled;
  const error = toAppError(thrown);
  await print(host.stderr, `plainsight: ${error.code}: ${error.message}\n${error.hint}`);
  if (error.code === 'internal') await print(host.stderr, causeOf(error.cause));
  return exitOfError(error.code);
}

/** Name, code and place of an unknown error, for a report of the fault; not its message. */
function causeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'cause: unknown';
  const code = 'code' in cause ? ` ${String(cause.code)}` : '';
  const place = cause.stack?.split('\n').find((line) => /^\s+at /u.test(line)) ?? '';
  return `cause: ${cause.name}${code}${place && ` ${place.trim()}`}`;
}
