import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadClient, loadPlainClient } from '../../src/net/load-client.ts';
import { AUTHORITY, SELF_SIGNED, SIGNED } from '../kit/certificates.ts';
import { startNetwork } from '../kit/network.ts';
import { fakeLookup } from '../kit/site.ts';

const page = { trust: 'page', timeoutMs: 10_000 } as const;
const lookup = fakeLookup({ 'tls.test': ['127.0.0.1'], 'wrong.test': ['127.0.0.1'] });

describe('https', () => {
  let folder = '';
  const before = process.env.SSL_CERT_FILE;
  beforeAll(() => {
    // Read by the native client when it is first used; an operator adds an authority in the same way.
    folder = mkdtempSync(join(tmpdir(), 'plainsight-tls-'));
    process.env.SSL_CERT_FILE = join(folder, 'authority.pem');
    writeFileSync(process.env.SSL_CERT_FILE, AUTHORITY);
  });
  afterAll(() => {
    if (before === undefined) delete process.env.SSL_CERT_FILE;
    else process.env.SSL_CERT_FILE = before;
    rmSync(folder, { recursive: true });
  });

  it('speaks HTTP/2 as Chrome does, over one tunnel to the judged address', async () => {
    const server = createSecureServer({ ...SIGNED, allowHTTP1: true }, (request, response) => {
      response.end(`HTTP ${request.httpVersion} ${request.headers['user-agent']}`);
    });
    const port = await listen(server);
    await using network = startNetwork({ allowPrivate: [`tls.test:${port}`], lookup });
    for (let i = 0; i < 3; i++) {
      const outcome = await network.fetcher.fetch(`https://tls.test:${port}/`, page);
      expect(outcome).toMatchObject({ outcome: 'response', client: 'wreq' });
      expect(outcome.outcome === 'response' && Buffer.from(outcome.body).toString()).toMatch(/^HTTP 2.* Chrome\/\d+/u);
    }
    expect(network.proxy.counters().connections).toBe(1);
    server.close();
  });

  it('undoes zstd, which Chrome asks for', async () => {
    // One raw block of a Zstandard frame (RFC 8878): magic, single segment of 5 bytes, last raw block of 5 bytes.
    const frame = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 5, 0x29, 0, 0]), Buffer.from('hello')]);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: ${frame.length}\r\n\r\n`;
    const server = tlsServer(SIGNED, (socket) => socket.end(Buffer.concat([Buffer.from(head), frame])));
    const port = await listen(server);
    await using network = startNetwork({ allowPrivate: [`tls.test:${port}`], lookup });
    const outcome = await network.fetcher.fetch(`https://tls.test:${port}/`, page);
    expect(outcome.outcome === 'response' && Buffer.from(outcome.body).toString()).toBe('hello');
    server.close();
  });

  it.each([
    ['the browser-like client', loadClient],
    ['the plain client', loadPlainClient],
  ])('says what is wrong with a certificate, with %s', async (_name, loadClient) => {
    const server = tlsServer(SELF_SIGNED, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'));
    const port = await listen(server);
    await using network = startNetwork({ allowPrivate: [`tls.test:${port}`], lookup, loadClient });
    expect(await network.fetcher.fetch(`https://tls.test:${port}/`, page)).toMatchObject({
      outcome: 'unreachable',
      detail: 'TLS: the certificate is self-signed',
    });
    server.close();
  });

  it('does not accept a certificate for another name', async () => {
    const server = tlsServer(SIGNED, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'));
    const port = await listen(server);
    await using network = startNetwork({ allowPrivate: [`wrong.test:${port}`], lookup });
    expect(await network.fetcher.fetch(`https://wrong.test:${port}/`, page)).toMatchObject({
      outcome: 'unreachable',
      detail: expect.stringMatching(/^TLS: /u),
    });
    server.close();
  });
});

function tlsServer(identity: typeof SIGNED, respond: (socket: TLSSocket) => void) {
  const server = createServer(identity, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => respond(socket));
  });
  return server.on('tlsClientError', () => {});
}

function listen(server: import('node:net').Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}
