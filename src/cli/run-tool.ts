import type { RunResult } from '../toolkit/run.ts';
import type { Services } from '../toolkit/services.ts';
import type { Tool } from '../toolkit/tool.ts';
import type { App, CliHost } from './app-interface.ts';
import { exitOfRun } from './exit-codes.ts';
import { print, printJson } from './print.ts';
import { progressLine } from './progress-line.ts';
import { saveAttachment } from './save-attachment.ts';

interface ShownAs {
  readonly json: boolean;
  /** Only the text of the page, for pipes: no receipt and no markers. */
  readonly bare: boolean;
  /** Where to write the file, or the picture, that comes with the answer. */
  readonly out?: string;
}

/** Runs a tool, prints its answer on stdout and what went wrong on stderr, and gives the exit code. */
export async function runAndPrint(
  app: App,
  tool: Tool,
  rawArguments: unknown,
  how: ShownAs & { readonly services?: Services },
  host: CliHost,
): Promise<number> {
  const line = progressLine(host.stderr);
  const result = await app.runTool(tool, rawArguments, {
    signal: host.signal,
    onProgress: line.update,
    ...(how.services ? { services: how.services } : {}),
  });
  line.clear();
  await printResult(result, how, host);
  if (result.ok && how.out !== undefined) await saveAttachment(result, how.out, host);
  return exitOfRun(result);
}

async function printResult(result: RunResult, how: ShownAs, host: CliHost): Promise<void> {
  if (!result.ok) {
    const { code, message, hint } = result.error;
    if (how.json) await printJson(host.stdout, { error: result.error });
    await print(host.stderr, `plainsight: ${code}: ${message}\n${hint}`);
    return;
  }
  for (const note of result.notes) await print(host.stderr, `plainsight: ${note}`);
  if (how.json) return printJson(host.stdout, result.output);
  const { markdown } = result.output;
  if (how.bare && typeof markdown === 'string') return print(host.stdout, markdown);
  await print(host.stdout, result.text);
}
