import { writeFile } from 'node:fs/promises';
import type { XrayPage } from '../../read/picture-result.ts';
import type { App, CliHost } from '../app-interface.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson } from '../print.ts';
import { progressLine } from '../progress-line.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

/** A new file is its owner's: it holds what somebody read. */
const FILE_MODE = 0o600;

/** `xray URL`: writes one HTML file that shows what was removed of a page, and where it stood. */
export const xray: CommandRun = async (words, host) => {
  const parsed = await parse('xray', words, host, (command) => {
    command
      .description(
        'Look at a page in the browser and write one HTML file: its picture with every removed text boxed where it ' +
          'stands, beside the Markdown that a model gets. The file has no script and loads nothing.',
      )
      .argument('<url>', 'address of the page');
    command.option('--out <file>', 'where to write it; without, it is kept for 24 hours in PLAINSIGHT_HOME');
    command.option('--json', 'print the outcome as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  const { out, json } = parsed.options;
  return withApp(loaded, host, async (app) => {
    const page = await take(app, parsed.words[0] ?? '', host);
    const path = await write(app, page, typeof out === 'string' ? out : null);
    const { status, reason, counts } = page;
    if (json === true) await printJson(host.stdout, { status, reason, path, counts });
    else await print(host.stdout, [...summary(page), `written to ${path}`].join('\n'));
    return status === 'ok' || status === 'partial' ? EXIT.ok : EXIT.notObtained;
  });
};

async function take(app: App, url: string, host: CliHost): Promise<XrayPage> {
  const line = progressLine(host.stderr);
  try {
    return await app.xrays.take(url, app.config.timeoutS, { signal: host.signal, progress: line.update });
  } finally {
    line.clear();
  }
}

async function write(app: App, { html }: XrayPage, out: string | null): Promise<string> {
  if (out === null) return (await app.xrays.keep(html)).path;
  try {
    await writeFile(out, html, { mode: FILE_MODE });
    return out;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? ` (${String(thrown.code)})` : '';
    throw new UsageError(`${out} cannot be written${code}`, 'xray');
  }
}

function summary({ status, reason, counts }: XrayPage): string[] {
  const kinds = Object.entries(counts).map(([kind, count]) => `${kind.replaceAll('_', ' ')} ${count}`);
  return [
    `status: ${status}${status === 'ok' ? '' : `; ${reason.code}: ${reason.detail}`}`,
    `removed: ${kinds.join(', ') || 'nothing'}`,
  ];
}
