import { AppError } from '../base/errors.ts';
import { Deadline } from '../base/time.ts';
import { decodeBody } from '../net/charset.ts';
import type { Gate } from '../net/gate.ts';
import type { PageCheck, QuoteRequest } from '../quotes/check.ts';
import { lookUp } from '../quotes/look-up.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import type { Found } from './found.ts';
import type { EvidenceStore } from './kept/evidence-store.ts';
import type { EndedRead, KeptFacts, KeptRead } from './kept/kept-read.ts';
import { readWarc } from './kept/read-warc.ts';
import type { Climb } from './ladder.ts';
import type { PageRecord } from './page-cache.ts';
import type { DocumentOptions } from './page-job.ts';
import type { PagePool } from './pool.ts';
import { checkQuotes, QUOTE_OPTIONS } from './quotes/check-quotes.ts';
import { RecentContents } from './quotes/recent-contents.ts';
import { sourceWords } from './quotes/source-words.ts';
import { isReasonCode } from './reasons.ts';
import type { ReadRequest, ReadResult, Replayed, ReplayRequest } from './result.ts';

export interface ReadAgainDependencies {
  readonly evidence: EvidenceStore | null;
  readonly pool: PagePool;
  readonly gate: Pick<Gate, 'checkUrl'>;
  readonly find: (request: ReadRequest, deadline: Deadline) => Promise<Sought>;
  /** The document of a record in the options of the request; fetches nothing. */
  readonly documentOf: (given: Climb, record: PageRecord) => Promise<Document>;
  readonly answer: (url: string, given: Climb, found: Found) => Promise<ReadResult>;
}

interface Sought {
  readonly shown: string;
  readonly given: Climb;
  readonly found: Found;
}

interface Call {
  readonly signal: AbortSignal;
}

/** 100,000 characters are looked through in about 30 ms, and each quote adds a part of that; more goes to a worker. */
const MAX_INLINE_CHARACTERS = 120_000;
/** Looking quotes up in a page of 10 MB takes about 6 s. */
const MAX_LOOK_UP_MS = 20_000;
const HASH = /^[0-9a-f]{64}$/iu;

/** What is done with reads after they ended: kept as evidence, replayed from it, and searched for quotes. */
export class ReadAgain {
  readonly #dependencies: ReadAgainDependencies;
  readonly #contents = new RecentContents();

  constructor(dependencies: ReadAgainDependencies) {
    this.#dependencies = dependencies;
  }

  /** Remembers a read, and keeps it where that is wanted; what could not be kept is a note. */
  async ended(read: Omit<EndedRead, 'fetchedAtMs'> & { readonly nowMs: number }): Promise<Found> {
    const { evidence } = this.#dependencies;
    const { url, found, shownUrl, request } = read;
    const { document, record } = found;
    if (record) this.#contents.remember({ hash: document.provenance.content_sha256, url, record, options: request });
    if (evidence === null) return found;
    const fetchedAtMs = record?.fetchedAtMs ?? read.nowMs;
    const notes = await evidence.keep({ shownUrl, url, request, found, fetchedAtMs });
    return notes.length === 0 ? found : { ...found, notes: [...found.notes, ...notes] };
  }

  async checkQuotes(request: QuoteRequest, call: Call): Promise<PageCheck> {
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    const sought = await this.#sought(request, deadline);
    const { shown, given, found } = sought;
    const { document, record } = found;
    const quotes = await checkQuotes(document, request.quotes, {
      documentOf: (options) => this.#reading(given, record, document, options, call),
      lookUp: (text, asked) => this.#lookUp(text, asked, call.signal),
      sourceWords: () =>
        record ? sourceWords(decodeBody(record.page.body, record.page.contentType, 'html').text) : '',
    });
    return {
      status: document.status,
      reason: document.reason,
      url: shown,
      finalUrl: document.finalUrl,
      title: document.title,
      contentSha256: document.provenance.content_sha256,
      fetchedAt: new Date(record?.fetchedAtMs ?? Date.now()).toISOString(),
      via: document.via,
      seen: document.seen,
      quotes,
      notes: [...found.notes],
    };
  }

  async replay(request: ReplayRequest, call: Call): Promise<Replayed> {
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    const kept = await this.#kept(request.what);
    const { facts } = kept;
    const { query, section, start, maxTokens, timeoutS } = request;
    const wanted = { ...facts.options, query, section, start, maxTokens, timeoutS, url: facts.url, maxAgeS: 0 };
    const given = climbOf(facts.url, wanted, deadline);
    const result = await this.#dependencies.answer(facts.shownUrl, given, await this.#foundOf(kept, given));
    return { result, keptSha256: facts.contentSha256, keptBy: facts.software };
  }

