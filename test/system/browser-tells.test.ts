import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { arch, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CdpConnection } from '../../src/browser/cdp/connection.ts';
import { ignoreLoss } from '../../src/browser/cdp/fault.ts';
import { openPipe } from '../../src/browser/cdp/pipe-transport.ts';
import { startPiped } from '../../src/browser/chrome.ts';
import { browserVersion } from '../../src/browser/find.ts';
import { makeIdentity } from '../../src/browser/identity.ts';
import { withPage } from '../../src/browser/open-page.ts';
import { browsersToTest, startPool } from '../kit/chrome.ts';
import { startGatedSite } from '../kit/gated-site.ts';

/** What public detectors of automation look at, in a page, in frames and in workers. */
const LOOK = `async (scope) => {
  const n = scope.navigator;
  const hints = n.userAgentData
    ? await n.userAgentData.getHighEntropyValues(['platformVersion','architecture','bitness','model','fullVersionList','wow64','formFactors'])
    : null;
  return JSON.stringify({
    webdriver: String(n.webdriver), agent: n.userAgent, appVersion: n.appVersion, platform: n.platform,
    languages: n.languages.join(), language: n.language, cores: n.hardwareConcurrency, hints,
    locale: Intl.DateTimeFormat().resolvedOptions().locale, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    own: Object.getOwnPropertyNames(n).length,
    nativeGetter: /native code/.test(String(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(n), 'userAgent').get)),
  });
}`;

const PAGE = `<!doctype html><meta charset=utf-8><body><p>page</p><script>
const look = ${LOOK};
const R = {};
const once = (name, promise) => Promise.race([promise, new Promise(r => setTimeout(r, 4000, 'null'))]).then(v => R[name] = JSON.parse(v));
const worker = 'const look=' + ${JSON.stringify(LOOK)} + ';';
const url = (code) => URL.createObjectURL(new Blob([code]));
addEventListener('message', e => e.data.frame && (R[e.data.frame] = JSON.parse(e.data.said)));
const windowFacts = () => {
  let reads = 0;
  const trap = new Error(); Object.defineProperty(trap, 'stack', { get() { reads++; return ''; } });
  const object = {}; Object.defineProperty(object, 'id', { get() { reads++; return ''; } });
  console.debug(trap); console.log(object); console.table([object]);
  console.debug(new Proxy({}, { ownKeys() { reads++; return []; }, get() { reads++; } }));
  const start = performance.now(); debugger; const stop = performance.now() - start;
  const box = document.createElement('div'); box.style.cssText = 'overflow:scroll;width:99px';
  document.body.append(box); const scrollbar = box.offsetWidth - box.clientWidth; box.remove();
  return {
    reads, debuggerMs: stop, scrollbar,
    inner: [innerWidth, innerHeight], outer: [outerWidth, outerHeight], screen: [screen.width, screen.height, screen.availWidth, screen.availHeight],
    hover: matchMedia('(hover:hover)').matches, pointer: matchMedia('(pointer:fine)').matches, any: matchMedia('(any-pointer:fine)').matches,
    touch: navigator.maxTouchPoints, focus: document.hasFocus(), shown: document.visibilityState,
    marks: [...Object.keys(window), ...Object.keys(document)].filter(k => /cdc_|webdriver|selenium|phantom|puppeteer|playwright|_Recaptcha|domAutomation|callSelenium/i.test(k)),
    attributes: document.documentElement.getAttributeNames().join(), sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    stack: (() => { try { null.x } catch (e) { return e.stack } })(),
    plugins: navigator.plugins.length, chrome: typeof window.chrome, notification: Notification.permission,
    history: history.length, referrer: document.referrer, entries: performance.getEntriesByType('resource').map(e => e.name),
    offset: new Date().getTimezoneOffset(),
  };
};
(async () => {
  R.window = windowFacts();
  R.permission = (await navigator.permissions.query({ name: 'notifications' })).state;
  await once('page', look(window));
  const frame = document.createElement('iframe'); frame.srcdoc = '<p>x'; document.body.append(frame);
  await new Promise(r => frame.onload = r);
  await once('frame', look(frame.contentWindow));
  const far = document.createElement('iframe'); far.src = 'http://other.localhost/far'; document.body.append(far);
  const w = new Worker(url(worker + 'look(self).then(postMessage)'));
  await once('worker', new Promise(r => w.onmessage = e => r(e.data)));
  const nested = new Worker(url('const w=new Worker(URL.createObjectURL(new Blob([' + JSON.stringify(worker + 'look(self).then(postMessage)') + '])));w.onmessage=e=>postMessage(e.data)'));
  await once('nested', new Promise(r => nested.onmessage = e => r(e.data)));
  const s = new SharedWorker(url(worker + 'onconnect=e=>look(self).then(v=>e.ports[0].postMessage(v))'));
  await once('shared', new Promise(r => s.port.onmessage = e => r(e.data)));
  const registered = await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready;
  await once('service', new Promise(r => { navigator.serviceWorker.onmessage = e => r(e.data); registered.active.postMessage(1); }));
  for (let i = 0; i < 40 && !R.far; i++) await new Promise(r => setTimeout(r, 100));
  R.done = true;
})().catch(e => R.fault = String(e.stack)).finally(() => R.ended = true);
</script>`;
const FAR = `<p>far</p><script>(${LOOK})(window).then(said => parent.postMessage({ frame: 'far', said }, '*'))</script>`;
const SERVICE = `const look=${LOOK};oninstall=()=>skipWaiting();onactivate=e=>e.waitUntil(clients.claim());
onmessage=e=>look(self).then(v=>e.source.postMessage(v))`;

