import type { DocumentModel } from './model.ts';
import type { TextVerdict } from './verdict.ts';

/** Nobody scrolls on through so many screens of nothing (visibility.md, open risk 9). */
const MOST_EMPTY_SCREENS = 20;

/** Hides text that comes after a stretch of empty screens, downwards or to the side. */
export function hideBeyondGaps(model: DocumentModel, verdicts: readonly TextVerdict[]): void {
  const { viewport } = model.document;
  beyond(model, verdicts, 'y', MOST_EMPTY_SCREENS * viewport.height);
  beyond(model, verdicts, 'x', MOST_EMPTY_SCREENS * viewport.width);
}

function beyond(model: DocumentModel, verdicts: readonly TextVerdict[], axis: 'x' | 'y', limit: number): void {
  const open = verdicts.filter(({ label }) => label === 'visible' || label === 'pixels');
  if (!open.some(({ shown }) => shown[axis] > limit)) return;
  const end = axis === 'y' ? 'height' : 'width';
  // A box of nearly a screen or less shows something where it is; a long one may be the empty stretch itself.
  const pictures = model.neighbours.boxes.filter(({ rect, picture }) => picture && rect[end] < limit);
  const content = [...open.map(({ shown }) => shown), ...pictures.map(({ rect }) => rect)];
  content.sort((a, b) => a[axis] - b[axis]);
  let reached = 0;
  for (const rect of content) {
    if (rect[axis] - reached > limit) break;
    reached = Math.max(reached, rect[axis] + rect[end]);
  }
  for (const verdict of open) {
    if (verdict.shown[axis] <= reached) continue;
    verdict.label = 'hidden';
    verdict.reason = 'beyond twenty empty screens';
  }
}
