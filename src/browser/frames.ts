import type { Protocol } from 'devtools-protocol/types/protocol.js';
import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import type { Identity } from './identity.ts';
import { disguiseFrame, disguiseWorker } from './stealth/disguise.ts';
import { NO_LASTING_WORKERS } from './stealth/lasting-workers.ts';

/** One frame of a page, wherever Chrome keeps it. */
export interface PageFrame {
  readonly frameId: string;
  readonly parentId: string | null;
  readonly url: string;
  /** Names the document that the frame shows now. */
  readonly loaderId: string;
  /** Where its document can be asked for: the tab's own session, or one of its own when it is in another process. */
  readonly session: CdpSession;
  /** True when it is the topmost frame of its session, so that its snapshot is a document of its own. */
  readonly isSessionRoot: boolean;
  /** Its process does not answer (a script that never ends): it cannot be read, and is to be counted as left out. */
  readonly silent: boolean;
}

const MAX_SESSIONS = 64;
const ANSWER_MS = 2_000;

/**
 * Attaches to frames in processes of their own and to workers as they start, before their first script runs. Shared
 * and service workers belong to no page: see stealth/lasting-workers.ts.
 */
export class FrameSessions {
  readonly #root: CdpSession;
  readonly #identity: Identity;
  readonly #onFrame: (session: CdpSession) => Promise<void>;
  readonly #frames = new Map<string, CdpSession>();
  #refused = 0;

  constructor(root: CdpSession, identity: Identity, onFrame: (session: CdpSession) => Promise<void>) {
    this.#root = root;
    this.#identity = identity;
    this.#onFrame = onFrame;
  }

  /** The tab's own session first, then those of frames in other processes. */
  get sessions(): readonly CdpSession[] {
    return [this.#root, ...this.#frames.values()];
  }

  /** Frames that could not be attached to because there were too many. */
  get refused(): number {
    return this.#refused;
  }

  async start(): Promise<void> {
    await this.#attachChildren(this.#root);
  }

  /** All frames of the page as they are now, parents before children. */
  async list(): Promise<readonly PageFrame[]> {
    const trees = await Promise.all(
      this.sessions.map(async (session) => {
        const tree = await session.send('Page.getFrameTree', undefined, { timeoutMs: ANSWER_MS }).catch(() => null);
        if (tree !== null) return flatten(tree.frameTree, session, null);
        return session.ended ? [] : [silentFrame(session)];
      }),
    );
    return trees.flat();
  }

  async #attachChildren(parent: CdpSession): Promise<void> {
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      void ignoreLoss(this.#welcome(parent.child(sessionId, targetInfo.targetId), targetInfo.type));
    });
    const how = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await parent.send('Target.setAutoAttach', { ...how, filter: NO_LASTING_WORKERS });
  }

  async #welcome(session: CdpSession, type: string): Promise<void> {
    try {
      if (type === 'iframe') await this.#welcomeFrame(session);
      else if (type === 'worker') await this.#welcomeWorker(session);
    } finally {
      await ignoreLoss(session.send('Runtime.runIfWaitingForDebugger'));
    }
  }

  async #welcomeFrame(session: CdpSession): Promise<void> {
    if (this.#frames.size >= MAX_SESSIONS) {
      this.#refused++;
      return;
    }
    this.#frames.set(session.id, session);
    session.whenEnded(() => this.#frames.delete(session.id));
    await Promise.all([
      this.#onFrame(session),
      session.send('Network.enable'),
      session.send('Page.enable'),
      disguiseFrame(session, this.#identity),
      this.#attachChildren(session),
    ]);
  }

  async #welcomeWorker(session: CdpSession): Promise<void> {
    await Promise.all([disguiseWorker(session, this.#identity), this.#attachChildren(session)]);
  }
}

function flatten(tree: Protocol.Page.FrameTree, session: CdpSession, parentId: string | null): PageFrame[] {
  const { frame } = tree;
  const own: PageFrame = {
    frameId: frame.id,
    parentId: parentId ?? frame.parentId ?? null,
    url: frame.url,
    loaderId: frame.loaderId,
    session,
    isSessionRoot: parentId === null,
    silent: false,
  };
  return [own, ...(tree.childFrames ?? []).flatMap((child) => flatten(child, session, frame.id))];
}

/** The target of a frame session has the id of its frame. */
function silentFrame(session: CdpSession): PageFrame {
  return {
    frameId: session.targetId,
    parentId: null,
    url: '',
    loaderId: '',
    session,
    isSessionRoot: true,
    silent: true,
  };
}
