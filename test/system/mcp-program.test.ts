import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cli, startCli } from '../kit/cli.ts';
import { ERAS, type Era, newClient } from '../kit/client.ts';
import { BINARY } from '../kit/plainsight.ts';
import { startSite, type TestSite } from '../kit/site.ts';
import { SOON } from '../kit/soon.ts';

/** The built program, as clients of both protocol eras and the command line meet it: one answer for all. */
const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  html: [
    'text/html; charset=utf-8',
    '<!doctype html><html lang="en"><title>Tides</title><main><h1>Tides</h1><p>The water comes twice a day, and the boats come with it.</p><h2>Hours</h2><p>Six in the morning, and a little later in the evening of the same day.</p></main>',
  ],
  text: ['text/plain; charset=utf-8', 'First line.\nSecond line, with an é.\n'],
  json: ['application/json', '{"boats":[{"name":"Ada","length":12}],"open":true}'],
  xml: ['application/xml', '<?xml version="1.0"?><tides><tide at="06:00">high</tide></tides>'],
  feed: [
    'application/rss+xml',
    '<?xml version="1.0"?><rss version="2.0"><channel><title>Port</title><link>http://port.test/</link><description>News</description><item><title>A boat came in</title><link>http://port.test/1</link><description>It was late.</description></item></channel></rss>',
  ],
  csv: ['text/csv; charset=utf-8', 'name,length\nAda,12\nBo,9\n'],
};

let site: TestSite;
let home: string;
let env: Record<string, string>;
let server: ReturnType<typeof startCli>;
let address: string;

beforeAll(async () => {
  const routes = Object.entries(PAGES).map(([name, [type, body]]) => [
    `/${name}`,
    (_request: unknown, response: { setHeader(name: string, value: string): { end(body: string): unknown } }) =>
      response.setHeader('content-type', type).end(body),
  ]);
  site = await startSite(Object.fromEntries(routes));
  home = await mkdtemp(join(tmpdir(), 'plainsight-program-'));
  env = { PLAINSIGHT_ALLOW_PRIVATE: site.opening, PLAINSIGHT_HOST_DELAY_MS: '0' };
  server = startCli(['serve', '--port', '0'], { home, env });
  const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/u;
  await vi.waitUntil(() => found.test(server.output.stdout), SOON);
  address = found.exec(server.output.stdout)?.[0] ?? '';
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await site.close();
  await rm(home, { recursive: true, force: true });
});

async function connect(transport: 'stdio' | 'http', era: Era): Promise<Client> {
  const client = newClient(era);
  const environment = { PATH: process.env.PATH ?? '', HOME: home, PLAINSIGHT_HOME: join(home, 'data'), ...env };
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(address))
      : new StdioClientTransport({
          command: process.execPath,
          args: [BINARY, 'stdio'],
          env: environment,
          stderr: 'ignore',
        }),
  );
  // The client checks structured answers against the schemas it has listed.
  await client.listTools();
  return client;
}

/** Without what differs from one read to the next. */
function lasting(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value) => (name === 'ms' || name === 'fetched_at' ? null : value));
  return JSON.parse(text);
}

test('the command line and both eras over both transports give the same object for every kind of page', async () => {
  const clients = await Promise.all(
    ERAS.flatMap((era) => (['stdio', 'http'] as const).map((transport) => connect(transport, era))),
  );
  for (const kind of Object.keys(PAGES)) {
    const url = `${site.origin}/${kind}`;
    const printed = await cli(['read', url, '--json', '--max-age', '0'], { home, env });
    const wanted = lasting(JSON.parse(printed.stdout));
    expect(wanted).toMatchObject({ status: 'ok', kind, http_status: 200, cached: null });
    for (const client of clients) {
      const answer = await client.callTool({ name: 'read_page', arguments: { url, max_age: 0 } });
      expect(lasting(answer.structuredContent)).toEqual(wanted);
      expect(answer.content).toMatchObject([{ type: 'text', text: expect.stringContaining('<<<web-content ') }]);
    }
  }
  await Promise.all(clients.map((client) => client.close()));
});

describe.each(ERAS)('%s', (era) => {
  test.each(['stdio', 'http'] as const)('%s: refusals, faults and progress', async (transport) => {
    const client = await connect(transport, era);
    const call = (args: Record<string, unknown>) => client.callTool({ name: 'read_page', arguments: args });
    const refused = await call({ url: 'http://169.254.169.254/latest/meta-data/' });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.structuredContent).toBeUndefined();
    expect(JSON.stringify(refused.content)).toContain('blocked_target');
    expect(JSON.stringify(await call({ url: null }))).toContain('url is missing');
    const missing = await call({ url: `${site.origin}/nowhere` });
    expect(missing.structuredContent).toMatchObject({ status: 'not_found', http_status: 404 });
    const steps: number[] = [];
    await client.callTool(
      { name: 'read_page', arguments: { url: `${site.origin}/html`, max_age: 0 } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect((await client.callTool({ name: 'status' })).structuredContent).toMatchObject({ state: expect.any(String) });
    await client.close();
  });
});
