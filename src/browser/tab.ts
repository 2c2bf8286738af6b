import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import { DocumentSources } from './document-source.ts';
import { DocumentTracker } from './document-tracker.ts';
import { FrameSessions } from './frames.ts';
import { PageGuards } from './guards.ts';
import { evaluateAlone } from './isolated-world.ts';
import { NetworkActivity } from './network-activity.ts';
import { answerPasswordQuestions, logInToProxy, loginUrl } from './proxy-login.ts';
import type { RunningBrowser } from './running-browser.ts';
import { InspectorSheets } from './sheets.ts';
import { disguisePage } from './stealth/disguise.ts';

/** What Chrome may keep of bodies, for `source()`; more is thrown away, oldest first. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;
const MAX_KEPT_BODY_BYTES = 24 * 1024 * 1024;
/** A page that asks for the size of its window too early is told 0, which no window of a person has. */
const WINDOW_IS_KNOWN =
  'new Promise(known=>{const end=performance.now()+500;' +
  'const look=()=>outerWidth>0||performance.now()>end?known(1):setTimeout(look,4);look()})';
const WINDOW_TIMEOUT_MS = 3_000;
const DISPOSE_TIMEOUT_MS = 3_000;

/**
 * One tab in a fresh context (no cookies, no storage, no cache of anyone's), which is thrown away with it. To be used
 * for one reading.
 */
export class Tab implements AsyncDisposable {
  readonly browser: RunningBrowser;
  readonly session: CdpSession;
  readonly contextId: string;
  /** Id of the main frame; it stays the same over navigations. */
  readonly frameId: string;
  readonly document: DocumentTracker;
  readonly network = new NetworkActivity();
  readonly frames: FrameSessions;
  readonly guards = new PageGuards();
  readonly sheets = new InspectorSheets();
  readonly sources: DocumentSources;
  #disposed: Promise<void> | null = null;

  private constructor(browser: RunningBrowser, session: CdpSession, contextId: string) {
    this.browser = browser;
    this.session = session;
    this.contextId = contextId;
    this.frameId = session.targetId;
    this.document = new DocumentTracker(session, this.frameId);
    this.sources = new DocumentSources(session);
    this.frames = new FrameSessions(session, browser.identity, async (frame) => {
      this.network.watch(frame);
      await this.sheets.watch(frame);
    });
    this.network.watch(session);
  }

  /**
   * Opens a blank tab, ready to navigate.
   * @throws CdpFault when the browser dies or does not answer; the signal's reason. Leaves nothing behind.
   */
  static async open(browser: RunningBrowser, signal?: AbortSignal): Promise<Tab> {
    const { root } = browser.connection;
    const { browserContextId } = await root.send('Target.createBrowserContext', contextOptions(browser), { signal });
    try {
      const { targetId } = await root.send(
        'Target.createTarget',
        { url: 'about:blank', browserContextId, ...browser.identity.window },
        { signal },
      );
      const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true }, { signal });
      const tab = new Tab(browser, root.child(sessionId, targetId), browserContextId);
      await tab.#prepare();
      return tab;
    } catch (thrown) {
      void ignoreLoss(root.send('Target.disposeBrowserContext', { browserContextId }));
      throw thrown;
    }
  }

  async #prepare(): Promise<void> {
    const { session, browser } = this;
    session.on('Inspector.targetCrashed', () => session.abandon());
    answerPasswordQuestions(session, browser.proxy);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Network.enable', {
        maxTotalBufferSize: MAX_KEPT_BYTES,
        maxResourceBufferSize: MAX_KEPT_BODY_BYTES,
      }),
      session.send('Inspector.enable'),
      session.send('Fetch.enable', {
        handleAuthRequests: true,
        patterns: [
          { urlPattern: '*', resourceType: 'Document' },
          ...(browser.proxy ? [{ urlPattern: loginUrl(browser.proxy) }] : []),
        ],
      }),
      disguisePage(session, browser.identity),
      this.frames.start(),
      this.sheets.watch(session),
      this.guards.start(browser.connection.root, session, this.contextId),
    ]);
    const offLogin = session.on('Fetch.requestPaused', ({ requestId }) => {
      void ignoreLoss(session.send('Fetch.continueRequest', { requestId }));
    });
    await Promise.all([
      browser.proxy && logInToProxy(session, this.frameId, browser.proxy),
      evaluateAlone(session, this.frameId, WINDOW_IS_KNOWN, { timeoutMs: WINDOW_TIMEOUT_MS }),
    ]);
    offLogin();
  }

  /** True when the tab or its browser has gone. */
  get lost(): boolean {
    return this.session.ended || this.browser.connection.closed;
  }

  /** Closes the tab and throws its context away; never fails. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    const { root } = this.browser.connection;
    const browserContextId = this.contextId;
    const gone = root.send('Target.disposeBrowserContext', { browserContextId }, { timeoutMs: DISPOSE_TIMEOUT_MS });
    // At once: whoever holds the page's scripts must not let them run on meanwhile.
    this.session.abandon();
    await ignoreLoss(gone);
  }
}

/** A context does not inherit the bypass list of the command line, so both are named when one is. */
function contextOptions({ proxy, proxyPerContext }: RunningBrowser) {
  const own = proxy && proxyPerContext;
  return {
    disposeOnDetach: true,
    ...(own && { proxyServer: `http://${proxy.host}:${proxy.port}`, proxyBypassList: '<-loopback>' }),
  };
}
