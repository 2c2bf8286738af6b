import type { LoadedConfig } from '../../config/load.ts';
import { SELFTEST_PAGES, type SelftestPage, type SelftestSite, startSelftestSite } from '../../serve/selftest-site.ts';
import type { App, CliHost } from '../app-interface.ts';
import type { CommandRun } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { addConfigFlags, configFlags } from '../flags.ts';
import { parse } from '../parse.ts';
import { print, printJson, table } from '../print.ts';
import { loadQuietSettings, withApp } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

interface Outcome {
  readonly what: string;
  readonly passed: boolean;
  readonly ms: number;
  readonly detail: string;
}

const READ_TOOL = 'read_page';

/** `selftest`: pages of a local site through gate, proxy, fetch, extraction and runner; and one that must be refused. */
export const selftest: CommandRun = async (words, host) => {
  if (words[0] === 'search') return (await import('./selftest-search.ts')).selftestSearch(words.slice(1), host);
  if (words[0] === 'templates') {
    return (await import('./selftest-templates.ts')).selftestTemplates(words.slice(1), host);
  }
  const parsed = await parse('selftest', words, host, (command) => {
    command.description('Read pages of a site on this machine through the whole path and print how it went.');
    command.option('--json', 'print as JSON');
    addConfigFlags(command);
  });
  if (!parsed) return 0;
  const loaded = await loadQuietSettings(configFlags(parsed.command), host);
  const site = await startSelftestSite();
  const closed = await startSelftestSite();
  try {
    const outcomes = await withApp(opened(loaded, site), host, async (app) => [
      ...(await readAll(app, site, host)),
      await refuse(app, closed, host),
    ]);
    await report(outcomes, parsed.options.json === true, host);
    return outcomes.every((outcome) => outcome.passed) ? EXIT.ok : EXIT.internal;
  } finally {
    await Promise.all([site.close(), closed.close()]);
  }
};

/** The operator's settings, opened for exactly this site and without what would keep a local page out. */
function opened(loaded: LoadedConfig, site: SelftestSite): LoadedConfig {
  const reach = { allowPrivate: [site.place], allowDomains: [], denyDomains: [], hostDelayMs: 0, proxy: '' };
  return { ...loaded, config: Object.freeze({ ...loaded.config, ...reach, toolsets: [READ_TOOL] }) };
}

async function readAll(app: App, site: SelftestSite, host: CliHost): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const page of SELFTEST_PAGES) {
    const { ms, result } = await read(app, `http://${site.place}${page.path}`, host);
    const fault = result.ok ? faultOf(page, result.output) : `${result.error.code}: ${result.error.message}`;
    outcomes.push({ what: `read ${page.path}`, passed: fault === '', ms, detail: fault || `found “${page.shown}”` });
  }
  return outcomes;
}

function faultOf(page: SelftestPage, output: Readonly<Record<string, unknown>>): string {
  if (output.status !== 'ok') return `the status is ${String(output.status)}`;
  const markdown = String(output.markdown);
  if (!markdown.includes(page.shown)) return 'the text of the page is missing';
  if (page.hidden === '') return '';
  if (markdown.includes(page.hidden)) return 'hidden text was handed on';
  return JSON.stringify(output.threats).includes(page.hidden.slice(0, 12)) ? '' : 'hidden text was not reported';
}

/** A target that nobody opened must be refused, on this machine of all, and must not even be connected to. */
async function refuse(app: App, closed: SelftestSite, host: CliHost): Promise<Outcome> {
  const { ms, result } = await read(app, `http://${closed.place}/page.html`, host);
  const code = result.ok ? String(result.output.status) : result.error.code;
  const passed = code === 'blocked_target' && closed.connections === 0;
  return { what: 'refuse a private address', passed, ms, detail: `${code}, ${closed.connections} connections` };
}

async function read(app: App, url: string, host: CliHost) {
  const tool = app.tools.find((candidate) => candidate.name === READ_TOOL);
  if (!tool) throw new UsageError(`there is no ${READ_TOOL}`);
  const startedAt = performance.now();
  const result = await app.runTool(tool, { url, max_age: 0 }, { signal: host.signal, onProgress: () => {} });
  return { ms: Math.round(performance.now() - startedAt), result };
}

async function report(outcomes: readonly Outcome[], asJson: boolean, host: CliHost): Promise<void> {
  if (asJson) return printJson(host.stdout, { passed: outcomes.every(({ passed }) => passed), outcomes });
  await print(
    host.stdout,
    table(outcomes.map((each) => [each.passed ? 'ok' : 'FAIL', each.what, `${each.ms} ms`, each.detail])),
  );
}
