import type { ColumnType, TableKind } from '../extract/tables/data-table.ts';
import type { Threat } from '../visibility/sight.ts';
import type { Attempt, LeftOut, ReadResult } from './result.ts';

/** What is asked about the tables of a page; defaults were filled in by the tool's schema. */
export interface TableRequest {
  readonly url: string;
  /** The handle of a table from an earlier answer; null to look at the page. */
  readonly id: string | null;
  readonly selector: string;
  /** Which of the tables found, from 0; null for all. */
  readonly index: number | null;
  readonly columns: readonly string[];
  readonly where: readonly string[];
  readonly sort: string | null;
  readonly start: number;
  readonly maxRows: number;
  readonly maxTokens: number;
  readonly format: 'rows' | 'markdown' | 'csv';
  readonly includeLinks: boolean;
  readonly render: 'auto' | 'always' | 'never';
  readonly expand: boolean;
  readonly maxAgeS: number;
  readonly timeoutS: number;
}

/** The answer of `extract_table`, with its wire names. */
export interface TableResult {
  status: ReadResult['status'];
  reason: ReadResult['reason'];
  url: string;
  final_url: string;
  title: string;
  via: ReadResult['via'];
  seen: ReadResult['seen'];
  cached: { age_s: number } | null;
  fetched_at: string;
  tables: TableAnswer[];
  /** Tables found, also those that were not asked for. */
  table_count: number;
  threats: Threat[];
  threat_counts: Record<string, number>;
  left_out: LeftOut[];
  attempts: Attempt[];
  notes: string[];
}

export interface TableAnswer {
  /** Handle of the full table; good for an hour. */
  id: string;
  index: number;
  kind: TableKind;
  caption: string;
  heading: string;
  columns: ColumnAnswer[];
  /** Exact texts, one for each column. */
  rows: string[][];
  /** The rows as Markdown or CSV, when asked for so; `rows` is empty then. */
  text: string;
  footer: string[][];
  links: Array<{ row: number; column: string; url: string; text: string }>;
  /** Body rows of the whole table. */
  row_count: number;
  /** Rows that meet the conditions. */
  matched: number;
  start: number;
  /** Where the next rows begin; null when these are the last. */
  next: number | null;
  spans_filled: boolean;
  /** The whole table as separated values, when not every row is returned. */
  file: { uri: string; path: string; bytes: number; expires_at: string } | null;
  notes: string[];
}

export interface ColumnAnswer {
  name: string;
  path: string[];
  type: ColumnType;
  unit: string | null;
  /** What the texts of the returned rows mean, where that is more than the text itself. */
  values?: Array<number | string | boolean | null>;
}
