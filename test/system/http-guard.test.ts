import { request } from 'node:http';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectHttp } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/http-server.ts';
import { SOON } from '../kit/soon.ts';

type Headers = Record<string, string>;

/** Status and body of a request with exactly these headers; `fetch` does not let Host be set. */
function ask(server: TestServer, path: string, headers: Headers = {}, method = 'GET') {
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const sent = request(
      { port: server.http.port, host: '127.0.0.1', path, method, headers, agent: false },
      (answer) => {
        let body = '';
        answer.on('data', (chunk) => {
          body += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const PATHS = ['/', '/health', '/mcp', '/api/state', '/api/reads', '/nothing'];

describe('a server on loopback', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ allowedHosts: ['plainsight.test'] });
  });
  afterAll(() => server.close());

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', 'plainsight.test'])(
    'answers to the name %s, with any port',
    async (name) => {
      for (const host of [name, `${name}:${server.http.port}`, `${name}:80`, `${name}:9000`]) {
        expect((await ask(server, '/health', { host })).status).toBe(200);
      }
    },
  );

  test.each([
    'evil.example',
    'evil.example:8931',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.5',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '127.0.0.1:port',
    'localhost:8931@evil.example',
    '127.0.0.1, evil.example',
    '2130706433',
  ])('does not answer to %s, on any path', async (host) => {
    for (const path of PATHS) {
      const answer = await ask(server, path, { host });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    }
  });

  test.each([
    'http://evil.example',
    'https://evil.example:8931',
    'http://127.0.0.1.evil.example',
    'null',
    'file://',
    'chrome-extension://abcdefgh',
    'localhost',
    'http://localhost@evil.example',
    '',
  ])('refuses the origin %j on every path', async (origin) => {
    for (const path of PATHS) {
      expect([path, (await ask(server, path, { origin })).status]).toEqual([path, 403]);
    }
  });

  test.each([
    'http://127.0.0.1:1234',
    'http://localhost',
    'https://localhost:8931',
    'http://[::1]:5',
    'http://plainsight.test',
  ])('takes the origin %s', async (origin) => {
    expect((await ask(server, '/health', { origin })).status).toBe(200);
  });

  test('health counts, and says nothing else', async () => {
    const answer = await ask(server, '/health');
    const { status, ...counts }: Record<string, unknown> = JSON.parse(answer.body);
    expect(status).toBe('ok');
    for (const value of Object.values(counts)) expect(value).toBeTypeOf('number');
  });

  test('an unknown path is 404 and a wrong method 405', async () => {
    expect((await ask(server, '/nothing')).status).toBe(404);
    expect((await ask(server, '/constructor')).status).toBe(404);
    expect((await ask(server, '/', {}, 'POST')).status).toBe(405);
  });

  test('a port that is taken is an error that says so and what to do', async () => {
    await expect(startTestServer({ port: server.http.port })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(`Port ${server.http.port} on 127.0.0.1 is in use`),
      hint: expect.stringContaining('PLAINSIGHT_PORT'),
    });
  });
});

