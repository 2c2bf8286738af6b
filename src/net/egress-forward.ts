import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { canParseUrl } from '../base/url.ts';
import { EgressError } from './egress-dial.ts';
import { encodeLocationBytes } from './header-bytes.ts';

/** Opens a judged connection; rejects with EgressError. */
export type Connect = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

/** Headers between a client and its proxy that no site may see (RFC 9110, 7.6.1). */
const HOP_HEADERS: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
/** As much as Chrome accepts in a response's head, halved. */
const MAX_HEADER_BYTES = 131_072;
const IDLE_TIMEOUT_MS = 120_000;

/**
 * Answers a plain HTTP request that names a whole address (`GET http://host/path`). Each request gets a connection
 * of its own and both directions are parsed, so that bytes of one site can never be taken for the answer of another.
 */
export async function forwardPlain(
  request: IncomingMessage,
  response: ServerResponse,
  connect: Connect,
): Promise<void> {
  request.on('error', () => response.destroy());
  response.on('error', () => response.destroy());
  const target = canParseUrl(request.url ?? '') ? new URL(request.url ?? '') : null;
  if (target === null || target.protocol !== 'http:') {
    return answer(response, 400, 'This proxy forwards http:// addresses and opens tunnels, nothing else.');
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const socket = await connect(target.hostname, target.port === '' ? 80 : Number(target.port), gone.signal);
    if (response.destroyed) return void socket.destroy();
    pass(request, response, target, socket);
  } catch (thrown) {
    const fault = thrown instanceof EgressError ? thrown : new EgressError('failed', 'connection failed');
    answer(response, fault.kind === 'refused' ? 403 : 502, fault.rule);
  }
}

function pass(request: IncomingMessage, response: ServerResponse, target: URL, socket: Socket): void {
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
  let outgoing: ClientRequest;
  try {
    outgoing = httpRequest({
      createConnection: () => socket,
      method: request.method ?? 'GET',
      path: `${target.pathname}${target.search}`,
      headers: forwardedHeaders(request.rawHeaders, target.host),
      maxHeaderSize: MAX_HEADER_BYTES,
      // Sites send header values that the strict parser refuses and every browser accepts.
      insecureHTTPParser: true,
    });
  } catch {
    socket.destroy();
    answer(response, 400, 'The request cannot be forwarded.');
    return;
  }
  response.once('close', () => outgoing.destroy());
  // A tunnel through an upstream proxy arrives paused, so that nothing is lost before the parser listens.
  outgoing.once('socket', () => socket.resume());
  // No answer is better than a made-up one: the client sees a broken connection, as it would without a proxy.
  outgoing.on('error', () => response.destroy());
  outgoing.on('upgrade', (_answer, upgraded) => {
    upgraded.destroy();
    response.destroy();
  });
  outgoing.on('response', (incoming) => relay(incoming, response));
  request.pipe(outgoing);
}

function relay(incoming: IncomingMessage, response: ServerResponse): void {
  // Broken off there, broken off here: the socket is ended without the end of the message, after what came through.
  incoming.on('error', () => (response.socket === null ? response.destroy() : response.socket.end()));
  try {
    response.sendDate = false;
    response.writeHead(
      incoming.statusCode ?? 502,
      safeText(incoming.statusMessage ?? ''),
      returnedHeaders(incoming.rawHeaders),
    );
    response.flushHeaders();
    incoming.pipe(response);
  } catch {
    incoming.destroy();
    response.destroy();
  }
}

function forwardedHeaders(raw: readonly string[], host: string): string[] {
  const kept: string[] = [];
  for (const [name, value] of pairs(raw)) {
    if (HOP_HEADERS.has(name.toLowerCase()) || name.toLowerCase() === 'host') continue;
    kept.push(name, value);
  }
  return ['Host', host, ...kept, 'Connection', 'close'];
}

/**
 * Header values travel as they are, except that the bytes of a redirect's target which are no ASCII are
 * percent-encoded: clients drop such values, browsers follow them.
 */
function returnedHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  // A length beside chunks does not count (RFC 9112, 6.3); passed on, it would cut the body short.
  const chunked = raw.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'transfer-encoding');
  for (const [name, value] of pairs(raw)) {
    const lower = name.toLowerCase();
    if (HOP_HEADERS.has(lower) || (chunked && lower === 'content-length') || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/iu.test(name))
      continue;
    const text = lower === 'location' ? encodeLocationBytes(value) : value;
    kept.push(name, text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, ''));
  }
  return kept;
}

function* pairs(raw: readonly string[]): Generator<readonly [string, string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i] ?? '', raw[i + 1] ?? ''];
}

function safeText(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/gu, '');
}

function answer(response: ServerResponse, status: number, words: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' }).end(`${words}\n`);
}
