import { createWorld } from '../../browser/isolated-world.ts';
import type { StandingPage } from './standing-page.ts';

/** Animations that a script made stand in no style sheet. They are told per tree, so open shadow trees are asked too. */
const SCRIPT = `(() => {
  const moves = (root) =>
    root.getAnimations().some((each) => !(each instanceof CSSAnimation || each instanceof CSSTransition)) ||
    Array.from(root.querySelectorAll('*')).some(({ shadowRoot }) => shadowRoot && moves(shadowRoot));
  return moves(document);
})()`;
const TIMEOUT_MS = 2_000;

/** True as well when a frame does not say. For use in the hold. */
export async function hasScriptedAnimations({ frames }: Pick<StandingPage, 'frames'>): Promise<boolean> {
  const answers = await Promise.all(
    frames.map(async ({ session, frameId }) => {
      try {
        const contextId = await createWorld(session, frameId, { timeoutMs: TIMEOUT_MS });
        // Without waiting for promises: none is kept in the hold.
        const asked = { contextId, expression: SCRIPT, returnByValue: true };
        const { result } = await session.send('Runtime.evaluate', asked, { timeoutMs: TIMEOUT_MS });
        return result.value !== false;
      } catch {
        return true;
      }
    }),
  );
  return answers.includes(true);
}
