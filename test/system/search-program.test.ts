import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliRun, cli } from '../kit/cli.ts';
import { startPlainsight } from '../kit/plainsight.ts';
import { type SearxngStub, startSearxng, stubResults } from '../kit/searxng-stub.ts';
import { startSite, type TestSite } from '../kit/site.ts';

// Search as agents and people have it: the built program over MCP and on the command line.

let folder = '';
let stub: SearxngStub;
let engine: TestSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-search-program-'));
  stub = await startSearxng();
  engine = await startSite({
    '/find': '<ul><li><a href="https://wiki.example/heron">Heron</a><p>Stands in water.</p></li></ul>',
    '/captcha': '<html><title>Just a moment...</title><div id="cf-chl-widget"></div></html>',
    '/api': (request, response) => {
      const known = request.headers['x-key'] === 'k-secret-1';
      response.writeHead(known ? 200 : 401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ hits: [{ name: 'Heron', link: 'https://api.example/heron' }] }));
    },
  });
});
afterAll(async () => {
  await Promise.all([stub[Symbol.asyncDispose](), engine.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** No layer but those of the test: nothing may look for the real web. */
const env = (layers: string, over: Record<string, string> = {}) => ({ PLAINSIGHT_SEARCH_LAYERS: layers, ...over });

async function homeWithEngines(name: string): Promise<string> {
  const home = join(folder, name);
  await mkdir(join(home, 'data'), { recursive: true });
  const fields = { title: { select: ['a'] }, url: { select: ['a'], attribute: 'href' }, snippet: { select: ['p'] } };
  const engines = [
    {
      name: 'intranet',
      kind: 'html',
      request: { url: engine.url('/find'), params: { q: '{query}' } },
      results: ['li'],
      fields,
    },
    {
      name: 'walled',
      kind: 'html',
      request: { url: engine.url('/captcha'), params: { q: '{query}' } },
      results: ['li'],
      fields,
    },
    {
      name: 'catalogue',
      kind: 'json',
      keyed: true,
      key: 'k-secret-1',
      request: { url: engine.url('/api'), params: { q: '{query}' }, headers: { 'x-key': '{key}' } },
      results: ['hits'],
      fields: { title: { path: ['name'] }, url: { path: ['link'] } },
    },
    { name: 'broken', kind: 'html' },
  ];
  await writeFile(join(home, 'data', 'search-engines.json'), JSON.stringify(engines));
  return home;
}

function parsed(run: CliRun) {
  return JSON.parse(run.stdout);
}

test('web_search over MCP and `plainsight search` give the same answer', async () => {
  stub.behave({ type: 'results', results: stubResults(10), dead: [['startpage', 'CAPTCHA']] });
  const settings = env('searxng', { PLAINSIGHT_SEARXNG_URL: stub.url });
  await using program = await startPlainsight(settings);
  const asked = { query: 'grey heron', max_results: 5, region: 'de', exclude_domains: ['host-2.example'] };
  const overMcp = await program.client.callTool({ name: 'web_search', arguments: asked });
  const words = ['search', 'grey heron', '--max-results', '5', '--region', 'de', '--exclude-domains', 'host-2.example'];
  const onLine = await cli([...words, '--json'], { home: join(folder), env: settings });
  expect(onLine.code).toBe(0);
  const timeless = (answer: unknown) =>
    JSON.parse(JSON.stringify(answer, (key, value) => (key === 'ms' || key === 'retry_after_s' ? 0 : value)));
  expect(timeless(parsed(onLine))).toEqual(timeless(overMcp.structuredContent));
  expect(parsed(onLine)).toMatchObject({ provider: 'searxng', engines_resting: [{ engine: 'searxng:startpage' }] });
  expect(parsed(onLine).results).toHaveLength(5);
  expect(stub.searches.at(-1)?.params.get('q')).toBe('grey heron -site:host-2.example');
  const [block] = overMcp.content;
  const written = block?.type === 'text' ? block.text : '';
  expect(written).toMatch(/^5 results from searxng \(searxng ok \d+ ms\)/u);
  // Titles and snippets stand between the markers, our own words before them.
  expect(written.indexOf('Result 1')).toBeGreaterThan(written.indexOf('<<<web-content'));
});

test('arguments are read the way models write them', async () => {
  stub.behave({ type: 'results', results: stubResults(10) });
  await using program = await startPlainsight(env('searxng', { PLAINSIGHT_SEARXNG_URL: stub.url }));
  const loose = {
    query: 'grey heron',
    max_results: '3',
    region: null,
    freshness: 'null',
    safe_search: 'STRICT',
    exclude_domains: 'host-1.example, host-2.example',
    thought: 'I will search now',
  };
  const answer = await program.client.callTool({ name: 'web_search', arguments: loose });
  expect(answer.structuredContent).toMatchObject({
    results: [{ url: 'https://host-3.example/page' }, {}, {}],
    notes: expect.arrayContaining([expect.stringContaining('thought')]),
  });
  expect(stub.searches.at(-1)?.params.get('safesearch')).toBe('2');
  for (const [wrong, told] of [
    [{ query: null }, 'query'],
    [{ query: 'x', region: 'Atlantis' }, 'region'],
    [{ query: 'x', freshness: 'soon' }, 'freshness'],
    [{ query: 'x', max_results: 'many' }, 'max_results'],
    [{ query: 'x', engine: 'altavista' }, 'altavista'],
  ] as const) {
    const refused = await program.call('web_search', wrong);
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
    expect(JSON.stringify(refused)).toContain(told);
  }
});

test('when everything is dead an agent gets one error that says what was tried, when to retry and what helps', async () => {
  stub.behave({ type: 'html_only' });
  await using program = await startPlainsight(env('searxng,searxng-retry', { PLAINSIGHT_SEARXNG_URL: stub.url }));
  const answer = await program.call('web_search', { query: 'grey heron' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'search_unavailable', retryable: true } });
  if (answer.ok) return;
  expect(answer.error.message).toMatch(/Tried: searxng blocked \(it does not offer JSON/u);
  expect(answer.error.hint).toMatch(/Try again in \d+ s.*PLAINSIGHT_SEARXNG_URL.*PLAINSIGHT_BRAVE_API_KEY/u);
  expect(answer.error.retry_after_ms).toBeGreaterThan(0);
  const onLine = await cli(['search', 'grey heron'], {
    home: folder,
    env: env('searxng', { PLAINSIGHT_SEARXNG_URL: stub.url }),
  });
  expect(onLine).toMatchObject({ code: 4, stdout: '' });
  expect(onLine.stderr).toContain('search_unavailable');
});

test('engines of the operator’s own answer by name, in their layers, and with their key', async () => {
  const home = await homeWithEngines('own');
  const found = parsed(await cli(['search', 'heron', '--json'], { home, env: env('direct:walled,direct:intranet') }));
  expect(found).toMatchObject({
    provider: 'direct:intranet',
    attempts: [
      { layer: 'direct:walled', outcome: 'challenge' },
      { layer: 'direct:intranet', outcome: 'ok' },
    ],
    results: [{ title: 'Heron', url: 'https://wiki.example/heron', snippet: 'Stands in water.' }],
  });
  const named = parsed(await cli(['search', 'heron', '--engine', 'catalogue', '--json'], { home, env: env('api') }));
  expect(named).toMatchObject({ provider: 'api:catalogue', results: [{ url: 'https://api.example/heron' }] });

  const table = await cli(['search', '--engines'], { home, env: env('direct') });
  expect(table.stdout).toMatch(/resting +direct:walled +walled +captcha, back in 15 min/u);
  expect(table.stdout).toMatch(/ready +direct:intranet/u);
  expect(table.stdout).toMatch(/no key +api:exa/u);
  expect(table.stderr).toMatch(/search engine 4: request/u);
  expect(table.code).toBe(2);
  expect(table.stdout + table.stderr + JSON.stringify(found)).not.toContain('k-secret-1');
});

test('a template of the caller’s own cannot reach into the private network', async () => {
  await using program = await startPlainsight(env('direct'));
  const template = {
    name: 'probe',
    kind: 'html',
    request: { url: engine.url('/find'), params: { q: '{query}' } },
    results: ['li'],
    fields: { title: { select: ['a'] }, url: { select: ['a'], attribute: 'href' } },
  };
  const before = engine.requests.length;
  const answer = await program.call('web_search', { query: 'heron', engine: template });
  expect(answer).toMatchObject({ ok: false, error: { code: 'search_unavailable' } });
  expect(engine.requests).toHaveLength(before);
});

test('`selftest search` asks each engine once and says which answers were read', async () => {
  stub.behave({ type: 'results', results: stubResults(10), dead: [['startpage', 'CAPTCHA']] });
  const home = await homeWithEngines('selftest');
  // The allow list keeps the public engines out; what the operator configured is not held by it.
  const run = await cli(['selftest', 'search', '--json'], {
    home,
    env: { ...env('direct'), PLAINSIGHT_SEARXNG_URL: stub.url, PLAINSIGHT_ALLOW_DOMAINS: 'nothing.example' },
  });
  const { engines } = parsed(run);
  const byName = Object.fromEntries(engines.map((each: { engine: string }) => [each.engine, each]));
  expect(byName.searxng).toMatchObject({ outcome: 'ok', results: 10, detail: 'without startpage' });
  expect(byName['direct:intranet']).toMatchObject({ outcome: 'ok', results: 1 });
  expect(byName['direct:walled']).toMatchObject({ outcome: 'challenge' });
  expect(byName['api:catalogue']).toMatchObject({ outcome: 'ok' });
  expect(byName['direct:google']).toMatchObject({ outcome: 'skipped' });
  expect(run.code).toBe(0);
});

test('status tells who rests, and what is wrong with the settings of search', async () => {
  await using program = await startPlainsight(env('direct:nobody'));
  const status = await program.client.callTool({ name: 'status', arguments: {} });
  expect(JSON.stringify(status.structuredContent)).toMatch(/direct:nobody is neither a layer nor an engine/u);
});
