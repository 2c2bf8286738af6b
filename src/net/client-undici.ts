import { ProxyAgent, request as undiciRequest } from 'undici';
import { type HttpClient, tlsDetail, WireError, type WireRequest, type WireResponse } from './client.ts';
import type { Trust } from './egress-dial.ts';
import type { EgressLogin, EgressProxy } from './egress-proxy.ts';
import { encodeLocationBytes } from './header-bytes.ts';

/**
 * The plain client: no browser's fingerprint, but it runs wherever Node runs and keeps header bytes that the other
 * client drops.
 */
export function createUndiciClient(proxy: EgressProxy): HttpClient {
  const agents = new Map<Trust, Promise<ProxyAgent>>();
  const agentFor = (trust: Trust) => {
    let agent = agents.get(trust);
    if (!agent) {
      agent = proxy.login(trust).then(proxyAgent);
      agents.set(trust, agent);
      agent.catch(() => agents.delete(trust));
    }
    return agent;
  };
  return {
    name: 'undici',
    async send(request) {
      const dispatcher = await agentFor(request.trust);
      try {
        return await ask(request, dispatcher);
      } catch (thrown) {
        throw wireError(thrown, request.signal);
      }
    },
    async close() {
      const open = await Promise.allSettled(agents.values());
      agents.clear();
      await Promise.allSettled(open.map((entry) => (entry.status === 'fulfilled' ? entry.value.destroy() : null)));
    },
  };
}

function proxyAgent({ host, port, username, password }: EgressLogin): ProxyAgent {
  return new ProxyAgent({
    uri: `http://${host}:${port}`,
    token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    maxHeaderSize: 131_072,
    connections: 8,
  });
}

async function ask(request: WireRequest, dispatcher: ProxyAgent): Promise<WireResponse> {
  const response = await undiciRequest(request.url, {
    dispatcher,
    method: request.method,
    headers: { ...DEFAULT_HEADERS, ...Object.fromEntries(request.headers) },
    body: request.body,
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
    signal: request.signal,
  });
  return wrap(response.statusCode, response.headers, response.body, request.signal);
}

const DEFAULT_HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Plainsight)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br',
};

function wrap(
  status: number,
  raw: Readonly<Record<string, string | string[] | undefined>>,
  body: AsyncIterable<Uint8Array> & { destroy(): unknown; on(event: 'error', listener: () => void): unknown },
  signal: AbortSignal,
): WireResponse {
  const headers: Array<[string, string]> = [];
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) {
      headers.push([name.toLowerCase(), name.toLowerCase() === 'location' ? encodeLocationBytes(one) : one]);
    }
  }
  return {
    status,
    headers,
    body: chunks(body, signal),
    discard() {
      body.on('error', () => {});
      body.destroy();
    },
  };
}

async function* chunks(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    throw wireError(thrown, signal);
  }
}

function wireError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const message = thrown instanceof Error ? thrown.message : '';
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (/TIMEOUT/u.test(code)) return new WireError('timeout', 'the time was over', thrown);
  if (/HEADERS_OVERFLOW|^HPE_|PARSER|RES_CONTENT_LENGTH/u.test(code) || /Response does not match/u.test(message)) {
    return new WireError('malformed', 'the answer is not valid HTTP', thrown);
  }
  if (/Proxy response/u.test(message)) return new WireError('proxy', 'no connection to the server', thrown);
  const tls = tlsDetail(`${code} ${message}`);
  if (tls !== null) return new WireError('tls', tls, thrown);
  if (/SOCKET|ECONNRESET|EPIPE|ABORTED/u.test(code)) return new WireError('reset', 'the connection broke off', thrown);
  if (/ECONNREFUSED|ENOTFOUND/u.test(code)) return new WireError('connect', 'no connection to the server', thrown);
  return new WireError('other', 'the request failed', thrown);
}
