import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { type Clock, Deadline, systemClock } from '../../base/time.ts';
import type { ArtifactStore } from '../../stores/artifacts.ts';
import { createMemoryStore, type MemoryStore } from '../../stores/memory.ts';
import { badSelector } from '../bad-selector.ts';
import type { PageRecord } from '../page-cache.ts';
import type { PagePool } from '../pool.ts';
import type { Reader } from '../read.ts';
import type { LeftOut, ReadRequest, ReadResult } from '../result.ts';
import type { TableRequest, TableResult } from '../table-result.ts';
import type { FittedTables, TableQuestion } from './fit-tables.ts';
import type { TableFile, TablesFound } from './table-job.ts';

export interface TableReaderDependencies {
  readonly reader: Pick<Reader, 'readWhole'>;
  readonly pool: Pick<PagePool, 'tables' | 'packedTables'>;
  /** Where the files of long tables are kept. */
  readonly artifacts: Pick<ArtifactStore, 'save'>;
  readonly clock?: Clock;
}

interface TableCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

/** Tables of one page behind a handle, with what the answer says about the page. */
interface KeptTables {
  readonly handle: string;
  readonly packed: Uint8Array;
  readonly page: PageFacts;
  readonly keptAtMs: number;
}

type PageFacts = Omit<TableResult, 'tables' | 'table_count' | 'notes' | 'cached'> & {
  readonly notes: readonly string[];
};

/** A handle is good for an hour, as long as the page itself is taken from memory. */
const HANDLE_LIFE_MS = 60 * 60 * 1000;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** A 10 MB table of 100,000 rows takes about 4 s. */
const MAX_FINDING_MS = 20_000;
const MAX_ASKING_MS = 10_000;
/** Tables are looked for in pages that were read; a wall has none worth giving. */
const READABLE: ReadonlySet<ReadResult['status']> = new Set(['ok', 'partial', 'empty']);
/** What is not in the tables because of how a page is seen; what the text left out says nothing about them. */
const ABOUT_SIGHT: ReadonlySet<LeftOut['what']> = new Set([
  'overlay',
  'collapsed',
  'inactive_tab',
  'unproven',
  'frame',
  'closed_root',
]);

/** Reads the tables of pages, and keeps them for further questions. */
export class TableReader {
  readonly #reader: Pick<Reader, 'readWhole'>;
  readonly #pool: Pick<PagePool, 'tables' | 'packedTables'>;
  readonly #artifacts: Pick<ArtifactStore, 'save'>;
  readonly #clock: Clock;
  /** By handle, and by content and selector. */
  readonly #kept: MemoryStore<KeptTables>;

