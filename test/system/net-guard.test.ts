import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { canParseUrl } from '../../src/base/url.ts';
import { startNetwork } from '../kit/network.ts';
import { fakeLookup, startCanary, startRawSite, startSite } from '../kit/site.ts';

const page = { trust: 'page' } as const;
const refusalOf = (fetch: Promise<unknown>) =>
  fetch.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );

describe('the guard', () => {
  it('refuses every disguise of a private address with one code and without a connection', async () => {
    await using canary = await startCanary();
    const { port } = canary;
    const lookup = fakeLookup({ '127.0.0.1.nip.test': ['127.0.0.1'], 'mixed.test': ['93.184.215.14', '127.0.0.1'] });
    await using network = startNetwork({ lookup });
    const disguises = [
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://0177.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `127.0.0.1:${port}`,
      `http://localhost.:${port}/`,
      `http://a.localhost:${port}/`,
      `http://printer.local:${port}/`,
      `http://metadata.google.internal:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://[::127.0.0.1]:${port}/`,
      `http://[64:ff9b::7f00:1]:${port}/`,
      `http://[2002:7f00:1::]:${port}/`,
      `http://[fe80::1%25eth0]:${port}/`,
      `http://①②⑦.⓪.⓪.①:${port}/`,
      `http://%31%32%37.0.0.1:${port}/`,
      `http://127.0.0.1.nip.test:${port}/`,
      `http://mixed.test:${port}/`,
      `http://100.64.0.1:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://[::]:${port}/`,
      `http://user@127.0.0.1:${port}/`,
      `http://good.test@127.0.0.1:${port}/`,
      `http://example.com\\@127.0.0.1:${port}/`,
      `http://127.0.0.1\t:${port}/`,
    ];
    for (const url of disguises) {
      expect((await refusalOf(network.fetcher.fetch(url, page)))?.code, url).toBe('blocked_target');
    }
    expect(canary.connections).toBe(0);
    expect(network.proxy.counters().connections).toBe(0);
  });

  it('asks no resolver about a name that the lists keep out', async () => {
    const lookup = fakeLookup({});
    await using network = startNetwork({ lookup, allowDomains: ['example.com', '*.docs.test'] });
    for (const url of ['https://evil.test/', 'https://docs.test/', 'https://example.com.evil.test/']) {
      expect((await refusalOf(network.fetcher.fetch(url, page)))?.code).toBe('domain_not_allowed');
    }
    expect(lookup.calls).toEqual([]);
  });

  it('keeps every redirect away from private addresses', async () => {
    await using canary = await startCanary();
    const inside = `127.0.0.1:${canary.port}`;
    const targets = [
      'http://169.254.169.254/latest/meta-data/',
      `http://${inside}/secret`,
      '//10.0.0.1/',
      'file:///etc/passwd',
      `http://[::ffff:7f00:1]:${canary.port}/`,
      `http://user:pw@${inside}/`,
      `http://inner.test:${canary.port}/`,
      'javascript:alert(1)',
      'gopher://127.0.0.1:6379/_FLUSHALL',
    ];
    await using site = await startSite({
      '/r': (request, response) => {
        const number = Number(/\d+$/u.exec(request.url ?? '')?.[0]);
        response.writeHead(307, { Location: targets[number] ?? '/' }).end('body words');
      },
      '/hop1': (_request, response) => void response.writeHead(302, { Location: '/hop2' }).end(),
      '/hop2': (_request, response) => void response.writeHead(302, { Location: '/r?1' }).end(),
    });
    await using network = startNetwork({
      allowPrivate: [`pub.test:${site.port}`],
      lookup: fakeLookup({ 'pub.test': ['127.0.0.1'], 'inner.test': ['127.0.0.1'] }),
    });
    for (const [number, target] of targets.entries()) {
      const refusal = await refusalOf(network.fetcher.fetch(site.url(`/r?${number}`, 'pub.test'), page));
      expect(['blocked_target', 'scheme_not_allowed'], target).toContain(refusal?.code);
      expect(refusal?.message).toMatch(/^Redirect 1 was refused/u);
      expect(refusal?.message).not.toContain('body words');
    }
    const chain = await refusalOf(network.fetcher.fetch(site.url('/hop1', 'pub.test'), page));
    expect(chain?.message).toMatch(/^Redirect 3 was refused: .*loopback/u);
    expect(canary.connections).toBe(0);
  });

  it('opens exactly one host and port, by its name as written', async () => {
    await using site = await startSite({ '*': 'inside' });
    await using canary = await startCanary();
    const lookup = fakeLookup({ 'pub.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    await using network = startNetwork({ allowPrivate: [`pub.test:${site.port}`], lookup });
    expect(await network.fetcher.fetch(site.url('/', 'pub.test'), page)).toMatchObject({ status: 200 });
    for (const url of [
      site.url('/'),
      site.url('/', 'other.test'),
      `http://pub.test:${canary.port}/`,
      site.url('/', 'a.pub.test'),
    ]) {
      const refusal = await refusalOf(network.fetcher.fetch(url, page));
      expect(refusal === null || refusal.code === 'blocked_target', url).toBe(true);
    }
    expect([site.requests, canary.connections]).toEqual([['GET /'], 0]);
  });

  it('cannot be fooled by a name that changes its address between check and connection', async () => {
    await using canary = await startCanary();
    let asked = 0;
    const lookup = fakeLookup({ 'rebind.test': () => (asked++ === 0 ? ['203.0.114.1'] : ['127.0.0.1']) });
    await using network = startNetwork({ lookup, cacheMs: 1 });
    const refusal = await refusalOf(network.fetcher.fetch(`http://rebind.test:${canary.port}/`, page));
    expect(refusal?.code).toBe('blocked_target');
    expect(network.refusals).toMatchObject([{ host: 'rebind.test' }]);
    expect([asked, canary.connections]).toEqual([2, 0]);
  });

  it('holds the public data set of disguised addresses', async (context) => {
    if (!existsSync('../shared/data/ssrf/urls.tsv')) return context.skip('../shared/data/ssrf is not here');
    await using network = startNetwork({});
    const lines = readFileSync('../shared/data/ssrf/urls.tsv', 'utf8').split('\n').filter(Boolean);
    const wrong: string[] = [];
    for (const line of lines) {
      const url = line.slice(line.indexOf('\t') + 1);
      let code = 'passed';
      try {
        network.gate.checkUrl(url);
      } catch (error) {
        code = error instanceof AppError ? error.code : 'crashed';
      }
      const parsed = canParseUrl(url) ? new URL(url) : null;
      const expected =
        parsed === null
          ? ['blocked_target', 'invalid_argument']
          : parsed.hostname === 'example.com'
            ? ['credentials_in_url', 'blocked_target']
            : /[a-z]\.pw$/u.test(parsed.hostname)
              ? ['passed']
              : ['blocked_target'];
      if (!expected.includes(code)) wrong.push(`${code} ${url}`);
    }
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(1000);
  });
});

describe('the egress proxy', () => {
  it('turns other processes away and connects nowhere for them', async () => {
    await using canary = await startCanary();
    await using network = startNetwork({ allowPrivate: [`127.0.0.1:${canary.port}`] });
    const { host, port, password } = await network.proxy.login('page');
    const wrong = ['', `page:${'0'.repeat(48)}`, `operator:${password}`, `page:${password}x`];
    for (const login of wrong) {
      expect(await plainStatus(host, port, `http://127.0.0.1:${canary.port}/`, login)).toBe(407);
      expect(await tunnelStatus(host, port, `127.0.0.1:${canary.port}`, login)).toBe(407);
    }
    expect(canary.connections).toBe(0);
    expect(network.proxy.counters().strangers).toBe(8);
  });

  it('judges what clients do not normalise, for tunnels and plain requests alike', async () => {
    await using canary = await startCanary();
    await using network = startNetwork({ lookup: fakeLookup({ 'in.test': ['10.1.2.3'], 'in6.test': ['fd00::1'] }) });
    const { host, port, username, password } = await network.proxy.login('page');
    const login = `${username}:${password}`;
    for (const target of [
      '0x7f.1',
      '2130706433',
      '[::ffff:a00:1]',
      '127.0.0.1',
      'localhost',
      'in.test',
      'in6.test',
      '[::1]',
    ]) {
      expect(await tunnelStatus(host, port, `${target}:${canary.port}`, login), target).toBe(403);
      expect(await plainStatus(host, port, `http://${target}:${canary.port}/`, login), target).toBe(403);
    }
    expect(await tunnelStatus(host, port, `gone.test:${canary.port}`, login)).toBe(502);
    expect(canary.connections).toBe(0);
    expect(network.refusals).toHaveLength(16);
    expect(network.refusals[0]?.rule).toMatch(/loopback/u);
  });

  it('refuses plain WebSocket upgrades and carries them in a tunnel', async () => {
    await using site = await startRawSite((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nframe');
    });
    await using network = startNetwork({ allowPrivate: [site.opening] });
    const { host, port, username, password } = await network.proxy.login('page');
    const head = (line: string) =>
      `${line}\r\nHost: x\r\nProxy-Authorization: Basic ${btoa(`${username}:${password}`)}\r\n`;
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
    expect(await converse(host, port, [head(`GET ${site.url('/')} HTTP/1.1`) + upgrade])).toMatch(
      /^HTTP\/1.1 501 .*tunnel/su,
    );
    const tunnel = [`${head(`CONNECT ${site.opening} HTTP/1.1`)}\r\n`, `GET / HTTP/1.1\r\nHost: x\r\n${upgrade}`];
    expect(await converse(host, port, tunnel)).toMatch(/200 Connection established.*101 Switching.*frame/su);
  });

  it('never takes the surplus bytes of one site for the answer of another', async () => {
    await using sly = await startRawSite((socket) => {
      const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${forged}`);
      setTimeout(() => socket.write(forged), 20);
    });
    await using honest = await startSite({ '*': 'honest' });
    await using network = startNetwork({ allowPrivate: [sly.opening, honest.opening] });
    for (let i = 0; i < 20; i++) {
      await network.fetcher.fetch(sly.url('/'), page);
      const outcome = await network.fetcher.fetch(honest.url('/'), page);
      expect(outcome.outcome === 'response' && Buffer.from(outcome.body).toString()).toBe('honest');
    }
  });

  it('ends every connection when it closes', async () => {
    await using site = await startRawSite(() => {});
    const network = startNetwork({ allowPrivate: [site.opening] });
    const running = network.fetcher.fetch(site.url('/'), page);
    while (network.proxy.counters().connections === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await network.proxy.close();
    expect(await running).toMatchObject({ outcome: 'unreachable' });
    expect(network.proxy.counters().open).toBe(0);
    await expect(network.proxy.login('page')).rejects.toThrow();
  });

  it('gives an operator’s upstream proxy the address it checked, and its login', async () => {
    const asked: string[] = [];
    await using site = await startSite({
      '*': (request, response) => void response.end(`host ${request.headers.host}`),
    });
    await using upstream = await startRawSite((client, head) => {
      asked.push(head);
      const port = Number(/:(\d+) HTTP/u.exec(head)?.[1]);
      client.removeAllListeners('data');
      const server = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        client.pipe(server).pipe(client);
      });
      server.on('error', () => client.destroy());
    });
    await using network = startNetwork({
      allowPrivate: [site.opening],
      lookup: fakeLookup({ 'pub.test': ['203.0.114.7'] }),
      upstream: `http://me:p%40ss@127.0.0.1:${upstream.port}`,
    });
    const outcome = await network.fetcher.fetch(site.url('/', 'pub.test'), page);
    expect(outcome.outcome === 'response' && Buffer.from(outcome.body).toString()).toBe(`host pub.test:${site.port}`);
    expect(asked[0]).toContain(`CONNECT 203.0.114.7:${site.port} HTTP/1.1`);
    expect(asked[0]).toContain(`Proxy-Authorization: Basic ${btoa('me:p@ss')}`);
    expect((await refusalOf(network.fetcher.fetch('http://10.0.0.1/', page)))?.code).toBe('blocked_target');
    // A private target that the operator opened is on this side of the upstream.
    expect(await network.fetcher.fetch(site.url('/'), page)).toMatchObject({ status: 200 });
    expect(asked).toHaveLength(1);
  });

  it('lets the operator’s own targets be private, but not what they redirect to', async () => {
    await using canary = await startCanary();
    await using site = await startSite({
      '/ok': 'fine',
      '/in': (_request, response) => void response.writeHead(302, { Location: '/ok' }).end(),
      '/out': (_request, response) =>
        void response.writeHead(302, { Location: `http://127.0.0.1:${canary.port}/` }).end(),
    });
    await using network = startNetwork();
    const operator = { trust: 'operator' } as const;
    expect(await network.fetcher.fetch(site.url('/in'), operator)).toMatchObject({ status: 200 });
    expect((await refusalOf(network.fetcher.fetch(site.url('/out'), operator)))?.code).toBe('blocked_target');
    expect((await refusalOf(network.fetcher.fetch(site.url('/ok'), page)))?.code).toBe('blocked_target');
    expect(canary.connections).toBe(0);
  });
});

function plainStatus(host: string, port: number, target: string, login: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = login === '' ? {} : { 'Proxy-Authorization': `Basic ${btoa(login)}` };
    const request = httpRequest({ host, port, path: target, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

async function tunnelStatus(host: string, port: number, target: string, login: string): Promise<number> {
  const auth = login === '' ? '' : `Proxy-Authorization: Basic ${btoa(login)}\r\n`;
  const answer = await converse(host, port, [`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${auth}\r\n`]);
  return Number(/^HTTP\/1.1 (\d+)/u.exec(answer)?.[1]);
}

/** Writes each text once something has come back for the one before; what was read until half a second of silence. */
function converse(host: string, port: number, texts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    let at = 0;
    const socket = connect(port, host, () => socket.write(texts[at++] ?? ''));
    const finish = () => {
      socket.destroy();
      resolve(said);
    };
    socket.setTimeout(500, finish);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      const next = texts[at++];
      if (next !== undefined) socket.write(next);
    });
  });
}
