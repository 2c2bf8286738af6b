import { AppError } from '../base/errors.ts';
import { type Clock, Deadline } from '../base/time.ts';
import { canParseUrl } from '../base/url.ts';
import { type HttpClient, WireError, type WireMethod, type WireResponse } from './client.ts';
import { ChainCookies } from './cookies.ts';
import { EgressError, type Trust } from './egress-dial.ts';
import type { EgressProxy } from './egress-proxy.ts';
import type { FetchLimits, FetchRequest } from './fetch-request.ts';
import { canonicalHost, type Gate, portOf } from './gate.ts';
import type { FetchFailure, FetchOutcome, Hop } from './outcome.ts';
import type { Pace } from './pace.ts';
import { receive } from './receive.ts';
import { firstHeader, isRedirect, locationTarget, MAX_REDIRECTS, methodAfter } from './redirect.ts';
import { ResolveError, type Resolver } from './resolve.ts';
import { parseRetryAfter } from './retry-after.ts';
import { siteOf } from './site-of.ts';
import type { TargetUses } from './target-uses.ts';

export interface ChainContext {
  readonly proxy: EgressProxy;
  readonly gate: Gate;
  readonly resolver: Resolver;
  readonly pace: Pace;
  readonly limits: FetchLimits;
  readonly clock: Clock;
  readonly clients: { main(): Promise<HttpClient>; plain(): Promise<HttpClient> };
  readonly request: FetchRequest;
  readonly deadline: Deadline;
  readonly uses: TargetUses;
}

/** One fetch: the first address and what it redirects to. */
export class Chain {
  readonly #context: ChainContext;
  readonly #first: URL;
  readonly #hops: Hop[] = [];
  readonly #cookies = new ChainCookies();
  readonly #seen = new Set<string>();
  #url: URL;
  #method: WireMethod;
  #body: string | null;
  #status: number | null = null;
  #setsCookies = false;
  #client: HttpClient['name'] | null = null;

  constructor(context: ChainContext, first: URL) {
    this.#context = context;
    this.#first = first;
    this.#url = first;
    this.#method = context.request.method ?? 'GET';
    this.#body = context.request.body ?? null;
  }

