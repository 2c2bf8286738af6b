import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { HeldPage } from '../../src/browser/held-page.ts';
import type { LoadedPage } from '../../src/browser/loaded-page.ts';
import { withPage } from '../../src/browser/open-page.ts';
import { browsersToTest, startPool } from '../kit/chrome.ts';
import { startGatedSite } from '../kit/gated-site.ts';

const browsers = await browsersToTest();

/** Listens on loopback and counts what should never come: connections and datagrams. */
async function startCanary() {
  let connections = 0;
  const tcp: Server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nAccess-Control-Allow-Origin: *\r\n\r\nhi');
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const address = tcp.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const udp = createSocket('udp4').on('message', () => connections++);
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    port,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      tcp.close();
      udp.close();
    },
  };
}

/** Every way in which a page could reach the port on this machine. */
function reaching(port: number): string {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    'sub.localhost.',
    '127.1',
    '0.0.0.0',
    '2130706433',
    '[::ffff:127.0.0.1]',
  ];
  return `<!doctype html><meta charset=utf-8>
<link rel=preconnect href="http://127.0.0.1:${port}"><link rel=dns-prefetch href="//localhost:${port}">
<link rel=prefetch href="http://127.0.0.1:${port}/p"><link rel=preload as=image href="http://127.0.0.1:${port}/l">
<link rel=modulepreload href="http://127.0.0.1:${port}/m.js"><link rel=stylesheet href="http://127.0.0.1:${port}/c.css">
<link rel=prerender href="http://127.0.0.1:${port}/pr"><link rel=icon href="http://127.0.0.1:${port}/icon"><link rel=manifest href="http://127.0.0.1:${port}/manifest">
<style>@import "http://127.0.0.1:${port}/import.css";li{list-style:url(http://127.0.0.1:${port}/li)}i{cursor:url(http://127.0.0.1:${port}/cur),auto;mask-image:url(http://127.0.0.1:${port}/mask);border-image:url(http://127.0.0.1:${port}/bi) 1}
i::before{content:image-set(url(http://127.0.0.1:${port}/set) 1x)}u{filter:url(http://127.0.0.1:${port}/f.svg#x);shape-outside:url(http://127.0.0.1:${port}/shape);float:left}</style><ul><li>one</ul><i>two</i><u>three</u>
<a id=ping ping="http://127.0.0.1:${port}/ping" href="#x">four</a><svg><image href="http://127.0.0.1:${port}/svg"/><use href="http://127.0.0.1:${port}/use.svg#a"/></svg>
<video><source src="http://127.0.0.1:${port}/src"><track default src="http://127.0.0.1:${port}/track"></video><img srcset="http://127.0.0.1:${port}/2x 2x, http://127.0.0.1:${port}/1x 1x"><iframe srcdoc="<img src=http://127.0.0.1:${port}/doc>"></iframe>
<script type=speculationrules>{"prefetch":[{"urls":["http://127.0.0.1:${port}/s"],"eagerness":"immediate"}],"prerender":[{"urls":["http://127.0.0.1:${port}/r"],"eagerness":"immediate"}]}</script>
<style>@font-face{font-family:x;src:url(http://127.0.0.1:${port}/f.woff)}p{font-family:x;background:url(http://127.0.0.1:${port}/b)}</style>
<p>words</p><img src="http://127.0.0.1:${port}/i"><img src="/redirect"><iframe src="http://127.0.0.1:${port}/f"></iframe><iframe src="/redirect"></iframe>
<video src="http://127.0.0.1:${port}/v" autoplay></video><object data="http://127.0.0.1:${port}/o"></object><embed src="http://127.0.0.1:${port}/e">
<script src="http://127.0.0.1:${port}/s.js"></script>
<script>
window.tried=0;const t=()=>window.tried++;
for(const h of ${JSON.stringify(hosts)}){fetch('http://'+h+':${port}/').then(t,t);const x=new XMLHttpRequest();x.open('GET','http://'+h+':${port}/x');x.onloadend=t;x.send();
try{const w=new WebSocket('ws://'+h+':${port}/');w.onerror=w.onopen=t}catch{}}
fetch('/redirect').then(t,t);navigator.sendBeacon('http://127.0.0.1:${port}/beacon','x');new EventSource('http://127.0.0.1:${port}/es').onerror=t;
new Worker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:${port}/w');new WebSocket('ws://127.0.0.1:${port}/ww');try{importScripts('http://127.0.0.1:${port}/is')}catch{}"])));
new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:${port}/sw');new WebSocket('ws://127.0.0.1:${port}/sws');new EventSource('http://127.0.0.1:${port}/ses');try{importScripts('http://127.0.0.1:${port}/sis')}catch{}"])));
document.getElementById('ping').click();fetch('http://127.0.0.1:${port}/kept',{keepalive:true}).then(t,t);try{fetchLater('http://127.0.0.1:${port}/later',{activateAfter:0})}catch{}
try{new WebSocketStream('ws://127.0.0.1:${port}/stream').opened.catch(()=>{})}catch{}navigator.serviceWorker&&navigator.serviceWorker.register('http://127.0.0.1:${port}/foreign.js').catch(()=>{});
document.fonts.add(new FontFace('y','url(http://127.0.0.1:${port}/face)'));document.fonts.load('9px y').then(t,t);new Audio('http://127.0.0.1:${port}/audio').play().then(t,t);
navigator.serviceWorker&&navigator.serviceWorker.register('/sw.js').catch(()=>{});
try{const c=new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${port}'},{urls:'turn:127.0.0.1:${port}?transport=tcp',username:'a',credential:'b'}]});c.createDataChannel('x');c.createOffer().then(o=>c.setLocalDescription(o));}catch{}
try{new WebTransport('https://127.0.0.1:${port}/')}catch{}
import('http://127.0.0.1:${port}/mod.js').then(t,t);window.open('http://127.0.0.1:${port}/pop');
const f=document.createElement('form');f.action='http://127.0.0.1:${port}/form';f.target='n';const n=document.createElement('iframe');n.name='n';document.body.append(n,f);f.submit();
</script>`;
}

