import type { CommandTarget } from '../../browser/cdp/session.ts';
import { CAPTURED_STYLES, type CapturedSession } from '../../visibility/rendered/capture.ts';
import { stylesInUse, usesOtherStyles } from '../../visibility/rendered/styles-in-use.ts';
import { BORDER_STYLE, withRects } from './layout-rects.ts';
import { hasScriptedAnimations } from './scripted-animations.ts';
import type { StandingPage, StandingSnapshot } from './standing-page.ts';

export interface CapturedPage {
  readonly sessions: readonly CapturedSession[];
  /** By number of session: where commands about its nodes go. */
  readonly heldSessions: readonly CommandTarget[];
  /** Frames that could not be captured. */
  readonly lostFrames: number;
}

/** Elements from which rectangles are better derived than captured; below, one call is faster than four. */
const MANY_ELEMENTS = 800;

/** One snapshot of the page and of all frames in processes of their own. `sheets`: the text of the page's sheets. */
export async function capturePage(page: StandingPage, sheets: readonly (string | null)[]): Promise<CapturedPage> {
  const all = (page.elements > MANY_ELEMENTS ? await captureLean(page, sheets) : null) ?? (await captureWhole(page));
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

function captureWhole(page: StandingPage): Promise<readonly StandingSnapshot[]> {
  return page.snapshot({ styles: CAPTURED_STYLES });
}

/** Without the rectangles, which are then derived, and without styles that nothing sets. Null when they cannot be. */
async function captureLean(
  page: StandingPage,
  sheets: readonly (string | null)[],
): Promise<readonly StandingSnapshot[] | null> {
  const some = stylesInUse(sheets);
  const take = (styles: readonly string[]) => page.snapshot({ styles: [...styles, BORDER_STYLE], rects: false });
  // Asked first: what comes after a snapshot waits for it.
  const asking = hasScriptedAnimations(page);
  let all = await take(some);
  const animated = await asking;
  const isShort = some.length < CAPTURED_STYLES.length;
  if (isShort && (animated || all.some(({ snapshot }) => snapshot && usesOtherStyles(snapshot)))) {
    all = await take(CAPTURED_STYLES);
  }
  const completed = await Promise.all(
    all.map(async (each) => each.snapshot && { ...each, snapshot: await withRects(each.session, each.snapshot) }),
  );
  if (completed.some((each) => each !== null && each.snapshot === null)) return null;
  return all.map((each, index) => completed[index] ?? each);
}