  constructor({ reader, pool, artifacts, clock = systemClock }: TableReaderDependencies) {
    this.#reader = reader;
    this.#pool = pool;
    this.#artifacts = artifacts;
    this.#clock = clock;
    this.#kept = createMemoryStore<KeptTables>({
      maxBytes: MAX_KEPT_BYTES,
      ttlMs: HANDLE_LIFE_MS,
      sizeOf: ({ packed }) => packed.byteLength + 4_000,
      clock,
    });
  }

  /** Rejects as Reader.read does, and with `expired_handle` for an id that is not known (any more). */
  async read(request: TableRequest, call: TableCall): Promise<TableResult> {
    if (request.id !== null) return this.#again(request, request.id, call);
    const { result, record } = await this.#reader.readWhole(readRequest(request), call);
    const page = pageFacts(result);
    if (record === null || !READABLE.has(result.status))
      return { ...page, cached: result.cached, tables: [], table_count: 0, notes: [...page.notes] };
    call.progress('tables', TABLES_STEP, TABLES_STEP);
    const known = this.#kept.get(contentKey(record, request));
    if (known) return this.#ask(known, request, { page, cached: result.cached }, call.signal);
    return await this.#find(record, request, { page, cached: result.cached }, call.signal);
  }

  async #again(request: TableRequest, id: string, call: TableCall): Promise<TableResult> {
    const [, handle = '', index = ''] = /^(tables-[\w-]{22})\.(\d{1,4})$/u.exec(id) ?? [];
    const kept = this.#kept.get(handle);
    if (!kept) throw expired();
    const ageS = Math.round((this.#clock.now() - kept.keptAtMs) / 1000);
    const about = { page: kept.page, cached: { age_s: ageS } };
    return this.#ask(kept, { ...request, index: Number(index) }, about, call.signal);
  }

  async #ask({ packed, handle }: KeptTables, request: TableRequest, about: About, signal: AbortSignal) {
    const job = { packed, question: questionOf(request), handle };
    const { fitted, count } = await this.#pool.packedTables(job, { signal, timeoutMs: MAX_ASKING_MS });
    return {
      ...about.page,
      cached: about.cached,
      tables: fitted.tables,
      table_count: count,
      notes: [...about.page.notes, ...fitted.notes],
    };
  }

  async #find(record: PageRecord, request: TableRequest, about: About, signal: AbortSignal): Promise<TableResult> {
    const { page, rawSha256, sheets } = record;
    const handle = `tables-${randomBytes(16).toString('base64url')}`;
    const options = {
      format: 'markdown',
      selector: null,
      expand: request.expand,
      includeHidden: false,
      includeLinks: true,
      includeImages: false,
    } as const;
    const job = {
      page: { url: request.url, baseUrl: page.url, page, rawSha256, sheets, options },
      selector: request.selector,
      question: questionOf(request),
      handle,
    };
    using deadline = new Deadline(MAX_FINDING_MS, signal);
    const outcome = await this.#pool.tables(job, { signal: deadline.signal, timeoutMs: MAX_FINDING_MS });
    if (outcome.type === 'bad_selector') throw badSelector();
    const { page: facts, cached } = about;
    if (outcome.type === 'killed') {
      const { status, reason } = outcome.verdict;
      return { ...facts, status, reason, cached, tables: [], table_count: 0, notes: [...facts.notes] };
    }
    const { packed, count } = outcome;
    const fitted = await this.#withFiles(outcome.fitted, outcome.files);
    const merged = withThreats(facts, outcome);
    if (packed) this.#keep({ handle, packed, page: merged, keptAtMs: this.#clock.now() }, contentKey(record, request));
    const notes = packed
      ? fitted.notes
      : [...fitted.notes, 'The tables are too large to be kept: their ids cannot be asked again.'];
    return { ...merged, cached, tables: fitted.tables, table_count: count, notes: [...merged.notes, ...notes] };
  }

  /** The answer with the files of the tables that it gives in part; a note where there was no room for one. */
  async #withFiles(fitted: FittedTables, files: readonly TableFile[]): Promise<FittedTables> {
    const notes = new Set<string>();
    for (const { index, csv } of files) {
      const kept = await this.#artifacts.save(csv, 'table', 'csv');
      const table = fitted.tables.find((each) => each.index === index);
      if (typeof kept === 'string') notes.add(kept);
      else if (table) table.file = { uri: kept.uri, path: kept.path, bytes: kept.bytes, expires_at: kept.expiresAt };
    }
    return { ...fitted, notes: [...fitted.notes, ...notes] };
  }

  #keep(kept: KeptTables, key: string): void {
    this.#kept.set(kept.handle, kept);
    this.#kept.set(key, kept);
  }
}

interface About {
  readonly page: PageFacts;
  readonly cached: TableResult['cached'];
}

/** After the steps of a read. */
const TABLES_STEP = 8;

function contentKey(record: PageRecord, { selector, expand }: TableRequest): string {
  return JSON.stringify([record.contentKey, selector, expand]);
}

function questionOf(request: TableRequest): TableQuestion {
  const { index, columns, where, sort, start, maxRows, maxTokens, format, includeLinks } = request;
  return { index, columns, where, sort, start, maxRows, maxTokens, format, includeLinks };
}

/** The page is read for its status, its hidden text and what is closed; its own text is not given. */
function readRequest({ url, render, expand, maxAgeS, timeoutS }: TableRequest): ReadRequest {
  return {
    url,
    query: null,
    section: null,
    start: 0,
    maxTokens: 4_000,
    format: 'markdown',
    selector: null,
    render,
    expand,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
    maxAgeS,
    timeoutS,
    factsOnly: true,
  };
}

function pageFacts(result: ReadResult): PageFacts {
  const { status, reason, url, final_url, title, via, seen, fetched_at, threats, threat_counts, attempts, notes } =
    result;
  const left_out = result.left_out.filter(({ what }) => ABOUT_SIGHT.has(what));
  return {
    status,
    reason,
    url,
    final_url,
    title,
    via,
    seen,
    fetched_at,
    threats,
    threat_counts,
    left_out,
    attempts,
    notes: notes.filter(isAboutPage),
  };
}

/** Remarks on how the text was chosen and written say nothing about the tables. */
function isAboutPage(note: string): boolean {
  return !/^(?:Content chosen as|table spans filled|The selector matches nothing|The window ends)/u.test(note);
}

/** Letters that hide text in cells outside of the main content are only found here. */
function withThreats(page: PageFacts, outcome: Pick<TablesFound, 'threats' | 'threatCounts'>): PageFacts {
  const fresh = outcome.threats.filter(({ type }) => page.threat_counts[type] === undefined);
  const counts = Object.fromEntries(
    Object.entries(outcome.threatCounts).filter(([type]) => page.threat_counts[type] === undefined),
  );
  return { ...page, threats: [...page.threats, ...fresh], threat_counts: { ...page.threat_counts, ...counts } };
}

function expired(): AppError {
  return new AppError('expired_handle', 'There is no such table, or its time is over.', {
    hint: 'A table’s id is good for an hour; call extract_table without id for a new one.',
  });
}
