import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import type { PageFrame } from './frames.ts';

interface Sheet {
  readonly session: CdpSession;
  readonly frameId: string;
  readonly loaderId: string;
  readonly styleSheetId: string;
}

interface PageSheet {
  readonly session: CdpSession;
  readonly styleSheetId: string;
  isChanged: boolean;
  /** As it was announced; asked for once. */
  text?: Promise<string | null>;
}

/** As specific as four ids: stronger than what pages write, inline `!important` aside. */
const STRONG = ':not(#_):not(#_):not(#_):not(#_)';
/**
 * Goes before every text: neither what the text changes nor its removal may start a transition, which the page would
 * see, and moving things must stand still from one picture to the next. `transition: none` would end running ones.
 */
const STILL_SHEET =
  `*${STRONG},*${STRONG}::before,*${STRONG}::after{transition-duration:0s!important;transition-delay:0s!important;` +
  'animation-play-state:paused!important;caret-color:transparent!important}';

/**
 * One inspector style sheet in each frame. Such sheets are no part of the page: they are in no list of style sheets,
 * and a page can only notice them by their effects, which the hold keeps from it.
 */
export class InspectorSheets {
  #sheets: Sheet[] = [];
  readonly #pageSheets: PageSheet[] = [];
  #used = false;
  #preparing: Promise<void> = Promise.resolve();

  /**
   * To be called for each session before it loads anything: enabled on a page that has loaded, Chrome's CSS domain
   * fetches style sheets again that must not be cached, which the site can see (measured).
   */
  async watch(session: CdpSession): Promise<void> {
    session.on('CSS.styleSheetAdded', ({ header }) => {
      if (header.origin !== 'inspector')
        this.#pageSheets.push({ session, styleSheetId: header.styleSheetId, isChanged: false });
    });
    session.on('CSS.styleSheetChanged', ({ styleSheetId }) => {
      const sheet = this.#pageSheets.find((each) => each.styleSheetId === styleSheetId);
      if (sheet) sheet.isChanged = true;
    });
    session.on('CSS.styleSheetRemoved', ({ styleSheetId }) => {
      const index = this.#pageSheets.findIndex((each) => each.styleSheetId === styleSheetId);
      if (index !== -1) this.#pageSheets.splice(index, 1);
    });
    await session.send('DOM.enable');
    await session.send('CSS.enable');
  }

  /** Makes the (empty) sheets; to be called before the hold. Frames that have gone meanwhile are left out. */
  prepare(all: readonly PageFrame[]): Promise<void> {
    // One after the other: two at once would make two sheets for a frame.
    const preparing = this.#preparing.catch(() => {}).then(() => this.#prepare(all));
    this.#preparing = preparing;
    return preparing;
  }

  async #prepare(all: readonly PageFrame[]): Promise<void> {
    const frames = all.filter(({ silent }) => !silent);
    const sessions = [...new Set(frames.map(({ session }) => session))];
    await Promise.all(sessions.map((session) => session.send('DOM.getDocument', { depth: 0 })));
    // A sheet belongs to one document: those of documents that have been replaced are of no use any more.
    const isCurrent = (sheet: Sheet) => frames.some((frame) => isFor(sheet, frame));
    this.#sheets = this.#sheets.filter(isCurrent);
    await Promise.all(frames.map((frame) => this.#make(frame)));
  }

  async #make(frame: PageFrame): Promise<void> {
    if (this.#sheets.some((sheet) => isFor(sheet, frame))) return;
    const { session, frameId, loaderId } = frame;
    const made = await session.send('CSS.createStyleSheet', { frameId, force: true }).catch(() => null);
    if (made) this.#sheets.push({ session, frameId, loaderId, styleSheetId: made.styleSheetId });
  }

  /** Frames that have a sheet. */
  get frameIds(): readonly string[] {
    return this.#sheets.map(({ frameId }) => frameId);
  }

  /** Sets the text of the sheets of all frames, or of one; the next snapshot or picture shows it. */
  async set(text: string, frameId?: string): Promise<void> {
    this.#used = true;
    await this.#write(STILL_SHEET + text, frameId);
  }

  async #write(text: string, frameId?: string): Promise<void> {
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
    await this.#write(STILL_SHEET);
    await this.flush();
    await this.#write('');
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

  /**
   * The text of every style sheet of the page, `null` for one that cannot be read. Of one that scripts have changed
   * rule by rule since it was announced, Chrome still gives the old text (measured), so that counts as unreadable.
   */
  async pageStyles(maxBytes: number): Promise<ReadonlyArray<string | null>> {
    const texts: Array<string | null> = [];
    let left = maxBytes;
    for (const sheet of this.#pageSheets) {
      const isRead = left > 0 && !sheet.isChanged;
      const text = isRead ? await textOf(sheet) : null;
      texts.push(text);
      left -= text?.length ?? 0;
    }
    return texts;
  }
}

function textOf(sheet: PageSheet): Promise<string | null> {
  const { session, styleSheetId } = sheet;
  sheet.text ??= session.send('CSS.getStyleSheetText', { styleSheetId }).then(
    ({ text }) => text,
    () => null,
  );
  return sheet.text;
}

function isFor(sheet: Sheet, frame: PageFrame): boolean {
  return sheet.session === frame.session && sheet.frameId === frame.frameId && sheet.loaderId === frame.loaderId;
}