describe('a server with a token', () => {
  const token = 'correct horse battery staple'.replaceAll(' ', '-');
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ token, host: '0.0.0.0' });
  });
  afterAll(() => server.close());

  test.each([
    undefined,
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.toUpperCase()}`,
    token,
  ])('refuses %j on everything but the health check', async (authorization) => {
    const headers: Headers = authorization === undefined ? {} : { authorization };
    for (const path of PATHS.filter((each) => each !== '/health')) {
      const answer = await ask(server, path, headers);
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.body).not.toContain(token);
    }
    expect((await ask(server, '/health', headers)).status).toBe(200);
  });

  test('takes the right one, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer']) {
      const answer = await ask(server, '/api/state', { authorization: `${scheme} ${token}` });
      expect(answer.status).toBe(200);
      expect(answer.body).not.toContain(token);
    }
  });

  test('shows a person where to give the token, and no data', async () => {
    const answer = await ask(server, '/');
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('needs its token');
  });

  test('a real client with the token works, one without does not', async () => {
    const client = await connectHttp(server.mcp, 'modern', token);
    expect(await client.callTool({ name: 'status' })).toMatchObject({ structuredContent: { state: 'degraded' } });
    await client.close();
    await expect(connectHttp(server.mcp, 'legacy', 'wrong')).rejects.toThrow();
  });

  test('bound to every address it answers to addresses and to the machine’s name, never to foreign names', async () => {
    expect((await ask(server, '/health', { host: '192.168.1.5:8931' })).status).toBe(200);
    expect((await ask(server, '/health', { host: `${hostname()}:8931` })).status).toBe(200);
    expect((await ask(server, '/health', { host: 'evil.example' })).status).toBe(403);
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'example.test'])(
    'serving on %s without a token is refused',
    async (host) => {
      await expect(startTestServer({ host })).rejects.toMatchObject({
        code: 'invalid_argument',
        hint: expect.stringContaining('PLAINSIGHT_AUTH_TOKEN'),
      });
    },
  );
});

describe('the page', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('is one document that loads nothing and never writes markup from data', async () => {
    const { body, headers } = await ask(server, '/');
    expect(body).not.toMatch(/(?:src|href)="(?!data:,)/u);
    expect(body).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|@import|url\(/u);
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*script-src 'sha256-.*frame-ancestors 'none'/u,
    );
  });

  test('lists the calls of the session as they happen, changes only', async () => {
    const reads = async (after: number): Promise<{ seq: number; entries: Array<Record<string, unknown>> }> =>
      JSON.parse((await ask(server, `/api/reads?after=${after}`)).body);
    expect((await reads(0)).entries).toEqual([]);
    const client = await connectHttp(server.mcp, 'modern');
    await client.callTool({ name: 'read_page', arguments: { url: 'http://<b>one</b>/' } });
    const first = await reads(0);
    expect(first.entries).toMatchObject([
      {
        tool: 'read_page',
        caller: 'mcp-http',
        subject: 'http://<b>one</b>/',
        state: 'done',
        outcome: 'ok',
        facts: { status: 'ok' },
      },
    ]);
    const leaving = new AbortController();
    const slow = client.callTool(
      { name: 'read_page', arguments: { url: 'http://slow/two' } },
      { signal: leaving.signal },
    );
    slow.catch(() => {});
    await expect
      .poll(async () => (await reads(first.seq)).entries, SOON)
      .toMatchObject([{ subject: 'http://slow/two', state: 'running' }]);
    leaving.abort();
    await expect
      .poll(async () => (await reads(first.seq)).entries, SOON)
      .toMatchObject([{ state: 'done', outcome: 'cancelled' }]);
    await client.close();
  });

  test('says the same to a reader without scripts, and no word of a stranger becomes markup', async () => {
    const client = await connectHttp(server.mcp, 'modern');
    const url = 'http://t/</noscript><script>alert(1)</script><img src=x onerror="alert(2)">';
    await client.callTool({ name: 'read_page', arguments: { url } });
    await client.close();
    const { body } = await ask(server, '/');
    const plain = /<noscript>(.*)<\/noscript>/su.exec(body)?.[1] ?? '';
    for (const words of [server.mcp, 'read_page', 'Claude Code', 'Gemini CLI', 'no Chrome found']) {
      expect(plain).toContain(words);
    }
    expect(plain).toContain('&lt;script&gt;alert(1)');
    expect(body.match(/<script/gu)).toHaveLength(1);
    expect(body).not.toContain('<img');
  });

  test('gives settings to paste for every client, over HTTP and over stdio', async () => {
    const state: { clients: Record<string, Array<{ client: string; text: string }>> } = JSON.parse(
      (await ask(server, '/api/state')).body,
    );
    for (const [transport, mark] of [
      ['http', server.mcp],
      ['stdio', 'plainsight'],
    ] as const) {
      const list = state.clients[transport] ?? [];
      for (const name of [
        'Claude Code',
        'Claude Desktop',
        'Cursor',
        'VS Code',
        'LM Studio',
        'opencode',
        'Codex',
        'Gemini CLI',
      ]) {
        expect(list.find((each) => each.client === name)?.text).toContain(mark);
      }
      for (const { text } of list) if (text.startsWith('{')) expect(() => JSON.parse(text)).not.toThrow();
    }
  });
});

describe('closing', () => {
  test('lets a call end that needs little time, and cuts what needs more after 2 s', async () => {
    const server = await startTestServer();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_page', arguments: { url: 'http://steps/' } },
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const quick = fetch(server.mcp, { method: 'POST', headers, body });
    const slow = fetch(server.mcp, { method: 'POST', headers, body: body.replace('steps', 'slow') });
    slow.catch(() => {});
    await expect.poll(() => server.reader.requests.length, SOON).toBe(2);
    const before = performance.now();
    const closed = server.http.close();
    expect((await quick).status).toBe(200);
    await closed;
    expect(performance.now() - before).toBeLessThan(SOON.timeout);
    await expect(slow).rejects.toThrow();
    await expect.poll(() => server.reader.stopped, SOON).toBe(1);
    await server.endpoint.close();
  });
});