interface Looked {
  webdriver: string;
  agent: string;
  appVersion: string;
  platform: string;
  languages: string;
  language: string;
  cores: number;
  locale: string;
  zone: string;
  own: number;
  nativeGetter: boolean;
  hints: { brands: Array<{ brand: string }>; fullVersionList: unknown[]; platform: string } | null;
}

describe.each(await browsersToTest())('with $name', ({ browser }) => {
  test('no detector of automation fires in page, frames or workers, and all tell the same', async () => {
    const headers: Array<IncomingMessage['headers']> = [];
    const answer = (body: string, type: string) => (request: IncomingMessage, response: ServerResponse) => {
      headers.push(request.headers);
      response
        .writeHead(200, {
          'Content-Type': type,
          'Accept-CH': 'Sec-CH-UA-Full-Version-List, Sec-CH-UA-Platform-Version, Sec-CH-UA-Arch, Sec-CH-UA-Bitness',
        })
        .end(body);
    };
    await using site = await startGatedSite({
      '/': answer(PAGE, 'text/html'),
      '/far': answer(FAR, 'text/html'),
      '/sw.js': answer(SERVICE, 'text/javascript'),
    });
    await using pool = await startPool({ browser, proxy: site.proxy });
    const request = { url: site.url('/', 'site.localhost'), signal: AbortSignal.timeout(40_000) };
    const R = await withPage(pool.pool, request, async (page) => {
      const ask = async () => {
        const { result } = await page.tab.session.send('Runtime.evaluate', {
          expression: 'JSON.stringify(R)',
          returnByValue: true,
        });
        return JSON.parse(String(result.value));
      };
      await expect.poll(async () => (await ask()).ended, { timeout: 20_000 }).toBe(true);
      return ask();
    });
    expect(R.fault).toBeUndefined();
    const everywhere: Array<[string, Looked]> = ['page', 'frame', 'far', 'worker', 'nested', 'shared', 'service'].map(
      (name) => [name, R[name]],
    );
    const page: Looked = R.page;
    for (const [name, seen] of everywhere) {
      expect(seen, name).toBeTruthy();
      expect(`${seen.agent} ${seen.appVersion}`, name).not.toMatch(/headless/iu);
      expect(['false', 'undefined'], name).toContain(seen.webdriver);
      const { agent, platform: system, languages, language, cores, locale, zone } = seen;
      expect({ agent, system, languages, language, cores, locale, zone }, name).toEqual({
        agent: page.agent,
        system: page.platform,
        languages: 'en-US,en',
        language: 'en-US',
        cores: page.cores,
        locale: 'en-US',
        zone: page.zone,
      });
      expect(seen.own, name).toBe(0);
      expect(seen.nativeGetter, name).toBe(true);
      expect(seen.hints, name).toEqual(page.hints);
    }
    expect(page.webdriver).toBe('false');
    expect(JSON.stringify(page.hints)).not.toMatch(/headless/iu);
    expect(page.hints?.fullVersionList).toHaveLength(page.hints?.brands.length ?? 0);

    const { window } = R;
    expect(window).toMatchObject({
      reads: 0,
      hover: true,
      pointer: true,
      any: true,
      touch: 0,
      focus: true,
      shown: 'visible',
      marks: [],
      attributes: '',
      sheets: 0,
      history: 2,
      referrer: '',
      entries: [],
    });
    expect(window.scrollbar).toBeGreaterThan(0);
    expect(window.debuggerMs).toBeLessThan(50);
    expect(window.stack).toMatch(/^TypeError[\s\S]*http:\/\/site\.localhost\//u);
    expect([window.inner, window.outer]).toEqual([
      [1280, 800],
      [1280, 887],
    ]);
    expect(window.screen).toEqual([1920, 1080, 1920, 1080]);
    if (browser.kind !== 'headless-shell') {
      expect(window.plugins).toBeGreaterThan(0);
      expect(window.chrome).toBe('object');
      expect([window.notification, R.permission]).toEqual(['default', 'prompt']);
    }

    expect(headers.length).toBeGreaterThanOrEqual(3);
    for (const sent of headers) {
      expect(sent['user-agent']).toBe(page.agent);
      if (sent['accept-language'] !== undefined) expect(sent['accept-language']).toMatch(/^en-US,en(;q=0\.9)?$/u);
    }
    expect(headers[0]?.['sec-ch-ua']).toContain('Chromium');
    expect(headers[0]?.['sec-ch-ua']).not.toMatch(/headless/iu);
  });

  test('the made-up identity is what this build itself would say, headless words aside', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plainsight-plain-'));
    const flags = [
      '--headless',
      '--remote-debugging-pipe=cbor',
      `--user-data-dir=${folder}`,
      '--disable-gpu',
      '--no-first-run',
    ];
    const child = await startPiped(browser.path, process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags);
    try {
      const connection = new CdpConnection();
      connection.use(openPipe(child.toBrowser, child.fromBrowser, connection));
      const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true });
      const session = connection.root.child(sessionId, targetId);
      session.on('Fetch.requestPaused', ({ requestId }) => {
        // The icon of the page may be asked for while the browser is being ended.
        void ignoreLoss(
          session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            body: Buffer.from('<p>x').toString('base64'),
          }),
        );
      });
      await session.send('Page.enable');
      await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
      const loaded = session.next('Page.loadEventFired', () => true, { timeoutMs: 10_000 });
      await session.send('Page.navigate', { url: 'https://plain.test/' });
      await loaded;
      const { result } = await session.send('Runtime.evaluate', {
        expression: `(${LOOK})(window)`,
        awaitPromise: true,
        returnByValue: true,
      });
      const said = JSON.parse(String(result.value));
      const version = /[\d.]+/u.exec((await browserVersion(browser.path, AbortSignal.timeout(5000))) ?? '')?.[0] ?? '';
      const kind = browser.kind === 'headless-shell' ? 'chromium' : browser.kind;
      const identity = makeIdentity({ version, kind, system: platform(), architecture: arch(), release: release() });
      const plain = ({ brand }: { brand: string }) => !/headless/iu.test(brand);
      const { brands, fullVersionList, mobile, platform: system, ...rest } = said.hints;
      expect({ ...identity.metadata }).toEqual({
        ...rest,
        mobile,
        platform: system,
        brands: brands.filter(plain),
        fullVersionList: fullVersionList.filter(plain),
      });
      expect(identity.userAgent).toBe(said.agent.replace(/HeadlessChrome\/(\d+)[\d.]*/u, 'Chrome/$1.0.0.0'));
      expect(identity.platform).toBe(said.platform);
    } finally {
      child.kill();
      await child.exited;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test('Runtime.enable and Console.enable never go over the wire, whatever is done', async () => {
    const sent: string[] = [];
    await using site = await startGatedSite({
      '/': '<p>words</p><iframe src="http://other.test/inner"></iframe><script>new Worker(URL.createObjectURL(new Blob(["1"])))</script>',
      '/inner': '<p>inner</p>',
    });
    await using pool = await startPool({
      browser,
      proxy: site.proxy,
      onWire: (direction, message) => {
        if (direction === 'sent') sent.push(JSON.parse(message).method);
      },
    });
    await withPage(pool.pool, { url: site.url('/'), signal: AbortSignal.timeout(20_000) }, async (page) => {
      await page.reveal();
      await page.whileHeld(async (held) => {
        await held.snapshot({ styles: ['color', 'no-such-style'] });
        await held.sheets.set('p{color:red}');
        await held.screenshot(null);
      });
      await page.source();
      await page.tab.sheets.pageStyles(100_000);
      const forbidden = page.tab.session.send.bind(page.tab.session) as (name: string) => Promise<unknown>;
      await expect(forbidden('Runtime.enable')).rejects.toMatchObject({ kind: 'refused' });
    });
    expect(sent.length).toBeGreaterThan(30);
    expect(sent.filter((method) => method === 'Runtime.enable' || method === 'Console.enable')).toEqual([]);
  });
});
