import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import type { PageFrame } from './frames.ts';

interface Sheet {
  readonly session: CdpSession;
  readonly frameId: string;
  readonly styleSheetId: string;
}

/** Stops transitions from starting while a sheet is taken away; see `clear`. */
const STILL_SHEET =
  '*,*::before,*::after{transition-duration:0s!important;transition-delay:0s!important;' +
  'animation-play-state:paused!important}';

/**
 * One inspector style sheet in each frame. Such sheets are no part of the page: they are in no list of style sheets,
 * and a page can only notice them by their effects, which the hold keeps from it.
 */
export class InspectorSheets {
  readonly #sheets: Sheet[] = [];
  readonly #prepared = new Set<CdpSession>();
  readonly #pageSheets: Array<{ session: CdpSession; styleSheetId: string }> = [];
  #used = false;

  /** Makes the (empty) sheets; to be called before the hold. Frames that have gone meanwhile are left out. */
  async prepare(frames: readonly PageFrame[]): Promise<void> {
    const sessions = [...new Set(frames.map(({ session }) => session))];
    await Promise.all(sessions.map((session) => this.#enable(session)));
    await Promise.all(frames.map(({ session, frameId }) => this.#make(session, frameId)));
  }

  async #enable(session: CdpSession): Promise<void> {
    if (this.#prepared.has(session)) return;
    this.#prepared.add(session);
    session.on('CSS.styleSheetAdded', ({ header }) => {
      if (header.origin !== 'inspector') this.#pageSheets.push({ session, styleSheetId: header.styleSheetId });
    });
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    await session.send('DOM.getDocument', { depth: 0 });
  }

  async #make(session: CdpSession, frameId: string): Promise<void> {
    if (this.#sheets.some((sheet) => sheet.frameId === frameId && sheet.session === session)) return;
    const made = await session.send('CSS.createStyleSheet', { frameId, force: true }).catch(() => null);
    if (made) this.#sheets.push({ session, frameId, styleSheetId: made.styleSheetId });
  }

  /** Frames that have a sheet. */
  get frameIds(): readonly string[] {
    return this.#sheets.map(({ frameId }) => frameId);
  }

  /** Sets the text of the sheets of all frames, or of one; the next snapshot or picture shows it. */
  async set(text: string, frameId?: string): Promise<void> {
    this.#used = true;
    const sheets = this.#sheets.filter((sheet) => frameId === undefined || sheet.frameId === frameId);
    await Promise.all(
      sheets.map(({ session, styleSheetId }) =>
        ignoreLoss(session.send('CSS.setStyleSheetText', { styleSheetId, text })),
      ),
    );
  }

  /** Takes everything away in two steps: at once, the page's own transitions would start. To be called in the hold. */
  async clear(): Promise<void> {
    if (!this.#used) return;
    await this.set(STILL_SHEET);
    await this.flush();
    await this.set('');
    await this.flush();
    this.#used = false;
  }

  /** Makes each session compute style and layout now. */
  async flush(): Promise<void> {
    const sessions = new Set(this.#sheets.map(({ session }) => session));
    await Promise.all(
      [...sessions].map(async (session) => {
        const document = await session.send('DOM.getDocument', { depth: 0 }).catch(() => null);
        if (document) await session.send('DOM.getBoxModel', { nodeId: document.root.nodeId }).catch(() => {});
      }),
    );
  }

  /** The text of every style sheet of the page, `null` for one that cannot be read. */
  async pageStyles(maxBytes: number): Promise<ReadonlyArray<string | null>> {
    const texts: Array<string | null> = [];
    let left = maxBytes;
    for (const { session, styleSheetId } of this.#pageSheets) {
      const sheet = left > 0 ? await session.send('CSS.getStyleSheetText', { styleSheetId }).catch(() => null) : null;
      texts.push(sheet?.text ?? null);
      left -= sheet?.text.length ?? 0;
    }
    return texts;
  }
}