  counters(): Readonly<Record<string, number>> {
    const { evidence } = this.#dependencies;
    if (evidence === null) return {};
    return { evidence_kept: evidence.counters.kept, evidence_failed: evidence.counters.failed };
  }

  async #sought(request: QuoteRequest, deadline: Deadline): Promise<Sought> {
    const { url, contentSha256 } = request;
    const read = readRequestOf(request);
    if (contentSha256 === null) return await this.#dependencies.find({ ...read, url: url ?? '' }, deadline);
    const recent = this.#contents.get(contentSha256);
    if (recent) {
      const { url: known, record, options } = recent;
      const given = climbOf(known, { ...read, ...inSight(options) }, deadline);
      const document = await this.#dependencies.documentOf(given, record);
      return { shown: known, given, found: { document, record, fromCache: true, attempts: [], notes: [] } };
    }
    const kept = await this.#dependencies.evidence?.find({ contentSha256 });
    if (!kept) throw notKept('No page with this content_sha256 is at hand any more.');
    const given = climbOf(kept.facts.url, { ...read, ...inSight(kept.facts.options) }, deadline);
    return { shown: kept.facts.shownUrl, given, found: await this.#foundOf(kept, given) };
  }

  /** The same bytes read with other options. The time of the call was for getting the page. */
  async #reading(given: Climb, record: PageRecord | null, usual: Document, options: DocumentOptions, call: Call) {
    if (record === null) return usual;
    using deadline = new Deadline(MAX_LOOK_UP_MS, call.signal);
    const request = { ...given.request, ...options };
    return await this.#dependencies.documentOf({ ...given, request, deadline }, record);
  }

  #lookUp(text: string, quotes: readonly string[], signal: AbortSignal) {
    if (text.length * (1 + quotes.length / 4) <= MAX_INLINE_CHARACTERS) return Promise.resolve(lookUp(text, quotes));
    return this.#dependencies.pool.lookUp({ text, quotes }, { signal, timeoutMs: MAX_LOOK_UP_MS });
  }

  async #kept(what: string | Uint8Array): Promise<KeptRead> {
    if (typeof what !== 'string') return await readWarc(what);
    const { evidence, gate } = this.#dependencies;
    if (evidence === null) {
      throw new AppError('not_enabled', 'No reads are kept here.', { hint: 'Set PLAINSIGHT_EVIDENCE to a folder.' });
    }
    if (HASH.test(what)) return (await evidence.find({ contentSha256: what.toLowerCase() })) ?? noneKept();
    const url = gate.checkUrl(what);
    url.hash = '';
    return (await evidence.find({ url: url.href })) ?? noneKept();
  }

  async #foundOf({ facts, record }: KeptRead, given: Climb): Promise<Found> {
    const document = record ? await this.#dependencies.documentOf(given, record) : failureOf(facts);
    const when = new Date(facts.fetchedAtMs).toISOString();
    const note = `From the evidence of ${when}; nothing was fetched.`;
    return { document, record, fromCache: false, attempts: facts.attempts, notes: [note, ...facts.notes] };
  }
}

function noneKept(): never {
  throw notKept('No read of this page is kept.');
}

function notKept(message: string): AppError {
  return new AppError('expired_handle', message, {
    hint: 'Give the address instead, or set PLAINSIGHT_EVIDENCE before reading so that reads are kept.',
  });
}

function climbOf(url: string, request: ReadRequest, deadline: Deadline): Climb {
  return { url, request, deadline, progress: () => {}, attempts: [] };
}

function readRequestOf({ render, timeoutS, maxAgeS }: QuoteRequest): ReadRequest {
  const whole = { query: null, section: null, start: 0, maxTokens: 8000 };
  return { url: '', ...whole, ...QUOTE_OPTIONS, render, maxAgeS, timeoutS };
}

/** A read may have been asked for hidden text, or for another form; quotes are looked for in the Markdown of what is seen. */
function inSight(options: DocumentOptions): DocumentOptions {
  const { selector, expand, includeLinks, includeImages } = options;
  return { format: 'markdown', selector, expand, includeHidden: false, includeLinks, includeImages };
}

/** A read of which nothing had arrived says again what it said then. */
function failureOf({ url, status, reason, notes }: KeptFacts): Document {
  const code = isReasonCode(reason.code) ? reason.code : 'host_unreachable';
  return failureDocument({ url, finalUrl: url, verdict: { status, reason: { ...reason, code }, evidence: [] }, notes });
}
