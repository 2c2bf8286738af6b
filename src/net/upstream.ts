import type { Socket } from 'node:net';
import { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';

/** An operator's own proxy behind ours (PLAINSIGHT_PROXY). */
export interface Upstream {
  readonly host: string;
  readonly port: number;
  /** The value of Proxy-Authorization, or null. */
  readonly authorization: string | null;
}

const MAX_ANSWER_BYTES = 16_384;

/** `http://[user:password@]host:port`; the message of the error never repeats the value, it may hold a password. */
export function parseUpstream(url: string): Upstream {
  const parsed = canParseUrl(url) ? new URL(url) : null;
  if (parsed === null || parsed.protocol !== 'http:' || parsed.hostname === '') {
    throw new AppError('invalid_argument', 'The upstream proxy must be written as http://[user:password@]host:port.');
  }
  const account = `${plainText(parsed.username)}:${plainText(parsed.password)}`;
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/u, '$1'),
    port: parsed.port === '' ? 80 : Number(parsed.port),
    authorization: account === ':' ? null : `Basic ${Buffer.from(account).toString('base64')}`,
  };
}

/** Percent-decoded; a stray percent sign stands for itself. */
function plainText(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/**
 * Asks the upstream for a tunnel to the address that was judged, not to the name: an upstream that resolved the name
 * again could be led elsewhere. TLS still names the host, so certificates hold; plain HTTP goes through a tunnel to
 * port 80 as well, because a proxy that is given `http://ADDRESS/` would lose the Host header.
 */
export function tunnelThrough(
  via: Socket,
  upstream: Upstream,
  address: string,
  port: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const finish = (fault: string | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      via.removeListener('data', onData);
      via.removeListener('error', onEnd);
      via.removeListener('close', onEnd);
      if (fault === null) resolve(via);
      else reject(new Error(fault));
    };
    const giveUp = () => finish('given up');
    const onEnd = () => finish('upstream proxy closed the connection');
    const onData = (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0) return answer.length > MAX_ANSWER_BYTES ? finish('upstream proxy answered nonsense') : undefined;
      const status = Number(/^HTTP\/1\.[01] (\d{3})/u.exec(answer.toString('latin1', 0, 64))?.[1] ?? 0);
      if (status < 200 || status > 299) return finish(`upstream proxy answered ${status}`);
      via.pause();
      const rest = answer.subarray(end + 4);
      if (rest.length > 0) via.unshift(rest);
      finish(null);
    };
    const timer = setTimeout(() => finish('upstream proxy did not answer'), timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    via.on('data', onData);
    via.once('error', onEnd);
    via.once('close', onEnd);
    via.write(connectRequest(upstream, address, port));
  });
}

function connectRequest(upstream: Upstream, address: string, port: number): string {
  const authority = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
  const login = upstream.authorization === null ? '' : `Proxy-Authorization: ${upstream.authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`;
}
