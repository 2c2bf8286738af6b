import type { CdpSession } from './cdp/session.ts';
import type { PageFrame } from './frames.ts';
import { type PrintOptions, printPage } from './print.ts';
import { type Clip, captureScreenshot, type ScreenshotOptions } from './screenshot.ts';
import type { InspectorSheets } from './sheets.ts';
import { captureBytes, captureSnapshot, type Snapshot, type SnapshotBytes, type SnapshotOptions } from './snapshot.ts';
import type { Tab } from './tab.ts';

/** The snapshot of one session: the tab's, or that of a frame in another process. */
export interface SessionSnapshot<Taken = Snapshot> {
  readonly session: CdpSession;
  /** Frame id of the topmost document in it. */
  readonly frameId: string;
  /** Null for the tab's own session. Else the element in the parent's session that shows this frame. */
  readonly owner: { readonly session: CdpSession; readonly backendNodeId: number } | null;
  /** Null when this frame could not be captured; it is then to be counted as not read. */
  readonly snapshot: Taken | null;
}

interface HeldParts {
  readonly frames: readonly PageFrame[];
  readonly sheets: InspectorSheets;
  readonly loose: readonly CdpSession[];
  readonly elements: number;
}

/** A page whose scripts stand still. Everything here describes one and the same state of one document. */
export class HeldPage {
  readonly tab: Tab;
  readonly frames: readonly PageFrame[];
  readonly sheets: InspectorSheets;
  /** Sessions whose scripts could not be stopped (a frame that is too busy); what they show may change. */
  readonly loose: readonly CdpSession[];
  /** Elements of the document when it had settled, about. */
  readonly elements: number;
  readonly #signal: AbortSignal;

  /** Made by LoadedPage.whileHeld only. */
  constructor(tab: Tab, parts: HeldParts, signal: AbortSignal) {
    this.tab = tab;
    this.frames = parts.frames;
    this.sheets = parts.sheets;
    this.loose = parts.loose;
    this.elements = parts.elements;
    this.#signal = signal;
  }

  /** Snapshots of all sessions, the tab's own first. @throws CdpFault when the tab's own cannot be taken. */
  async snapshot(options: SnapshotOptions): Promise<ReadonlyArray<SessionSnapshot>> {
    return this.#all((session) => captureSnapshot(session, this.tab.browser, options, this.#signal));
  }

  /** The same as bytes. */
  async snapshotBytes(options: SnapshotOptions): Promise<ReadonlyArray<SessionSnapshot<SnapshotBytes>>> {
    return this.#all((session) => captureBytes(session, this.tab.browser, options, this.#signal));
  }

  /** The snapshot of the tab's own session only: enough unless frames live in other processes. */
  async snapshotMain(styles: readonly string[]): Promise<Snapshot> {
    return captureSnapshot(this.tab.session, this.tab.browser, { styles }, this.#signal);
  }

  /** A picture of a part of the page (CSS pixels of the document), or of the viewport. */
  async screenshot(clip: Clip | null, options: ScreenshotOptions = {}): Promise<Buffer> {
    return captureScreenshot(this.tab.session, clip, options, this.#signal);
  }

  /** The page as a PDF; see printPage. The page must be closed after it. */
  async print(options: PrintOptions, whileOff: (session: CdpSession) => Promise<void>): Promise<Buffer> {
    return printPage(this.tab.session, options, this.#signal, whileOff);
  }

  #all<Taken>(take: (session: CdpSession) => Promise<Taken>): Promise<Array<SessionSnapshot<Taken>>> {
    const roots = this.frames.filter(({ isSessionRoot }) => isSessionRoot);
    return Promise.all(
      roots.map(async (root) => {
        const { session, frameId } = root;
        const isMain = session === this.tab.session;
        if (root.silent && !isMain) return { session, frameId, snapshot: null, owner: null };
        const snapshot = await (isMain ? take(session) : take(session).catch(() => null));
        return { session, frameId, snapshot, owner: isMain ? null : await this.#ownerOf(root) };
      }),
    );
  }

  async #ownerOf(root: PageFrame): Promise<SessionSnapshot['owner']> {
    const parent = this.frames.find(({ frameId }) => frameId === root.parentId)?.session ?? this.tab.session;
    const owner = await parent.send('DOM.getFrameOwner', { frameId: root.frameId }).catch(() => null);
    return owner && { session: parent, backendNodeId: owner.backendNodeId };
  }
}
