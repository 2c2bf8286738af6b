import type { SnapshotDocument } from '../../visibility/rendered/snapshot.ts';
import type { StandingPage } from './standing-page.ts';

/** Rules for the sheets of single frames, by frame id. */
export class FrameRules {
  readonly #rules = new Map<string, string>();

  add(document: SnapshotDocument, css: string): void {
    if (css === '') return;
    const frameId = document.string(document.raw.frameId);
    this.#rules.set(frameId, (this.#rules.get(frameId) ?? '') + css);
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  of(frameId: string): string {
    return this.#rules.get(frameId) ?? '';
  }
}

/** Sets the sheets of all frames: what is for all, and each frame's own rules. */
export async function setSheets(held: StandingPage, forAll: string, ...own: readonly FrameRules[]): Promise<void> {
  await Promise.all(
    held.sheets.frameIds.map((frameId) =>
      held.sheets.set(forAll + own.map((rules) => rules.of(frameId)).join(''), frameId),
    ),
  );
}