/** Reports to the site once it has tried, so that its silence towards the canary means something. */
function serviceWorker(port: number): string {
  return `try{importScripts('http://127.0.0.1:${port}/imported')}catch{}
oninstall=e=>e.waitUntil((async()=>{await fetch('http://127.0.0.1:${port}/fromsw').catch(()=>{});await fetch('/redirect').catch(()=>{});
try{const w=new WebSocket('ws://127.0.0.1:${port}/socket');await new Promise(r=>w.onerror=w.onopen=r)}catch{}
try{const w=new WebTransport('https://127.0.0.1:${port}/');await w.ready.catch(()=>{})}catch{}await fetch('/tried-in-worker')})())`;
}

describe.each(browsers)('with $name', ({ browser }) => {
  test('nothing on a page reaches a port of this machine past the proxy', async () => {
    await using canary = await startCanary();
    const away = (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(302, { Location: `http://127.0.0.1:${canary.port}/redirected` }).end();
    const worker = (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(serviceWorker(canary.port));
    await using site = await startGatedSite({
      '/': reaching(canary.port),
      '/redirect': away,
      '/sw.js': worker,
      '/tried-in-worker': 'ok',
    });
    await using pool = await startPool({ browser, proxy: site.proxy });
    const request = { url: site.url('/', 'site.localhost'), signal: AbortSignal.timeout(30_000) };
    await withPage(pool.pool, request, async (page) => {
      const tried = async () => {
        const { result } = await page.tab.session.send('Runtime.evaluate', {
          expression: 'tried',
          returnByValue: true,
        });
        return Number(result.value);
      };
      await expect.poll(tried, { timeout: 15_000 }).toBeGreaterThanOrEqual(20);
      await expect
        .poll(() => site.requests.some((each) => each.includes('/tried-in-worker')), { timeout: 15_000 })
        .toBe(true);
      await page.settle({ capMs: 2_000 });
    });
    expect(site.refused.filter((each) => each.includes(String(canary.port))).length).toBeGreaterThan(20);
    expect(canary.connections).toBe(0);
  });

  test('the canary notices a browser without the proxy, so that its silence means something', async () => {
    await using canary = await startCanary();
    await using pool = await startPool({ browser, proxy: null });
    const url = `http://127.0.0.1:${canary.port}/`;
    await withPage(pool.pool, { url, signal: AbortSignal.timeout(20_000) }, async () => {});
    expect(canary.connections).toBeGreaterThan(0);
  });

  async function startWatched() {
    const site = await startGatedSite({
      '/': WATCHER,
      '/said': (_request, response) => void response.end(),
      '/a.css': (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/css', 'Cache-Control': 'no-store' }).end('p{margin:1em}'),
    });
    return { site, said: () => site.requests.filter((each) => each.includes('/said')) };
  }

  test('holding, snapshots, sheets and pictures leave no trace that a page or its server can see', async () => {
    const { site, said } = await startWatched();
    await using _site = site;
    await using pool = await startPool({ browser, proxy: site.proxy });
    await withPage(pool.pool, { url: site.url('/'), signal: AbortSignal.timeout(30_000) }, async (page) => {
      await wait(page, 'armed');
      const requests = site.requests.length;
      await page.whileHeld((held) => work(held, false));
      await page.tab.sheets.pageStyles(10_000);
      await page.source();
      await page.settle({ capMs: 1_000 });
      await wait(page, 'ticks-before>20');
      expect(said()).toEqual([]);
      expect(site.requests.slice(requests)).toEqual([]);
    });
  });

  test('a page that is read and closed sees nothing at all, not even that time has passed', async () => {
    const { site, said } = await startWatched();
    await using _site = site;
    await using pool = await startPool({ browser, proxy: site.proxy });
    await withPage(pool.pool, { url: site.url('/'), signal: AbortSignal.timeout(30_000) }, async (page) => {
      await wait(page, 'armed');
      await page.tab.session.send('Runtime.evaluate', { expression: 'strict=true' });
      await page.readAndClose(async (held) => {
        await work(held, true);
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(said()).toEqual([]);
  });

  test('the watcher sees what is done to a page without holding it, so that its silence means something', async () => {
    const { site, said } = await startWatched();
    await using _site = site;
    await using pool = await startPool({ browser, proxy: site.proxy });
    await withPage(pool.pool, { url: site.url('/'), signal: AbortSignal.timeout(30_000) }, async (page) => {
      await wait(page, 'armed');
      await page.tab.sheets.prepare(await page.tab.frames.list());
      await page.tab.sheets.set('p{color:red!important}');
      await wait(page, 'ticks-before>20');
      await expect.poll(said).not.toEqual([]);
    });
  });
});

async function work(held: HeldPage, beyondViewport: boolean): Promise<void> {
  await held.snapshot({ styles: ['color', 'opacity'] });
  await held.sheets.set('*{-webkit-text-fill-color:transparent!important;color:red!important}');
  await held.screenshot({ x: 0, y: 0, width: 1280, height: beyondViewport ? 3000 : 700 }, { beyondViewport });
  await held.screenshot(null);
  await held.snapshot({ styles: ['color'] });
}

async function wait(page: LoadedPage, condition: string): Promise<void> {
  const expression = `window.before=ticks;new Promise(r=>{const f=()=>${condition}?r():setTimeout(f,10);f()})`;
  await page.tab.session.send('Runtime.evaluate', { expression, awaitPromise: true });
}

/**
 * Watches everything that a page can watch, and counts what it started and what came back. A long task is a tell
 * only in the strict mode and as long as a gap in the clock: a busy machine gives any page tasks of 50 ms.
 */
const WATCHER = `<!doctype html><meta charset=utf-8><link rel=stylesheet href=/a.css>
<style>p{color:#000;transition:all .2s}#tall{height:100vh}</style>
<p id=p>${'Words that stand here. '.repeat(20)}</p><div id=tall></div><div style="height:4000px"></div><p id=low>low</p>
<script>
let ticks=0,armed=false,strict=false,before=0;setTimeout(()=>armed=true,500);const send=navigator.sendBeacon.bind(navigator);const L=(k,v)=>armed&&send('/said?'+encodeURIComponent(k+' '+(v===undefined?'':v)));
for(const t of ['resize','scroll','visibilitychange','focus','blur','resume','pageshow','beforeprint','afterprint','orientationchange','error','unhandledrejection','hashchange','popstate','languagechange'])addEventListener(t,e=>L('window',t),true);for(const t of ['pagehide','freeze'])addEventListener(t,()=>strict&&L('window',t));
for(const t of ['visibilitychange','scroll','selectionchange','transitionrun','transitionstart','transitionend','transitioncancel','animationstart','animationend','mousemove','mouseover','pointermove','wheel','keydown','focusin','focusout','fullscreenchange','securitypolicyviolation'])document.addEventListener(t,e=>L('document',t),true);
visualViewport.addEventListener('resize',()=>L('viewport resize'));visualViewport.addEventListener('scroll',()=>L('viewport scroll'));
let first=new WeakSet();const once=(name)=>(entries)=>entries.forEach(e=>first.has(e.target)?L(name,e.target.id):first.add(e.target));
new ResizeObserver(once('resized')).observe(tall);let seenLow=0;new IntersectionObserver(()=>seenLow++&&L('intersection')).observe(low);
new MutationObserver(ms=>L('mutations',ms.length)).observe(document,{subtree:true,childList:true,attributes:true,characterData:true});
for(const q of ['(min-height:2000px)','print','(prefers-color-scheme:dark)','(max-width:1000px)','(hover:none)'])matchMedia(q).addEventListener('change',()=>L('media',q));
for(const type of ['longtask','layout-shift','resource','paint','event'])try{new PerformanceObserver(l=>{for(const e of l.getEntries())if(e.startTime>900&&!e.name.includes('/said')&&(type!=='longtask'||(strict&&e.duration>250)))L('entry',type+' '+e.name)}).observe({type,buffered:true})}catch{}
let last='';let stamp=performance.now();const poll=()=>{ticks++;const now=performance.now();if(strict&&now-stamp>250)L('gap',now-stamp);stamp=now;const v=[getComputedStyle(p).color,getComputedStyle(p).webkitTextFillColor,innerWidth,innerHeight,outerWidth,devicePixelRatio,scrollX,scrollY,document.styleSheets.length,document.adoptedStyleSheets.length,document.visibilityState,document.hasFocus(),screen.width,tall.offsetHeight,document.documentElement.outerHTML.length,document.getAnimations().length,getSelection().toString(),history.length,document.activeElement.nodeName].join('|');if(last&&v!==last)L('poll',last+' -> '+v);last=v};
setInterval(poll,5);(function f(){poll();requestAnimationFrame(f)})();
const channel=new MessageChannel();channel.port1.onmessage=()=>{poll();setTimeout(()=>channel.port2.postMessage(0),3)};channel.port2.postMessage(0);
const worker=new Worker(URL.createObjectURL(new Blob(['setInterval(()=>postMessage(1),5)'])));worker.onmessage=poll;
for(const proto of [Node.prototype,Element.prototype,Document.prototype])for(const name of ['appendChild','insertBefore','querySelector','querySelectorAll','getAttribute','setAttribute','createElement','getElementsByTagName'])if(Object.hasOwn(proto,name)){const native=proto[name];Object.defineProperty(proto,name,{configurable:true,writable:true,value(...a){L('called',name);return native.apply(this,a)}})}
const styles=CSSStyleDeclaration.prototype.getPropertyValue;CSSStyleDeclaration.prototype.getPropertyValue=function(...a){L('style read');return styles.apply(this,a)};
</script>`;
