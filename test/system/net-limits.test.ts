import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { loadClient, loadPlainClient } from '../../src/net/load-client.ts';
import type { FetchOutcome } from '../../src/net/outcome.ts';
import { startNetwork } from '../kit/network.ts';
import { startRawSite, startSite } from '../kit/site.ts';

const page = { trust: 'page' } as const;
const MB = 1024 * 1024;
const text = (outcome: FetchOutcome) =>
  outcome.outcome === 'response' ? Buffer.from(outcome.body).toString() : `(${outcome.outcome}: ${outcome.detail})`;

/** The outcome, how long it took and by how much memory grew at its worst. */
async function watched(work: () => Promise<FetchOutcome>) {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  const started = performance.now();
  const outcome = await work();
  clearInterval(sampler);
  return { outcome, ms: performance.now() - started, grownBytes: peak - before };
}

/** Ten megabytes of gzip that open to ten gigabytes: one compressed block, repeated. */
function bomb(): Buffer {
  const zeros = Buffer.alloc(10 * MB);
  const block = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([header, ...Array.from({ length: 1000 }, () => block)]);
}

describe.each([
  ['the browser-like client', loadClient],
  ['the plain client', loadPlainClient],
])('limits with %s', (_name, loadClient) => {
  let state = 1;
  const word = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return `word${state % 9973} `;
  };
  const prose = Array.from({ length: 20_000 }, word).join('');

  it('gives up on a bomb without growing', async () => {
    const bytes = bomb();
    await using site = await startSite({
      '/': (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }).end(bytes),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    await network.fetcher.fetch(site.url('/none'), page);
    const { outcome, ms, grownBytes } = await watched(() =>
      network.fetcher.fetch(site.url('/'), { ...page, timeoutMs: 10_000 }),
    );
    expect(outcome).toMatchObject({ outcome: 'too_large' });
    expect(ms).toBeLessThan(11_000);
    expect(grownBytes).toBeLessThan(100 * MB);
    expect(text(await network.fetcher.fetch(site.url('/none'), page))).toBe('not here');
  });

  it('refuses a tower of encodings and undoes two', async () => {
    await using site = await startSite({
      '/nine': (_request, response) => {
        const nine = 'gzip, gzip, br, gzip, deflate, gzip, br, gzip, gzip';
        response.writeHead(200, { 'Content-Encoding': nine }).end(gzipSync('x'));
      },
      '/two': (_request, response) =>
        void response.writeHead(200, { 'Content-Encoding': 'gzip, br' }).end(brotliCompressSync(gzipSync('both'))),
      '/unknown': (_request, response) => void response.writeHead(200, { 'Content-Encoding': 'sdch' }).end('x'),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    expect(await network.fetcher.fetch(site.url('/nine'), page)).toMatchObject({
      outcome: 'bad_encoding',
      status: 200,
    });
    expect(await network.fetcher.fetch(site.url('/unknown'), page)).toMatchObject({ outcome: 'bad_encoding' });
    expect(text(await network.fetcher.fetch(site.url('/two'), page))).toBe('both');
  });

  it('reads every common encoding, also under its other names and in its bare form', async () => {
    const bodies: Record<string, [string, Buffer]> = {
      '/gzip': ['gzip', gzipSync(prose)],
      '/x-gzip': ['x-gzip', gzipSync(prose)],
      '/upper': ['GZip', gzipSync(prose)],
      '/br': ['br', brotliCompressSync(prose)],
      '/deflate': ['deflate', deflateSync(prose)],
      '/raw': ['deflate', deflateRawSync(prose)],
      '/identity': ['identity', Buffer.from(prose)],
      '/empty': ['gzip', Buffer.alloc(0)],
    };
    await using site = await startSite({
      '*': (request, response) => {
        const [encoding, bytes] = bodies[request.url ?? ''] ?? ['', Buffer.alloc(0)];
        response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': encoding }).end(bytes);
      },
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    for (const path of Object.keys(bodies)) {
      const outcome = await network.fetcher.fetch(site.url(path), page);
      expect(text(outcome) === (path === '/empty' ? '' : prose), path).toBe(true);
      expect(outcome, path).toMatchObject({ truncated: false });
    }
  });

  it('delivers plain text that is labelled gzip', async () => {
    await using site = await startSite({
      '/gzip': (_request, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('plain words'),
      '/br': (_request, response) => void response.writeHead(200, { 'Content-Encoding': 'br' }).end('plain words'),
      '/deflate': (_request, response) =>
        void response.writeHead(200, { 'Content-Encoding': 'deflate' }).end('plain words'),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    for (const path of ['/gzip', '/br', '/deflate']) {
      const outcome = await network.fetcher.fetch(site.url(path), page);
      expect(text(outcome), path).toBe('plain words');
      expect(outcome).toMatchObject({ truncated: false });
    }
  });

  it('keeps what could be read of a cut-off stream and marks it', async () => {
    const whole = gzipSync(prose);
    await using site = await startSite({
      '/gzip': (_request, response) =>
        void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(whole.subarray(0, whole.length / 2)),
    });
    await using raw = await startRawSite((socket, head) => {
      const length = /\/(\d+)/u.exec(head)?.[1];
      const framing = length === '0' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
      const body = length === '0' ? 'e\r\nonly this much\r\n' : 'only this much';
      socket.end(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n${body}`);
    });
    await using network = startNetwork({ allowPrivate: [site.opening, raw.opening], loadClient });
    const cut = await network.fetcher.fetch(site.url('/gzip'), page);
    expect(cut).toMatchObject({ outcome: 'response', truncated: true });
    expect(prose.startsWith(text(cut))).toBe(true);
    expect(text(cut).length).toBeGreaterThan(prose.length * 0.4);
    for (const length of [20, 1000, 100_000, 0]) {
      const broken = await network.fetcher.fetch(raw.url(`/${length}`), page);
      expect(broken, String(length)).toMatchObject({ outcome: 'response', truncated: true });
      expect(text(broken)).toBe('only this much');
    }
  });

  it('cuts text at the cap, says so, and fails what is useless in part', async () => {
    const long = Array.from({ length: 400_000 }, (_, i) => `${(i * 7919) % 10_007} `).join('');
    await using site = await startSite({
      '/html': (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(long),
      '/pdf': (_request, response) => void response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(long),
      '/gzip': (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }).end(gzipSync(long)),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient, limits: { maxBodyBytes: MB } });
    for (const path of ['/html', '/gzip']) {
      const outcome = await network.fetcher.fetch(site.url(path), page);
      expect(outcome, path).toMatchObject({ outcome: 'response', truncated: true, notes: ['cut at 1024 KiB'] });
      expect(text(outcome)).toHaveLength(MB);
    }
    expect(await network.fetcher.fetch(site.url('/pdf'), page)).toMatchObject({ outcome: 'too_large' });
  });

  it.each<[string, (write: (text: string) => boolean) => void]>([
    [
      'headers that never end',
      (write) => void (write('HTTP/1.1 200 OK\r\n') && every(write, 'X-More: and more\r\n', 20)),
    ],
    ['one byte a second', (write) => void (write('HTTP/1.1 200 OK\r\n\r\n') && every(write, 'a', 300))],
    [
      'endless chunks',
      (write) =>
        void (write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n') && every(write, '3\r\nabc\r\n', 50)),
    ],
    [
      'endless chunks under a length',
      (write) =>
        void (
          write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n') &&
          every(write, '3\r\nabc\r\n', 50)
        ),
    ],
    ['silence', () => {}],
    ['a status line that never ends', (write) => every(write, 'HTTP/1.1 200 ', 50)],
    ['silence after the head', (write) => void write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nab')],
  ])('ends %s by its deadline', async (_case, respond) => {
    await using site = await startRawSite((socket) =>
      respond((text) => {
        if (!socket.destroyed) socket.write(text);
        return !socket.destroyed;
      }),
    );
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const { outcome, ms } = await watched(() => network.fetcher.fetch(site.url('/'), { ...page, timeoutMs: 700 }));
    expect(['timeout', 'unreachable']).toContain(outcome.outcome);
    expect(ms).toBeLessThan(1700);
  });

  it('ends a fast flood at the cap', async () => {
    await using site = await startRawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n');
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk)) {}
      };
      socket.on('drain', pump);
      pump();
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const { outcome, grownBytes } = await watched(() => network.fetcher.fetch(site.url('/'), page));
    expect(outcome).toMatchObject({ outcome: 'too_large' });
    expect(grownBytes).toBeLessThan(100 * MB);
  });

  it('stops within a second when the caller cancels, before and after the head', async () => {
    let closed = 0;
    let arrived = () => {};
    await using site = await startRawSite((socket, head) => {
      socket.on('close', () => closed++);
      if (head.includes('/body')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nab');
      arrived();
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    for (const path of ['/head', '/body']) {
      const controller = new AbortController();
      const isThere = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const fetching = network.fetcher.fetch(site.url(path), { ...page, signal: controller.signal }).catch((e) => e);
      await isThere;
      await new Promise((resolve) => setTimeout(resolve, 150));
      controller.abort();
      // A timer of this thread is as late on a busy machine as the answer it is compared with.
      const late = new Promise((resolve) => setTimeout(resolve, 1000, 'late'));
      const error = await Promise.race([fetching, late]);
      expect(error).toBeInstanceOf(AppError);
      expect(error.code).toBe('cancelled');
    }
    await expect.poll(() => closed, { timeout: 15_000 }).toBe(2);
  });

  it('says in words why a server cannot be reached', async () => {
    await using site = await startSite({});
    await using network = startNetwork({
      allowPrivate: [site.opening, '127.0.0.1:1'],
      lookup: async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
      loadClient,
    });
    const detail = async (url: string) => {
      const outcome = await network.fetcher.fetch(url, page);
      return outcome.outcome === 'response' ? 'response' : `${outcome.outcome}: ${outcome.detail}`;
    };
    expect(await detail('http://nowhere.test/')).toBe('unreachable: host not found');
    expect(await detail('http://127.0.0.1:1/')).toBe('unreachable: connection refused');
    expect(await detail('https://127.0.0.1:1/')).toBe('unreachable: connection refused');
    expect(await detail(`https://127.0.0.1:${site.port}/`)).toMatch(/^unreachable: TLS: /u);
  });

  it('hands on Retry-After and leaves the site alone', async () => {
    await using site = await startSite({
      '/': (_request, response) => void response.writeHead(429, { 'Retry-After': '120' }).end('slow down'),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    expect(await network.fetcher.fetch(site.url('/'), page)).toMatchObject({ status: 429, retryAfterMs: 120_000 });
    const error = await network.fetcher.fetch(site.url('/'), page).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'rate_limited' });
    expect(error instanceof AppError && (error.retryAfterMs ?? 0)).toBeGreaterThan(100_000);
    expect(site.requests).toEqual(['GET /']);
  });
});

describe('arbitrary answers', () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));

  it.each([
    ['the browser-like client', loadClient],
    ['the plain client', loadPlainClient],
  ])('all end as data with %s', { timeout: 120_000 }, async (_name, loadClient) => {
    await using site = await startRawSite((socket, head) => {
      socket.end(fuzzedAnswer(Number(/GET \/(\d+)/u.exec(head)?.[1] ?? 0)));
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const ends = new Map<string, number>();
    const one = async (number: number) => {
      const end = await network.fetcher
        .fetch(site.url(`/${number}`), { ...page, timeoutMs: 3000 })
        .then(({ outcome }) => outcome)
        .catch((error: unknown) => {
          // A fuzzed Location may lead anywhere; the gate's word is an answer too.
          if (error instanceof AppError && error.code !== 'internal') return error.code;
          throw error;
        });
      ends.set(end, (ends.get(end) ?? 0) + 1);
    };
    for (let at = 0; at < 500; at += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => one(at + i)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(500);
    expect(ends.get('response') ?? 0).toBeGreaterThan(30);
    expect(rejections).toEqual([]);
  });
});

function every(write: (text: string) => boolean, text: string, ms: number): void {
  const timer = setInterval(() => {
    if (!write(text)) clearInterval(timer);
  }, ms);
}

/** Answers made of plausible and broken parts; the same number gives the same answer. */
function fuzzedAnswer(seed: number): Buffer {
  let state = seed * 2654435761 + 12345;
  const random = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] ?? (list[0] as T);
  const junk = (length: number) => Array.from({ length }, () => String.fromCharCode(random(256))).join('');
  const line = pick([
    'HTTP/1.1 200 OK',
    'HTTP/1.0 200',
    'HTTP/1.1 999 ?',
    'HTTP/1.1 302 Found',
    'HTTP/9.9 200 OK',
    'ICY 200 OK',
    `HTTP/1.1 ${junk(3)}`,
    junk(20),
    'HTTP/1.1 101 Up',
    'HTTP/1.1 100 Go',
    'HTTP/1.1 204 No',
    'HTTP/1.1 304 Same',
  ]);
  const headers = [
    'Content-Type: text/html',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 5, 6',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Content-Encoding: gzip',
    'Content-Encoding: br',
    'Content-Encoding: zstd',
    'Content-Encoding: gzip, br',
    'Location: /next',
    'Location: http://[',
    `Location: ${junk(12)}`,
    'Location: //',
    'Set-Cookie: a=b',
    `Set-Cookie: ${junk(30)}`,
    `X-${junk(4)}: ${junk(10)}`,
    ' folded: yes',
    ': empty',
    'No-Colon',
    'Retry-After: soon',
    'Refresh: 0',
    `Content-Type: ${junk(8)}`,
    'Upgrade: websocket\r\nConnection: Upgrade',
    `X-Long: ${'y'.repeat(random(90_000))}`,
  ];
  const chosen = Array.from({ length: random(6) }, () => pick(headers));
  const body = pick([
    () => 'hello',
    () => '5\r\nhello\r\n0\r\n\r\n',
    () => 'zz\r\nhello',
    () => junk(random(400)),
    () => '',
    () => gzipSync('hello').toString('latin1'),
    () => gzipSync('hello').toString('latin1').slice(0, 9),
  ])();
  const breakAt = pick(['\r\n', '\r\n', '\r\n', '\n', '\r']);
  return Buffer.from(
    `${line}${breakAt}${chosen.join(breakAt)}${chosen.length > 0 ? breakAt : ''}${breakAt}${body}`,
    'latin1',
  );
}
