import type { PageCheck, QuoteRequest } from '../quotes/check.ts';
import type { PageFileRequest, Screenshot, ScreenshotRequest } from '../read/picture-result.ts';
import type { ReadRequest, ReadResult } from '../read/result.ts';
import type { TableRequest, TableResult } from '../read/table-result.ts';
import type { ResearchRequest, ResearchResult } from '../research/result.ts';
import type { SearchService } from '../search/search.ts';

/** What tools may use: narrow interfaces, grown only when a tool needs more. Built once, in app.ts. */
export interface Services {
  readonly pages: PageReader;
  readonly quotes: QuoteChecker;
  readonly search: SearchService;
  readonly research: Researcher;
  readonly health: HealthReader;
  readonly tables: TableLookup;
  readonly screenshots: ScreenshotTaker;
  readonly pageFiles: PageFileSaver;
}

export interface ReadCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

export interface PageReader {
  /** Rejects with AppError only for what the gate refuses, bad arguments, cancel and our own faults. */
  read(request: ReadRequest, call: ReadCall): Promise<ReadResult>;
}

export interface TableLookup {
  /** Rejects with AppError for what PageReader.read does, and `expired_handle` for an id that is not known. */
  read(request: TableRequest, call: ReadCall): Promise<TableResult>;
}

export interface ScreenshotTaker {
  /** Rejects with AppError for what PageReader.read does, and `browser_unavailable` when there is none. */
  take(request: ScreenshotRequest, call: ReadCall): Promise<Screenshot>;
}

export interface PageFileSaver {
  /** Rejects as ScreenshotTaker.take does, and with `budget_exceeded` for a file that is too large or has no room. */
  save(request: PageFileRequest, call: ReadCall): Promise<Screenshot>;
}

/** Files that answers point at. */
export interface ArtifactReader {
  /** @throws AppError `expired_handle` for what is not there (any more), `budget_exceeded` for what is too large. */
  open(uri: string): Promise<{ readonly mimeType: string; readonly content: Uint8Array }>;
}

export interface QuoteChecker {
  /** Rejects as a read does, and with `expired_handle` for a content_sha256 that is not at hand any more. */
  checkQuotes(request: QuoteRequest, call: ReadCall): Promise<PageCheck>;
}

export interface Researcher {
  /** Rejects with AppError for filters that cannot be read, what a search rejects with, and cancel. */
  research(request: ResearchRequest, call: ReadCall): Promise<ResearchResult>;
}

/** A part of the running system, as `status` shows it. */
export interface HealthPart {
  readonly name: string;
  readonly state: 'ok' | 'off' | 'degraded';
  readonly detail: string;
  /** The command that mends it; empty when there is nothing to mend. */
  readonly mend: string;
}

export interface Health {
  readonly version: string;
  readonly uptimeS: number;
  readonly parts: readonly HealthPart[];
  /** Counts only: connections, refusals, cache entries, reads by status, … */
  readonly counters: Readonly<Record<string, number>>;
  readonly limits: Readonly<Record<string, number | string>>;
}

export interface HealthReader {
  health(): Promise<Health>;
}
