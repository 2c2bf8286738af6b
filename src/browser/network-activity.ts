import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { CdpSession } from './cdp/session.ts';

type Kind = Protocol.Network.ResourceType;

/**
 * How long a request of each kind may hold up the reading of a page, from its start. What draws or writes text may
 * take long; a picture seldom changes what is read; streams never end. Judgement, in milliseconds.
 */
const PATIENCE_MS: Readonly<Record<Kind, number>> = {
  Document: 6_000,
  Stylesheet: 6_000,
  Script: 6_000,
  XHR: 5_000,
  Fetch: 5_000,
  Font: 3_000,
  Image: 2_500,
  Other: 1_500,
  TextTrack: 1_000,
  Manifest: 0,
  Media: 0,
  EventSource: 0,
  WebSocket: 0,
  Ping: 0,
  Prefetch: 0,
  SignedExchange: 1_500,
  CSPViolationReport: 0,
  Preflight: 5_000,
  FedCM: 0,
};

/** A page that asks for the same address this often in one document is polling: it would never be quiet. */
const POLL_COUNT = 3;
const MAX_ADDRESSES = 2_000;
const MAX_FONTS = 100;
const MAX_PICTURES = 300;
/** Characters; pictures of longer addresses are not remembered. */
const MAX_ADDRESS = 4_000;

/** A request by which a picture came. */
export interface LoadedPicture {
  readonly session: CdpSession;
  readonly requestId: string;
  readonly url: string;
  readonly mimeType: string;
}

interface Flight {
  readonly kind: Kind;
  readonly since: number;
  readonly polling: boolean;
}

/** Counts requests under way over all frames of one tab. */
export class NetworkActivity {
  readonly #flights = new Map<string, Flight>();
  readonly #asked = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #fonts = new Set<string>();
  readonly #pictures = new Map<string, LoadedPicture>();
  #lastChange = performance.now();
  #streams = 0;

  /** Adds the requests of one frame session. */
  watch(session: CdpSession): void {
    session.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type, redirectResponse }) => {
      const kind = type ?? 'Other';
      if (kind === 'EventSource' || loaderId === '') this.#streams++;
      // The script of a worker has no loader, and its end is told to the worker only.
      if (PATIENCE_MS[kind] === 0 || loaderId === '' || request.url.startsWith('data:')) return;
      const polling =
        (kind === 'XHR' || kind === 'Fetch') && redirectResponse === undefined && this.#isPoll(request.url);
      this.#flights.set(requestId, { kind, since: performance.now(), polling });
      if (!polling) this.#lastChange = performance.now();
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      const isFont = type === 'Font' || /font|octet-stream/u.test(response.mimeType);
      if (isFont && this.#fonts.size < MAX_FONTS) this.#fonts.add(requestId);
      const { url, mimeType } = response;
      if (type === 'Image' && this.#pictures.size < MAX_PICTURES && url.length <= MAX_ADDRESS)
        this.#pictures.set(url, { session, requestId, url, mimeType });
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#land(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#land(requestId));
    // A full browser would show a login window here and wait for a person, so the request never ends.
    session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (statusCode === 401 || statusCode === 407) this.#land(requestId);
    });
    session.on('Network.webSocketCreated', () => this.#streams++);
    session.on('Network.webTransportCreated', () => this.#streams++);
    session.whenEnded(() => (this.#lastChange = performance.now()));
  }

  /** A new main document: requests of the old one no longer matter. */
  reset(): void {
    this.#flights.clear();
    this.#asked.clear();
    this.#fonts.clear();
    this.#pictures.clear();
    this.#streams = 0;
    this.#lastChange = performance.now();
  }

  /** Requests that a reading should still wait for. */
  get waitingFor(): number {
    const now = performance.now();
    let count = 0;
    for (const { kind, since, polling } of this.#flights.values()) {
      if (!polling && now - since < PATIENCE_MS[kind]) count++;
    }
    return count;
  }

  /** Requests by which fonts came, or what may be one: their bytes can still be asked for. */
  get fonts(): readonly string[] {
    return [...this.#fonts];
  }

  /** Requests by which pictures came, one for each address: their bytes can still be asked for. */
  get pictures(): readonly LoadedPicture[] {
    return [...this.#pictures.values()];
  }

  /** Everything under way, however slow. */
  get open(): number {
    return this.#flights.size;
  }

  /** Sockets, event streams and workers of the document: something may come from them at any time. */
  get streams(): number {
    return this.#streams;
  }

  get quietMs(): number {
    return performance.now() - this.#lastChange;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #isPoll(url: string): boolean {
    const address = url.split(/[?#]/u, 1)[0] ?? url;
    if (this.#asked.size > MAX_ADDRESSES) return true;
    const count = (this.#asked.get(address) ?? 0) + 1;
    this.#asked.set(address, count);
    return count > POLL_COUNT;
  }

  #land(requestId: string): void {
    const flight = this.#flights.get(requestId);
    if (!flight) return;
    this.#flights.delete(requestId);
    if (!flight.polling) this.#lastChange = performance.now();
    for (const listener of [...this.#listeners]) listener();
  }
}
