import type { CdpSession } from './cdp/session.ts';
import type { PageFrame } from './frames.ts';
import { type Clip, captureScreenshot, type ScreenshotOptions } from './screenshot.ts';
import type { InspectorSheets } from './sheets.ts';
import { captureSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts';
import type { Tab } from './tab.ts';

/** The snapshot of one session: the tab's, or that of a frame in another process. */
export interface SessionSnapshot {
  readonly session: CdpSession;
  /** Frame id of the topmost document in it. */
  readonly frameId: string;
  /** Null for the tab's own session. Else the element in the parent's session that shows this frame. */
  readonly owner: { readonly session: CdpSession; readonly backendNodeId: number } | null;
  /** Null when this frame could not be captured; it is then to be counted as not read. */
  readonly snapshot: Snapshot | null;
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
  constructor(
    tab: Tab,
    parts: {
      frames: readonly PageFrame[];
      sheets: InspectorSheets;
      loose: readonly CdpSession[];
      elements: number;
    },
    signal: AbortSignal,
  ) {
    this.tab = tab;
    this.frames = parts.frames;
    this.sheets = parts.sheets;
    this.loose = parts.loose;
    this.elements = parts.elements;
    this.#signal = signal;
  }

  /** Snapshots of all sessions, the tab's own first. @throws CdpFault when the tab's own cannot be taken. */
  async snapshot(options: SnapshotOptions): Promise<readonly SessionSnapshot[]> {
    const roots = this.frames.filter(({ isSessionRoot }) => isSessionRoot);
    return Promise.all(roots.map((root) => this.#snapshotOf(root, options)));
  }

  /** The snapshot of one session again. */
  async snapshotAgain(session: CdpSession, options: SnapshotOptions): Promise<Snapshot> {
    return captureSnapshot(session, this.tab.browser, options, this.#signal);
  }

  async #snapshotOf(root: PageFrame, options: SnapshotOptions): Promise<SessionSnapshot> {
    const { session, frameId } = root;
    if (root.silent && session !== this.tab.session) return { session, frameId, snapshot: null, owner: null };
    const isMain = session === this.tab.session;
    const capturing = captureSnapshot(session, this.tab.browser, options, this.#signal);
    const snapshot = await (isMain ? capturing : capturing.catch(() => null));
    return { session, frameId, snapshot, owner: isMain ? null : await this.#ownerOf(root) };
  }

  /** The snapshot of the tab's own session only: enough unless frames live in other processes. */
  async snapshotMain(styles: readonly string[]): Promise<Snapshot> {
    return captureSnapshot(this.tab.session, this.tab.browser, { styles }, this.#signal);
  }

  /** A picture of a part of the page (CSS pixels of the document), or of the viewport. */
  async screenshot(clip: Clip | null, options: ScreenshotOptions = {}): Promise<Buffer> {
    return captureScreenshot(this.tab.session, clip, options, this.#signal);
  }

  async #ownerOf(root: PageFrame): Promise<SessionSnapshot['owner']> {
    const parent = this.frames.find(({ frameId }) => frameId === root.parentId)?.session ?? this.tab.session;
    const owner = await parent.send('DOM.getFrameOwner', { frameId: root.frameId }).catch(() => null);
    return owner && { session: parent, backendNodeId: owner.backendNodeId };
  }
}
