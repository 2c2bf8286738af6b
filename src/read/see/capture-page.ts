import type { CdpSession } from '../../browser/cdp/session.ts';
import type { HeldPage } from '../../browser/held-page.ts';
import type { Snapshot } from '../../browser/snapshot.ts';
import { CAPTURED_STYLES, type CapturedSession } from '../../visibility/rendered/capture.ts';
import { BORDER_STYLE, withRects } from './layout-rects.ts';

export interface CapturedPage {
  readonly sessions: readonly CapturedSession[];
  /** By number of session: where commands about its nodes go. */
  readonly heldSessions: readonly CdpSession[];
  /** Frames that could not be captured. */
  readonly lostFrames: number;
}

/** Elements from which rectangles are better derived than captured; below, one call is faster than four. */
const MANY_ELEMENTS = 800;

/** One snapshot of the page and of all frames in processes of their own. */
export async function capturePage(held: HeldPage): Promise<CapturedPage> {
  const isLarge = held.elements > MANY_ELEMENTS;
  const wanted = isLarge
    ? { styles: [...CAPTURED_STYLES, BORDER_STYLE], rects: false }
    : { styles: CAPTURED_STYLES, rects: true };
  const all = await held.snapshot(wanted);
  const taken = all.flatMap((each) => (each.snapshot ? [{ ...each, snapshot: each.snapshot }] : []));
  const sessions = await Promise.all(
    taken.map(async ({ session, snapshot, owner }) => {
      const outer = owner ? taken.findIndex((each) => each.session === owner.session) : -1;
      return {
        capture: isLarge ? await complete(held, session, snapshot) : snapshot,
        owner: owner && outer >= 0 ? { session: outer, backendNodeId: owner.backendNodeId } : null,
      };
    }),
  );
  return { sessions, heldSessions: taken.map(({ session }) => session), lostFrames: all.length - taken.length };
}

async function complete(held: HeldPage, session: CdpSession, snapshot: Snapshot): Promise<Snapshot> {
  return (await withRects(session, snapshot)) ?? held.snapshotAgain(session, { styles: CAPTURED_STYLES });
}