  async run(): Promise<FetchOutcome> {
    try {
      while (true) {
        const state = `${this.#method} ${withoutHash(this.#url)} ${this.#cookies.headerFor(this.#url)}`;
        if (this.#seen.has(state)) return this.#failure('redirect_loop', `redirects in a circle: ${this.#trail()}`);
        if (this.#hops.length > MAX_REDIRECTS) {
          return this.#failure('too_many_redirects', `more than ${MAX_REDIRECTS} redirects: ${this.#trail()}`);
        }
        this.#seen.add(state);
        const outcome = await this.#useTarget();
        if (outcome !== null) return outcome;
      }
    } catch (thrown) {
      return this.#ended(thrown);
    }
  }

  /** One step; when it is given up, nothing of it stays open. */
  async #useTarget(): Promise<FetchOutcome | null> {
    const { uses, proxy, deadline } = this.#context;
    const host = canonicalHost(this.#url.hostname);
    const port = portOf(this.#url);
    const trust = this.#trust();
    const leave = uses.enter(`${trust} ${host} ${port}`);
    try {
      return await this.#step();
    } finally {
      // A connection that is still in use by another request must not be taken away from it.
      if (leave() === 0 && deadline.signal.aborted) proxy.drop(host, port, trust);
    }
  }

  /** One request. Null when it was a redirect that is to be followed. */
  async #step(): Promise<FetchOutcome | null> {
    const { request, clock, pace } = this.#context;
    await this.#admit();
    const response = await this.#send(false);
    this.#status = response.status;
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie') continue;
      this.#setsCookies = true;
      this.#cookies.store(value, this.#url, clock.now());
    }
    const retryAfterMs = parseRetryAfter(firstHeader(response, 'retry-after'), clock.now());
    if (retryAfterMs !== null && (response.status === 429 || response.status === 503) && request.trust === 'page') {
      pace.rest(canonicalHost(this.#url.hostname), portOf(this.#url), retryAfterMs);
    }
    if (isRedirect(response.status)) {
      const target = locationTarget(await this.#location(response), this.#url);
      if (target === 'invalid') {
        response.discard();
        return this.#failure('unreachable', 'redirects to something that is no address');
      }
      if (target !== 'missing' && this.#follow(target, response)) return null;
    }
    return await receive(response, {
      url: this.#url.href,
      hops: this.#hops,
      retryAfterMs,
      setsCookies: this.#setsCookies,
      client: this.#client ?? 'wreq',
      maxBytes: request.maxBodyBytes ?? this.#context.limits.maxBodyBytes,
      overCap: request.overCap ?? null,
      idleMs: this.#context.limits.idleTimeoutMs,
      signal: this.#context.deadline.signal,
      isHead: this.#method === 'HEAD',
      failure: (outcome, detail) => this.#failure(outcome, detail),
      refetchRaw: this.#method === 'GET' ? () => this.#send(true) : null,
    });
  }

  /** The browser-like client drops values that are no ASCII; the plain one is asked again before a target is lost. */
  async #location(response: WireResponse): Promise<string | null> {
    const location = firstHeader(response, 'location');
    if (location !== null || this.#client !== 'wreq' || this.#url.protocol !== 'https:') return location;
    if (this.#method !== 'GET') return null;
    try {
      const plain = await this.#context.clients.plain();
      const again = await this.#exchange(plain, true);
      again.discard();
      return isRedirect(again.status) ? firstHeader(again, 'location') : null;
    } catch (thrown) {
      if (thrown instanceof WireError || thrown instanceof EgressError) return null;
      throw thrown;
    }
  }

  /** False when the answer itself is the result: a body may not be sent on to another origin. */
  #follow(target: URL, response: WireResponse): boolean {
    const method = methodAfter(response.status, this.#method);
    if (method === this.#method && this.#body !== null && target.origin !== this.#url.origin) return false;
    response.discard();
    this.#hops.push({ url: this.#url.href, status: response.status });
    if (method !== this.#method) this.#body = null;
    this.#method = method;
    this.#url = target;
    return true;
  }

  /** Gate, addresses and pace for the current hop. */
  async #admit(): Promise<void> {
    const { gate, resolver, pace, deadline } = this.#context;
    const host = canonicalHost(this.#url.hostname);
    const port = portOf(this.#url);
    if (this.#trust() === 'operator') return;
    await this.#atHop(async () => {
      gate.checkParsedUrl(this.#url);
      gate.checkAddresses(host, port, await resolver.resolve(host, deadline.signal));
    });
    const last = this.#hops.at(-1);
    // A browser follows a redirect within a site at once; only entering a site waits for its turn.
    if (last !== undefined && siteOf(canonicalHost(new URL(last.url).hostname)) === siteOf(host)) return;
    await pace.enter(host, port, {
      signal: deadline.signal,
      maxWaitMs: deadline.remainingMs,
      part: this.#context.request.part ?? false,
    });
  }

  /** An operator's target may redirect within itself; where it points outside, it is judged like any page. */
  #trust(): Trust {
    return this.#url.origin === this.#first.origin ? this.#context.request.trust : 'page';
  }

  /**
   * The browser-like client gives nothing of an answer that breaks off early, refuses some heads that browsers
   * forgive and says of a certificate only that it failed; the plain one is asked once more before that is the answer.
   */
  async #send(raw: boolean): Promise<WireResponse> {
    const client = await this.#context.clients.main();
    this.#client = client.name;
    try {
      return await this.#exchange(client, raw);
    } catch (thrown) {
      if (!(thrown instanceof WireError) || !SECOND_OPINION.has(thrown.fault)) throw thrown;
      if (client.name !== 'wreq' || this.#method !== 'GET') throw thrown;
      const plain = await this.#context.clients.plain();
      const response = await this.#exchange(plain, true).catch((fault: unknown) => {
        if (fault instanceof WireError && fault.fault === 'tls') throw fault;
        throw fault instanceof WireError || fault instanceof EgressError ? thrown : fault;
      });
      this.#client = plain.name;
      return response;
    }
  }

  async #exchange(client: HttpClient, raw: boolean): Promise<WireResponse> {
    const { deadline, limits, proxy } = this.#context;
    const trust = this.#trust();
    const since = Date.now();
    const head = headSignal(deadline, limits.headerTimeoutMs);
    let response: WireResponse | null = null;
    let fault: unknown = null;
    try {
      const sent = client.send({
        url: this.#url,
        method: this.#method,
        headers: this.#headers(),
        body: this.#body,
        trust,
        timeoutMs: deadline.remainingMs + 1000,
        signal: head.signal,
        raw,
      });
      response = await untilAborted(sent, head.signal);
    } catch (thrown) {
      fault = thrown;
    } finally {
      head.headIsHere();
    }
    const explained = proxy.explain(canonicalHost(this.#url.hostname), portOf(this.#url), trust, since);
    // The proxy's own 403 and 502 are told from a site's by its record, which no site can write.
    if (explained !== null && (response === null || response.status === 403 || response.status === 502)) {
      response?.discard();
      if (explained.refusal !== null) await this.#atHop(() => Promise.reject(explained.refusal));
      throw new WireError('connect', explained.rule, explained);
    }
    if (response === null) throw fault;
    return response;
  }

  #headers(): ReadonlyMap<string, string> {
    const { request } = this.#context;
    const headers = new Map<string, string>();
    if (request.accept !== undefined) headers.set('accept', request.accept);
    if (
      this.#url.origin === this.#first.origin &&
      this.#hops.every(({ url }) => new URL(url).origin === this.#first.origin)
    ) {
      for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name.toLowerCase(), value);
    }
    const { etag, lastModified, url = this.#first.href } = request.conditional ?? {};
    if (this.#method === 'GET' && canParseUrl(url) && withoutHash(new URL(url)) === withoutHash(this.#url)) {
      if (etag) headers.set('if-none-match', etag);
      if (lastModified) headers.set('if-modified-since', lastModified);
    }
    const own = this.#cookies.headerFor(this.#url);
    const given = headers.get('cookie');
    if (own !== '') headers.set('cookie', given ? `${given}; ${own}` : own);
    return headers;
  }

  /** Says at which hop the gate refused; the first address is the caller's own and needs no number. */
  async #atHop(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (thrown) {
      if (!(thrown instanceof AppError) || this.#hops.length === 0) throw thrown;
      throw new AppError(thrown.code, `Redirect ${this.#hops.length} was refused: ${thrown.message}`, {
        hint: 'The page redirects to a place that is not read; use another source.',
        cause: thrown,
      });
    }
  }

  #ended(thrown: unknown): FetchFailure {
    const { deadline, request } = this.#context;
    if (deadline.timedOut) return this.#failure('timeout', 'the time for the whole fetch was over');
    if (request.signal?.aborted || deadline.signal.aborted) {
      throw new AppError('cancelled', 'The call was cancelled.', { cause: thrown });
    }
    if (thrown instanceof ResolveError) {
      return this.#failure('unreachable', thrown.reason === 'not_found' ? 'host not found' : 'name lookup failed');
    }
    if (thrown instanceof EgressError) return this.#failure('unreachable', thrown.rule);
    if (thrown instanceof WireError) {
      const prefix = thrown.fault === 'tls' ? 'TLS: ' : '';
      return this.#failure(thrown.fault === 'timeout' ? 'timeout' : 'unreachable', `${prefix}${thrown.detail}`);
    }
    if (thrown instanceof DOMException && thrown.name === 'TimeoutError') {
      return this.#failure('timeout', 'the server did not finish the head of its answer in time');
    }
    throw thrown;
  }

  #trail(): string {
    return [...this.#hops.map(({ url }) => url), this.#url.href].join(' → ');
  }

  #failure(outcome: FetchFailure['outcome'], detail: string): FetchFailure {
    return { outcome, detail, url: this.#url.href, hops: this.#hops, status: this.#status, client: this.#client };
  }
}

function withoutHash(url: URL): string {
  const at = url.href.indexOf('#');
  return at < 0 ? url.href : url.href.slice(0, at);
}

/** Faults after which the plain client may know more, or do better. */
const SECOND_OPINION: ReadonlySet<string> = new Set(['reset', 'malformed', 'tls']);

/** Aborts with the deadline, and earlier when the head does not come; the head's own limit must not cut the body. */
function headSignal(deadline: Deadline, headerTimeoutMs: number): { signal: AbortSignal; headIsHere(): void } {
  const controller = new AbortController();
  const head = new Deadline(Math.min(headerTimeoutMs, deadline.remainingMs), deadline.signal);
  const stopHead = () => controller.abort(head.signal.reason);
  if (head.signal.aborted) stopHead();
  else head.signal.addEventListener('abort', stopHead, { once: true });
  deadline.signal.addEventListener('abort', () => controller.abort(deadline.signal.reason), { once: true });
  return {
    signal: controller.signal,
    headIsHere() {
      head.signal.removeEventListener('abort', stopHead);
      head[Symbol.dispose]();
    },
  };
}

function untilAborted(sent: Promise<WireResponse>, signal: AbortSignal): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason);
      sent.then((late) => late.discard()).catch(() => {});
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    sent.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
