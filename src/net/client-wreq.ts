import { createTransport, type Response, type Transport, fetch as wreqFetch } from 'wreq-js';
import { type HttpClient, tlsDetail, WireError, type WireRequest, type WireResponse } from './client.ts';
import type { Trust } from './egress-dial.ts';
import type { EgressProxy } from './egress-proxy.ts';

/**
 * The client whose TLS, HTTP/2 and header order are those of Chrome. The proxy is always named: left out, the
 * library would follow HTTP_PROXY of the environment, around our gate.
 */
export function createWreqClient(proxy: EgressProxy): HttpClient {
  // One transport per trust for the life of the process; a transport per request would grow without end.
  const transports = new Map<Trust, Promise<Transport>>();
  const transportFor = (trust: Trust) => {
    let transport = transports.get(trust);
    if (!transport) {
      transport = proxy.url(trust).then((url) => createTransport({ ...TRANSPORT, proxy: url }));
      transports.set(trust, transport);
      transport.catch(() => transports.delete(trust));
    }
    return transport;
  };
  return {
    name: 'wreq',
    async send(request) {
      const transport = await transportFor(request.trust);
      try {
        return wrap(await wreqFetch(request.url.href, requestInit(request, transport)), request);
      } catch (thrown) {
        throw wireError(thrown, request.signal);
      }
    },
    async close() {
      const open = await Promise.allSettled(transports.values());
      transports.clear();
      await Promise.allSettled(open.map((entry) => (entry.status === 'fulfilled' ? entry.value.close() : null)));
    },
  };
}

const TRANSPORT = {
  browser: 'chrome',
  os: process.platform === 'darwin' ? 'macos' : process.platform === 'win32' ? 'windows' : 'linux',
  // What browsers forgive in a response's head.
  emulation: {
    http1Options: {
      ignoreInvalidHeadersInResponses: true,
      allowSpacesAfterHeaderNameInResponses: true,
      allowObsoleteMultilineHeadersInResponses: true,
    },
  },
  poolIdleTimeout: 30_000,
  poolMaxIdlePerHost: 2,
  poolMaxSize: 64,
} as const;

function requestInit(request: WireRequest, transport: Transport) {
  return {
    transport,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body,
    redirect: 'manual',
    timeout: Math.max(1, Math.ceil(request.timeoutMs)),
    signal: request.signal,
    compress: !request.raw,
  } as const;
}

function wrap(response: Response, request: WireRequest): WireResponse {
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
  for (const cookie of response.headers.getSetCookie()) headers.push(['set-cookie', cookie]);
  const stream = response.body;
  return {
    status: response.status,
    headers,
    body: stream === null ? none() : chunks(stream, request.signal),
    discard() {
      stream?.cancel().catch(() => {});
    },
  };
}

async function* none(): AsyncGenerator<Uint8Array> {}

/**
 * Read by hand: a stream that is iterated cannot be cancelled while it waits for bytes, so an aborted call would leave
 * its connection open until the server says something.
 */
async function* chunks(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (thrown) {
    throw wireError(thrown, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function wireError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const message = thrown instanceof Error ? thrown.message : '';
  if (/timed? ?out|timeout/iu.test(message)) return new WireError('timeout', 'the time was over', thrown);
  // The library calls a connection that ends early a decoding error too; only its inner words tell them apart.
  if (/reading a body from connection/iu.test(message)) {
    return new WireError('reset', 'the connection broke off', thrown);
  }
  if (/decoding response body/iu.test(message))
    return new WireError('decode', 'the content encoding is damaged', thrown);
  if (/ProxyConnect|tunnel/iu.test(message)) return new WireError('proxy', 'no connection to the server', thrown);
  if (/invalid HTTP|parsed|message head|header/iu.test(message)) {
    return new WireError('malformed', 'the answer is not valid HTTP', thrown);
  }
  if (/closed before|reset|broken pipe|end of file|IncompleteMessage|UnexpectedEof|connection closed/iu.test(message)) {
    return new WireError('reset', 'the connection broke off', thrown);
  }
  const tls = tlsDetail(message);
  if (tls !== null) return new WireError('tls', tls, thrown);
  if (/\(Connect\)|connect error/iu.test(message))
    return new WireError('connect', 'no connection to the server', thrown);
  return new WireError('other', 'the request failed', thrown);
}
