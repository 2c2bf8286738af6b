import type { MessagePort } from 'node:worker_threads';
import type { CdpFaultKind } from '../../browser/cdp/fault.ts';
import type { SnapshotBytes, SnapshotOptions } from '../../browser/snapshot.ts';
import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { LookOptions } from './look.ts';

/** One look at a page, as a worker is given it: the page itself answers at the other end of the port. */
export interface SightJob {
  readonly port: MessagePort;
  /** Sessions are named by their numbers. */
  readonly frames: readonly { readonly session: number; readonly frameId: string }[];
  readonly elements: number;
  /** Frames that have a sheet of ours. */
  readonly sheetFrameIds: readonly string[];
  /** See StandingSheets.pageStyles. */
  readonly pageStyles: ReadonlyArray<string | null>;
  readonly look: LookOptions;
}

export type SightJobResult =
  | { readonly type: 'seen'; readonly sight: Uint8Array; readonly notes: readonly string[] }
  | { readonly type: 'scroll first' }
  /** A command failed; its fault is kept under this number at the other end. */
  | { readonly type: 'fault'; readonly fault: number };

/** What the worker asks of the page. */
export type SightAsk =
  | {
      readonly what: 'command';
      readonly session: number;
      readonly command: string;
      readonly input: unknown;
      readonly timeoutMs: number | undefined;
    }
  | { readonly what: 'snapshot'; readonly options: SnapshotOptions }
  | { readonly what: 'picture'; readonly area: Rect; readonly beyondViewport: boolean }
  | { readonly what: 'sheet'; readonly text: string; readonly frameId: string | undefined };

export type SightReply =
  | { readonly id: number; readonly answer: unknown }
  | {
      readonly id: number;
      readonly fault: {
        readonly number: number;
        readonly kind: CdpFaultKind;
        readonly command: string;
        readonly detail: string;
      };
    };

/** A snapshot as it travels. */
export interface SentSnapshot {
  readonly session: number;
  readonly owner: { readonly session: number; readonly backendNodeId: number } | null;
  readonly snapshot: SnapshotBytes | null;
}
