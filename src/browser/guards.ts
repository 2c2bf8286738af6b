import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';

/** What a page tried that a reading does not allow. */
export interface GuardCounts {
  readonly dialogs: number;
  readonly popups: number;
  readonly downloads: number;
}

/** Answers dialogs at once, closes windows that the page opens, refuses downloads; counts all three. */
export class PageGuards {
  readonly #counts = { dialogs: 0, popups: 0, downloads: 0 };

  get counts(): GuardCounts {
    return { ...this.#counts };
  }

  async start(browser: CdpSession, session: CdpSession, contextId: string): Promise<void> {
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      this.#counts.dialogs++;
      // Leaving a page is always allowed; a question is answered with "no", as by a person who closes it.
      const accept = type === 'alert' || type === 'beforeunload';
      void ignoreLoss(session.send('Page.handleJavaScriptDialog', { accept }));
    });
    const offWindows = browser.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.browserContextId !== contextId || targetInfo.targetId === session.targetId) return;
      if (targetInfo.type !== 'page') return;
      this.#counts.popups++;
      void ignoreLoss(browser.send('Target.closeTarget', { targetId: targetInfo.targetId }));
    });
    const offDownloads = browser.on('Browser.downloadWillBegin', ({ frameId }) => {
      if (frameId === session.targetId) this.#counts.downloads++;
    });
    session.whenEnded(() => {
      offWindows();
      offDownloads();
    });
    await browser.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      browserContextId: contextId,
      eventsEnabled: true,
    });
  }
}
