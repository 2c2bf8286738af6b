import type { Trust } from './egress-dial.ts';

export type WireMethod = 'GET' | 'HEAD' | 'POST';

/** One request on the wire: no redirects, no cookies, no judgement. All of it goes through the egress proxy. */
export interface WireRequest {
  readonly url: URL;
  readonly method: WireMethod;
  /** Lower-case names; they take the place of the client's own headers of the same name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | null;
  readonly trust: Trust;
  /** For the whole exchange, to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** True to get the body as it travelled, with Content-Encoding still on it. */
  readonly raw: boolean;
}

export interface WireResponse {
  readonly status: number;
  /** Lower-case names, in order, repeated ones one by one. */
  readonly headers: ReadonlyArray<readonly [string, string]>;
  /** Bytes with the encodings that `content-encoding` still names. To be read once, or left by `discard`. */
  readonly body: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** Drivers reject with WireError for everything the network does. */
export interface HttpClient {
  readonly name: 'wreq' | 'undici';
  send(request: WireRequest): Promise<WireResponse>;
  close(): Promise<void>;
}

export type WireFault = 'tls' | 'connect' | 'proxy' | 'malformed' | 'reset' | 'timeout' | 'decode' | 'other';

/** `detail` is in our own words: a library's message may hold what a server wrote. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly fault: WireFault;
  readonly detail: string;

  constructor(fault: WireFault, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.fault = fault;
    this.detail = detail;
  }
}

/** TLS faults in words a person can act on, from the message of whichever library met them. */
export function tlsDetail(message: string): string | null {
  const rules: ReadonlyArray<readonly [RegExp, string]> = [
    [/expired|CERT_HAS_EXPIRED/iu, 'the certificate has expired'],
    [/not yet valid|NOT_YET_VALID/iu, 'the certificate is not valid yet'],
    [/self[- _]?signed|DEPTH_ZERO/iu, 'the certificate is self-signed'],
    [/hostname|ALTNAME|name mismatch|not valid for/iu, 'the certificate is for another name'],
    [
      /unable to get (?:local )?issuer|UNABLE_TO_(?:GET|VERIFY)|unknown (?:ca|issuer)/iu,
      'the certificate’s issuer is not trusted',
    ],
    [/certificate verify failed|CERTIFICATE_VERIFY_FAILED|\bcertificate\b/iu, 'the certificate cannot be verified'],
    [
      /wrong.version.number|packet length too long|unknown protocol|http_request/iu,
      'the server does not speak TLS on this port',
    ],
    [/handshake|\bssl\b|\btls\b|EPROTO|\balert\b/iu, 'the TLS handshake failed'],
  ];
  return rules.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
