import type { CdpSession } from './cdp/session.ts';

/** The facts of one main document. They change together: never the status of one page with the text of another. */
export interface MainDocument {
  /** Names one document of one tab; a new one comes with every load. */
  readonly loaderId: string;
  /** Where the document is now; pushState changes it without a load. */
  readonly url: string;
  /** Null for documents that came without a response (about:blank, data:, blob:). */
  readonly status: number | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mimeType: string;
  /** Chrome's error page stands in place of the document, e.g. `net::ERR_CONNECTION_REFUSED`. */
  readonly fault: string | null;
  /** The connection broke before all of the document had come. */
  readonly brokenOff: boolean;
}

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mimeType: string;
}

/** A navigation that the page has announced (meta refresh, Refresh header, script). */
export interface AnnouncedNavigation {
  readonly at: number;
  readonly delayMs: number;
}

const NONE: MainDocument = {
  loaderId: '',
  url: 'about:blank',
  status: null,
  headers: {},
  mimeType: '',
  fault: null,
  brokenOff: false,
};
const MAX_RESPONSES = 32;

/** Follows which document a tab's main frame shows, how far it is, and whether another one is coming. */
export class DocumentTracker {
  readonly #frameId: string;
  readonly #responses = new Map<string, Response>();
  readonly #faults = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #current: MainDocument = NONE;
  #interactive = false;
  #loaded = false;
  #commits = 0;
  #pending: string | null = null;
  #announced: AnnouncedNavigation | null = null;

  constructor(session: CdpSession, frameId: string) {
    this.#frameId = frameId;
    session.on('Network.requestWillBeSent', (event) => {
      if (this.#isMain(event) && event.requestId === event.loaderId) this.#pending = event.loaderId;
    });
    session.on('Network.responseReceived', (event) => {
      if (this.#isMain(event)) this.#keepResponse(event.loaderId, event.response);
    });
    session.on('Network.loadingFailed', ({ type, requestId, errorText }) => {
      if (type !== 'Document') return;
      if (requestId === this.#current.loaderId) this.#breakOff();
      else if (requestId === this.#pending) this.#failed(requestId, errorText);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.#frameId) this.#commit(frame);
    });
    session.on('Page.navigatedWithinDocument', (event) => {
      if (event.frameId !== this.#frameId) return;
      this.#current = { ...this.#current, url: event.url };
      this.#tell();
    });
    session.on('Page.lifecycleEvent', (event) => {
      if (event.frameId === this.#frameId && event.loaderId === this.#current.loaderId) this.#reach(event.name);
    });
    session.on('Page.frameScheduledNavigation', (event) => {
      if (event.frameId === this.#frameId) {
        this.#announced = { at: performance.now(), delayMs: event.delay * 1000 };
        this.#tell();
      }
    });
    session.on('Page.frameClearedScheduledNavigation', (event) => {
      if (event.frameId === this.#frameId) this.#announced = null;
    });
    session.on('Page.frameStoppedLoading', (event) => {
      // A navigation that became a download, or that answered 204, ends here without a new document.
      if (event.frameId === this.#frameId) {
        this.#pending = null;
        this.#tell();
      }
    });
  }

  get current(): MainDocument {
    return this.#current;
  }

  /** The parser has read all of the document (DOMContentLoaded). */
  get interactive(): boolean {
    return this.#interactive;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  /** How many documents this tab has shown. */
  get commits(): number {
    return this.#commits;
  }

  /** Another document has been asked for and has not come yet. */
  get isLeaving(): boolean {
    return this.#pending !== null && this.#pending !== this.#current.loaderId;
  }

  get announced(): AnnouncedNavigation | null {
    return this.#announced;
  }

  /** Calls back on every change; returns the function that ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes a fault that only the navigation command itself reported. */
  fail(fault: string): void {
    if (this.#current.fault === null) this.#current = { ...this.#current, fault };
  }

  #isMain(event: { readonly frameId?: string; readonly type?: string }): boolean {
    return event.type === 'Document' && event.frameId === this.#frameId;
  }

  #keepResponse(loaderId: string, response: { status: number; headers: object; mimeType: string }): void {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(response.headers)) headers[name.toLowerCase()] = String(value);
    this.#responses.set(loaderId, { status: response.status, headers, mimeType: response.mimeType });
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= MAX_RESPONSES) break;
      this.#responses.delete(oldest);
    }
  }

  #failed(loaderId: string, fault: string): void {
    this.#faults.clear();
    this.#faults.set(loaderId, fault);
    this.#pending = null;
    this.#tell();
  }

  /** Chrome shows what has come, but never says that the document is complete. */
  #breakOff(): void {
    this.#current = { ...this.#current, brokenOff: true };
    this.#interactive = true;
    this.#tell();
  }

  #commit(frame: {
    loaderId: string;
    url: string;
    unreachableUrl?: string;
    mimeType: string;
    urlFragment?: string;
  }): void {
    const response = this.#responses.get(frame.loaderId);
    const broken = frame.unreachableUrl !== undefined && frame.unreachableUrl !== '';
    this.#current = {
      loaderId: frame.loaderId,
      url: (broken ? (frame.unreachableUrl ?? '') : frame.url) + (frame.urlFragment ?? ''),
      status: response?.status ?? null,
      headers: response?.headers ?? {},
      mimeType: response?.mimeType ?? frame.mimeType,
      fault: broken ? (this.#faults.get(frame.loaderId) ?? 'net::ERR_FAILED') : null,
      brokenOff: false,
    };
    this.#interactive = false;
    this.#loaded = false;
    this.#announced = null;
    if (this.#pending === frame.loaderId) this.#pending = null;
    this.#commits++;
    this.#tell();
  }

  #reach(name: string): void {
    if (name === 'DOMContentLoaded') this.#interactive = true;
    if (name === 'load') this.#loaded = true;
    if (name === 'DOMContentLoaded' || name === 'load') this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
