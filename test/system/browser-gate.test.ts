import { describe, expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import { browsersToTest, startPool, textOf } from '../kit/chrome.ts';
import { startNetwork } from '../kit/network.ts';
import { fakeLookup, startCanary, startSite } from '../kit/site.ts';

describe.each(await browsersToTest())('$name behind the real gate', ({ browser }) => {
  test('a page is read through the egress proxy, and what it asks of private addresses is refused', async () => {
    await using canary = await startCanary();
    const away = `http://rebind.test:${canary.port}`;
    await using site = await startSite({
      '/': `<p>gated words</p><img src="${away}/i"><img src="http://127.0.0.1:${canary.port}/i"><iframe src="http://[::1]:${canary.port}/"></iframe>
        <img src=/away><script>for(const u of ['${away}','http://169.254.169.254/','http://localhost:${canary.port}'])fetch(u).catch(()=>{});new WebSocket('ws://rebind.test:${canary.port}/')</script>`,
      '/away': (_request, response) => response.writeHead(302, { Location: `${away}/redirected` }).end(),
    });
    let asked = 0;
    // The second name is public when it is first asked for and private ever after.
    const lookup = fakeLookup({
      'pub.test': ['127.0.0.1'],
      'rebind.test': () => [asked++ === 0 ? '203.0.113.9' : '127.0.0.1'],
    });
    await using network = startNetwork({ allowPrivate: [`pub.test:${site.port}`], lookup, cacheMs: 1 });
    await using pool = await startPool({ browser, proxy: await network.proxy.login('page') });
    const request = { url: site.url('/', 'pub.test'), signal: AbortSignal.timeout(30_000) };
    expect(await withPage(pool.pool, request, textOf)).toContain('gated words');
    expect(canary.connections).toBe(0);
    const hosts = network.refusals.map(({ host }) => host);
    expect(hosts).toEqual(expect.arrayContaining(['127.0.0.1', '169.254.169.254', 'localhost']));
    expect(asked).toBeGreaterThan(1);
    // The browser's own greeting is neither looked up nor counted.
    expect([...hosts, ...lookup.calls].filter((host) => host.endsWith('.invalid'))).toEqual([]);
  });

  test('an address that the gate refuses is no page', async () => {
    await using canary = await startCanary();
    await using network = startNetwork({});
    await using pool = await startPool({ browser, proxy: await network.proxy.login('page') });
    const url = `http://127.0.0.1:${canary.port}/`;
    const seen = await withPage(pool.pool, { url, signal: AbortSignal.timeout(30_000) }, async (page) => page.document);
    expect(seen.status).toBe(403);
    expect(network.proxy.explain('127.0.0.1', canary.port, 'page', 0)?.kind).toBe('refused');
    expect(canary.connections).toBe(0);
  });
});
