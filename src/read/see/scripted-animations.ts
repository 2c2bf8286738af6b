import { askFrame } from './ask-frame.ts';
import type { StandingPage } from './standing-page.ts';

/** Animations that a script made stand in no style sheet. They are told per tree, so open shadow trees are asked too. */
const SCRIPT = `(() => {
  const moves = (root) =>
    root.getAnimations().some((each) => !(each instanceof CSSAnimation || each instanceof CSSTransition)) ||
    Array.from(root.querySelectorAll('*')).some(({ shadowRoot }) => shadowRoot && moves(shadowRoot));
  return moves(document);
})()`;

/** True as well when a frame does not say. For use in the hold. */
export async function hasScriptedAnimations({ frames }: Pick<StandingPage, 'frames'>): Promise<boolean> {
  const answers = await Promise.all(frames.map((frame) => askFrame(frame, SCRIPT)));
  return answers.some((answer) => answer !== false);
}
