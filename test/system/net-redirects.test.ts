import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { loadClient, loadPlainClient } from '../../src/net/load-client.ts';
import type { FetchOutcome } from '../../src/net/outcome.ts';
import { startNetwork } from '../kit/network.ts';
import { fakeLookup, startRawSite, startSite } from '../kit/site.ts';

const page = { trust: 'page' } as const;
const text = (outcome: FetchOutcome) =>
  outcome.outcome === 'response' ? new TextDecoder().decode(outcome.body) : `(${outcome.outcome}: ${outcome.detail})`;

describe.each([
  ['the browser-like client', loadClient],
  ['the plain client', loadPlainClient],
])('redirects with %s', (_name, loadClient) => {
  it('stops a circle and shows the chain', async () => {
    await using site = await startSite({
      '/a': (_request, response) => void response.writeHead(302, { Location: '/b' }).end(),
      '/b': (_request, response) => void response.writeHead(302, { Location: '/a' }).end(),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const outcome = await network.fetcher.fetch(site.url('/a'), page);
    expect(outcome).toMatchObject({ outcome: 'redirect_loop', hops: [{ status: 302 }, { status: 302 }] });
    expect(text(outcome)).toContain(`${site.url('/a')} → ${site.url('/b')} → ${site.url('/a')}`);
    expect(site.requests).toEqual(['GET /a', 'GET /b']);
  });

  it('follows eight redirects and not one more', async () => {
    await using site = await startSite({
      '*': (request, response) => {
        const number = Number(/\d+/u.exec(request.url ?? '')?.[0]);
        if (number === 0) response.end('arrived');
        else response.writeHead(301, { Location: `/n/${number - 1}` }).end();
      },
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    expect(text(await network.fetcher.fetch(site.url('/n/8'), page))).toBe('arrived');
    const outcome = await network.fetcher.fetch(site.url('/n/25'), page);
    expect(outcome).toMatchObject({ outcome: 'too_many_redirects' });
    expect(outcome.hops.map(({ url }) => url)).toContain(site.url('/n/17'));
  });

  it('comes back with the cookie a redirect to itself asks for', async () => {
    await using site = await startSite({
      '/c': (request, response) => {
        if (request.headers.cookie === 'seen=1; lang=de') response.end('content');
        else response.writeHead(302, { Location: '/c', 'Set-Cookie': ['seen=1; Path=/', 'lang=de; HttpOnly'] }).end();
      },
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    expect(text(await network.fetcher.fetch(site.url('/c'), page))).toBe('content');
    await network.fetcher.fetch(site.url('/c'), page);
    // Nothing is kept between chains: the second read starts without the cookie.
    expect(site.requests).toHaveLength(4);
  });

  it('resolves relative targets, encodes blanks and non-ASCII bytes, and says the final address', async () => {
    await using site = await startSite({
      '/deep/er/h': (_request, response) => void response.writeHead(302, { Location: '../x y?q=a b#part' }).end(),
      '/deep/x%20y': (_request, response) => void response.end('blank'),
      '/caf%C3%A9': (_request, response) => void response.end('byte'),
    });
    await using raw = await startRawSite((socket, head) => {
      if (head.startsWith('GET /r'))
        socket.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /caf\xc3\xa9\r\n\r\n', 'latin1'));
      else
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${head.startsWith('GET /caf%C3%A9 ') ? 'ok' : 'no'}`);
    });
    await using network = startNetwork({ allowPrivate: [site.opening, raw.opening], loadClient });
    const blank = await network.fetcher.fetch(site.url('/deep/er/h'), page);
    expect(text(blank)).toBe('blank');
    expect(blank.url).toBe(site.url('/deep/x%20y?q=a%20b#part'));
    expect(text(await network.fetcher.fetch(raw.url('/r'), page))).toBe('ok');
  });

  it('gives the body and the status when a redirect names no target', async () => {
    await using site = await startSite({
      '/none': (_request, response) =>
        void response.writeHead(302, { 'Content-Type': 'text/html' }).end('moved, somewhere'),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const outcome = await network.fetcher.fetch(site.url('/none'), page);
    expect(outcome).toMatchObject({ outcome: 'response', status: 302, hops: [] });
    expect(text(outcome)).toBe('moved, somewhere');
  });

  it('never sends Authorization or the caller’s headers to another origin, not even on the way back', async () => {
    const seen: Array<string | undefined> = [];
    await using other = await startSite({
      '*': (request, response) => {
        seen.push(
          request.headers.authorization,
          request.headers['x-key'] as string | undefined,
          request.headers.cookie,
        );
        response.writeHead(302, { Location: `${home.origin}/back` }).end();
      },
    });
    await using home = await startSite({
      '/start': (request, response) => {
        expect(request.headers.authorization).toBe('Bearer abc');
        response.writeHead(302, { Location: other.url('/x'), 'Set-Cookie': 'secret=1' }).end();
      },
      '/back': (request, response) => void response.end(`${request.headers.authorization}`),
    });
    await using network = startNetwork({
      allowPrivate: [home.opening, `localhost:${other.port}`, other.opening],
      lookup: fakeLookup({ localhost: ['127.0.0.1'] }),
      loadClient,
    });
    const headers = { Authorization: 'Bearer abc', 'X-Key': 'k' };
    const outcome = await network.fetcher.fetch(home.url('/start'), { ...page, headers });
    expect(text(outcome)).toBe('undefined');
    // Cookies know hosts, not ports (RFC 6265, 8.5); both sites here are 127.0.0.1.
    expect(seen).toEqual([undefined, undefined, 'secret=1']);
  });

  it('turns a POST into a GET where browsers do and keeps the body to its origin', async () => {
    const bodies: string[] = [];
    await using other = await startSite({ '*': (_request, response) => void response.end('other') });
    await using site = await startSite({
      '/see': (_request, response) => void response.writeHead(303, { Location: '/done' }).end(),
      '/same': (_request, response) => void response.writeHead(307, { Location: '/done' }).end(),
      '/away': (_request, response) => void response.writeHead(307, { Location: other.url('/') }).end('stay'),
      '/done': async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        bodies.push(`${request.method} ${body} ${request.headers['content-length'] ?? ''}`.trim());
        response.end('done');
      },
    });
    await using network = startNetwork({ allowPrivate: [site.opening, other.opening], loadClient });
    const post = { ...page, method: 'POST', body: 'q=1' } as const;
    await network.fetcher.fetch(site.url('/see'), post);
    await network.fetcher.fetch(site.url('/same'), post);
    expect(bodies).toEqual(['GET', 'POST q=1 3']);
    expect(await network.fetcher.fetch(site.url('/away'), post)).toMatchObject({ outcome: 'response', status: 307 });
    expect(other.requests).toEqual([]);
  });

  it('does not follow Refresh headers', async () => {
    await using site = await startSite({
      '/': (_request, response) => void response.writeHead(200, { Refresh: '0; url=/next' }).end('here'),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    expect(text(await network.fetcher.fetch(site.url('/'), page))).toBe('here');
    expect(site.requests).toEqual(['GET /']);
  });

  it('revalidates a copy it was told about', async () => {
    await using site = await startSite({
      '/': (request, response) => {
        if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { ETag: '"v1"' }).end();
        else response.writeHead(200, { ETag: '"v1"' }).end('body');
      },
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const first = await network.fetcher.fetch(site.url('/'), page);
    expect(first.outcome === 'response' && first.headers.get('etag')).toBe('"v1"');
    const again = await network.fetcher.fetch(site.url('/'), {
      ...page,
      conditional: { etag: '"v1"', lastModified: null },
    });
    expect(again).toMatchObject({ outcome: 'response', status: 304 });
  });

  it('names the hop and the rule when a redirect leads inside', async () => {
    await using site = await startSite({
      '/1': (_request, response) => void response.writeHead(302, { Location: '/2' }).end(),
      '/2': (_request, response) =>
        void response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end('BODY'),
    });
    await using network = startNetwork({ allowPrivate: [site.opening], loadClient });
    const refusal = await network.fetcher.fetch(site.url('/1'), page).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'blocked_target' });
    expect(String(refusal)).toMatch(/Redirect 2 .*link-local/u);
    expect(String(refusal)).not.toContain('BODY');
  });
});
