import type { HeldPage } from '../../browser/held-page.ts';
import { CAPTURED_STYLES, type CapturedSession } from '../../visibility/rendered/capture.ts';

export interface CapturedPage {
  readonly sessions: readonly CapturedSession[];
  /** By number of session: where commands about its nodes go. */
  readonly heldSessions: readonly HeldPage['frames'][number]['session'][];
  /** Frames that could not be captured. */
  readonly lostFrames: number;
}

/** One snapshot of the page and of all frames in processes of their own. */
export async function capturePage(held: HeldPage): Promise<CapturedPage> {
  const all = await held.snapshot(CAPTURED_STYLES);
  const taken = all.flatMap((each) => (each.snapshot ? [{ ...each, snapshot: each.snapshot }] : []));
  const sessions = taken.map(({ snapshot, owner }) => {
    const outer = owner ? taken.findIndex(({ session }) => session === owner.session) : -1;
    return {
      capture: snapshot,
      owner: owner && outer >= 0 ? { session: outer, backendNodeId: owner.backendNodeId } : null,
    };
  });
  return { sessions, heldSessions: taken.map(({ session }) => session), lostFrames: all.length - taken.length };
}
