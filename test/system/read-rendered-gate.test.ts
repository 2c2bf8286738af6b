import { describe, expect, test } from 'vitest';
import { startReader } from '../kit/reader.ts';
import { canRender } from '../kit/rendering.ts';
import { fakeLookup, startCanary, startSite } from '../kit/site.ts';

/** Everything by which a page can ask for something else, aimed at one place. */
function reaching(host: string): string {
  const at = `http://${host}`;
  return `<!doctype html><title>Reaching</title><link rel=stylesheet href="${at}/css"><link rel=preload as=image href="${at}/pre">
<link rel=prefetch href="${at}/fetch"><link rel=preconnect href="${at}"><link rel=dns-prefetch href="//${host}">
<link rel=icon href="${at}/icon"><style>@import "${at}/import";@font-face{font-family:f;src:url(${at}/font)}p{font-family:f;background:url(${at}/bg)}</style>
<main><h1>Reaching</h1><p>The words of this page are for everybody to read, wherever they are.</p></main>
<img src="${at}/img"><picture><source srcset="${at}/set"><img></picture><video src="${at}/video" poster="${at}/poster"></video><audio src="${at}/audio"></audio>
<iframe src="${at}/frame"></iframe><object data="${at}/object"></object><embed src="${at}/embed"><script src="${at}/script"></script>
<script type=module src="${at}/module"></script><svg><image href="${at}/svg"/><use href="${at}/use#a"/></svg><img src="/away"><iframe src="/away"></iframe>
<form id=form action="${at}/form" method=post target=sink></form><iframe name=sink></iframe>
<script>
const quiet = (work) => { try { const made = work(); made && made.catch && made.catch(() => {}); } catch {} };
quiet(() => fetch('${at}/f')); quiet(() => fetch('/away')); quiet(() => { const x = new XMLHttpRequest(); x.open('GET', '${at}/x'); x.send(); });
quiet(() => new WebSocket('ws://${host}/ws')); quiet(() => new EventSource('${at}/es')); quiet(() => navigator.sendBeacon('${at}/b', 'x'));
quiet(() => new Worker(URL.createObjectURL(new Blob(["fetch('${at}/w');importScripts('${at}/i');new WebSocket('ws://${host}/ww')"]))));
quiet(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('${at}/sw')"]))));
quiet(() => import('${at}/import')); quiet(() => form.submit()); quiet(() => new WebTransport('https://${host}/t'));
quiet(() => open('${at}/popup')); quiet(() => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] }); p.createDataChannel('x'); return p.createOffer().then((o) => p.setLocalDescription(o)); });
quiet(() => { new Image().src = '${at}/late'; });
</script>`;
}

describe.skipIf(!(await canRender()))('a page that is rendered', () => {
  test('opens no connection to a private address, whatever it asks by', async () => {
    await using canary = await startCanary();
    const hosts = [
      `127.0.0.1:${canary.port}`,
      `localhost:${canary.port}`,
      `[::1]:${canary.port}`,
      `a.localhost:${canary.port}`,
      `private.test:${canary.port}`,
      `rebind.test:${canary.port}`,
    ];
    await using site = await startSite({
      ...Object.fromEntries(hosts.map((host, index) => [`/${index}`, reaching(host)])),
      '/away': (_request, response) => response.writeHead(302, { Location: `http://127.0.0.1:${canary.port}/r` }).end(),
    });
    let asked = 0;
    const lookup = fakeLookup({
      'pub.test': ['127.0.0.1'],
      'private.test': ['127.0.0.1'],
      // Public when it is first asked for, and private ever after.
      'rebind.test': () => [asked++ === 0 ? '203.0.113.9' : '127.0.0.1'],
    });
    const opening = `pub.test:${site.port}`;
    await using reader = await startReader({ allowPrivate: [opening], lookup, cacheMs: 1, renders: true });
    for (const render of ['auto', 'always'] as const) {
      for (const index of hosts.keys()) {
        const result = await reader.read(site.url(`/${index}`, 'pub.test'), { render, maxAgeS: 0 });
        expect(result).toMatchObject({ status: 'ok', seen: 'rendered' });
        expect(result.markdown).toContain('for everybody to read');
      }
    }
    expect(canary.connections).toBe(0);
    expect(reader.refusals.length).toBeGreaterThan(20);
    expect(asked).toBeGreaterThan(1);
  });

  test('is refused, as without a browser, where its address or a redirect leads inside', async () => {
    await using canary = await startCanary();
    await using site = await startSite({
      '/to-canary': (_request, response) =>
        response.writeHead(302, { Location: `http://127.0.0.1:${canary.port}/` }).end(),
      '/by-script': `<!doctype html><title>Left</title><p>Leaving.</p><script>location.href='http://127.0.0.1:${canary.port}/'</script>`,
    });
    const lookup = fakeLookup({ 'pub.test': ['127.0.0.1'], 'inside.test': ['10.0.0.7'] });
    await using reader = await startReader({ allowPrivate: [`pub.test:${site.port}`], lookup, renders: true });
    for (const url of [`http://inside.test/`, `http://127.0.0.1:${canary.port}/`, site.url('/to-canary', 'pub.test')]) {
      await expect(reader.read(url, { render: 'always' })).rejects.toMatchObject({ code: 'blocked_target' });
    }
    await expect(reader.read(site.url('/by-script', 'pub.test'), { render: 'always' })).rejects.toMatchObject({
      code: 'blocked_target',
    });
    const auto = await reader.read(site.url('/by-script', 'pub.test'));
    expect(auto).toMatchObject({ via: 'http', seen: 'static' });
    expect(auto.notes.join()).toContain('Not rendered');
    expect(canary.connections).toBe(0);
  });
});
