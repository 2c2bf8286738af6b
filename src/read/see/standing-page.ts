import type { CommandTarget } from '../../browser/cdp/session.ts';
import type { HeldPage } from '../../browser/held-page.ts';
import type { Snapshot, SnapshotOptions } from '../../browser/snapshot.ts';
import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { Picture } from '../../visibility/rendered/picture.ts';
import { decodePicture } from './decode-picture.ts';

/** Text of style sheets that is searched; more of a page is as good as unknown. */
export const MAX_SHEET_BYTES = 4 * 1024 * 1024;

/** A page whose scripts stand still, as looking at it needs it: here, or from within a worker. */
export interface StandingPage {
  readonly frames: readonly { readonly session: CommandTarget; readonly frameId: string }[];
  /** Elements of the document, about. */
  readonly elements: number;
  readonly sheets: StandingSheets;
  /** Snapshots of all sessions, the page's own first. */
  snapshot(options: SnapshotOptions): Promise<readonly StandingSnapshot[]>;
  /** A picture of a part of the page; null when it cannot be decoded. */
  picture(area: Rect, options: { readonly beyondViewport: boolean }): Promise<Picture | null>;
}

export interface StandingSheets {
  /** Frames that have a sheet of ours. */
  readonly frameIds: readonly string[];
  set(text: string, frameId?: string): Promise<void>;
  /** The text of the page's own sheets, null for one that is not known or beyond MAX_SHEET_BYTES. */
  pageStyles(): Promise<ReadonlyArray<string | null>>;
}

export interface StandingSnapshot<Taken = Snapshot> {
  readonly session: CommandTarget;
  readonly owner: { readonly session: CommandTarget; readonly backendNodeId: number } | null;
  /** Null for a frame that could not be captured. */
  readonly snapshot: Taken | null;
}

/** A held page of this thread. */
export function standing(held: HeldPage): StandingPage {
  return {
    frames: held.frames,
    elements: held.elements,
    sheets: {
      frameIds: held.sheets.frameIds,
      set: (text, frameId) => held.sheets.set(text, frameId),
      pageStyles: () => held.sheets.pageStyles(MAX_SHEET_BYTES),
    },
    snapshot: (options) => held.snapshot(options),
    picture: async (area, options) => decodePicture(await held.screenshot(area, options), area),
  };
}
