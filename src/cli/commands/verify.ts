import type { App, CliHost } from '../app-interface.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { isLocalFile, readLocalFile, readStandardInput } from '../local-file.ts';
import { type ParsedCommand, parse } from '../parse.ts';
import { print, printJson } from '../print.ts';
import { progressLine } from '../progress-line.ts';
import { checkReport } from '../report/check-report.ts';
import { reportText } from '../report/report-text.ts';
import { runAndPrint } from '../run-tool.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

const TOOL = 'verify_quote';
const HASH = /^(?:sha256:)?[0-9a-f]{64}$/iu;
const MAX_AGE_S = 3600;

/** `verify REPORT.md`: every link and quote of a report; `verify URL --quote WORDS`: one quote. */
export const verify: CommandRun = async (words, host) => {
  const parsed = await parse('verify', words, host, (command) => {
    command
      .description(
        'Check a report in Markdown: every link is read and every quote looked up at its link. Ends with 1 when ' +
          'something does not hold. With --quote, check one quote on one page.',
      )
      .argument('<report>', 'a Markdown file, or - for standard input; with --quote an address or a content_sha256');
    command.option('--quote <text>', 'the words to look for');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  const isJson = parsed.options.json === true;
  return withApp(loaded, host, (app) =>
    parsed.options.quote === undefined ? verifyReport(app, parsed, isJson, host) : verifyOne(app, parsed, isJson, host),
  );
};

async function verifyOne(app: App, parsed: ParsedCommand, json: boolean, host: CliHost): Promise<number> {
  const word = parsed.words[0] ?? '';
  const tool = app.tools.find(({ name }) => name === TOOL);
  if (!tool) throw new UsageError(`${TOOL} is switched off; PLAINSIGHT_TOOLSETS=web switches it on`, 'verify');
  const page = HASH.test(word) ? { content_sha256: word } : { url: word };
  return runAndPrint(app, tool, { quote: parsed.options.quote, ...page }, { json, bare: false }, host);
}

async function verifyReport(app: App, parsed: ParsedCommand, json: boolean, host: CliHost): Promise<number> {
  const text = await reportOf(parsed.words[0] ?? '', host);
  const line = progressLine(host.stderr);
  const { render, timeoutS } = app.config;
  const result = await checkReport(text, app.services.quotes, {
    render,
    timeoutS,
    maxAgeS: MAX_AGE_S,
    signal: host.signal,
    onStep: (done, total) => line.update('read pages', done, total),
  });
  line.clear();
  if (json) await printJson(host.stdout, result);
  else await print(host.stdout, reportText(result));
  return result.holds ? EXIT.ok : EXIT.doesNotHold;
}

async function reportOf(word: string, host: CliHost): Promise<string> {
  const isFile = word !== '-' && (await isLocalFile(word));
  if (word !== '-' && !isFile) throw new UsageError(`there is no file ${word}; to check a page give --quote`, 'verify');
  const bytes = isFile ? await readLocalFile(word) : await readStandardInput(host.stdin, host.signal);
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/u, '');
}
