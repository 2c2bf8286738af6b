import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { isLocalFile, readLocalFile } from '../local-file.ts';
import { parse } from '../parse.ts';
import { print, printJson } from '../print.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

const TIMEOUT_S = 60;
const MAX_TOKENS = 50_000;

/** `replay URL | SHA256 | FILE.warc.gz`: a read that was kept as evidence, read again without a network. */
export const replay: CommandRun = async (words, host) => {
  const parsed = await parse('replay', words, host, (command) => {
    command
      .description(
        'Read again what PLAINSIGHT_EVIDENCE kept, without a network, and compare the content. Ends with 1 when it ' +
          'differs. Replay only files that you trust: they hold what a browser saw in a binary form.',
      )
      .argument('<what>', 'address of the page, content_sha256 of a read, or a .warc.gz file');
    command.option('--query <text>', 'return the passages that answer this');
    command.option('--section <id>', 'return that section');
    command.option('--start <number>', 'character to start at');
    command.option('--tokens <number>', 'budget of the returned text');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const { options } = parsed;
  const word = parsed.words[0] ?? '';
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  return withApp(loaded, host, async (app) => {
    const what = (await isLocalFile(word)) ? await readLocalFile(word) : word;
    const replayed = await app.local.replay(
      {
        what,
        query: text(options.query),
        section: text(options.section),
        start: number(options.start, 0, Number.MAX_SAFE_INTEGER, 'start'),
        maxTokens: number(options.tokens, app.config.maxTokens, MAX_TOKENS, 'tokens'),
        timeoutS: TIMEOUT_S,
      },
      { signal: host.signal, progress: () => {} },
    );
    const { result, keptSha256, keptBy } = replayed;
    const same = result.provenance.content_sha256 === keptSha256;
    const says = same
      ? `The content is the same (${keptSha256}).`
      : `The content differs: ${keptSha256} when it was kept by ${keptBy}, ${result.provenance.content_sha256} now.`;
    if (options.json === true)
      await printJson(host.stdout, { same, kept_sha256: keptSha256, kept_by: keptBy, read: result });
    else {
      await print(host.stdout, result.markdown);
      await print(host.stderr, [says, ...result.notes].join('\n'));
    }
    return same ? EXIT.ok : EXIT.doesNotHold;
  });
};

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function number(value: unknown, fallback: number, most: number, name: string): number {
  if (value === undefined) return fallback;
  const given = typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : Number.NaN;
  if (given <= most) return given;
  throw new UsageError(`--${name} must be a whole number of at most ${most}`, 'replay');
}
