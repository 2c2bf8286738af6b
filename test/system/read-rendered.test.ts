import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadResult } from '../../src/read/result.ts';
import { type Plainsight, startPlainsight } from '../kit/plainsight.ts';
import { canRender } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';
import { SOON } from '../kit/soon.ts';

// What the built program answers when a page has to be looked at in a real browser.

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const words = (about: string) =>
  `<p>The ${about} was repaired in nine weeks by a crew of forty people and opened again on Monday.</p>`;
const LANDED = `<!doctype html><title>Landed</title><main><h1>Landed</h1>${words('landing place')}</main>`;
let stuck: ServerResponse[] = [];

const ROUTES = {
  '/plain': `<!doctype html><title>Plain</title><main><h1>Plain</h1>${words('bridge')}</main>`,
  '/data.json': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"bridge":"open"}'),
  '/late': `<!doctype html><title>Before</title><main id=m><h1>Bridge</h1>${words('bridge')}</main><script>
    setTimeout(()=>{document.title='After';m.insertAdjacentHTML('beforeend','<p>Late words of the script.')},300)</script>`,
  '/app': `<!doctype html><title>App</title><div id=root></div><script>fetch('/data.json').then(r=>r.json()).then(d=>{
    root.innerHTML='<main><h1>App</h1><p>The bridge is '+d.bridge+' again.</main>'})</script>`,
  '/hides': `<!doctype html><title>Hides</title><main><h1>Bridge</h1>${words('bridge')}<p id=a>MARKER-STYLE hidden late.</p>
    <p class=b>MARKER-SHEET hidden late.</p><p id=c>MARKER-WHITE hidden late.</p></main><script>setTimeout(()=>{a.style.display='none';
    const s=document.createElement('style');s.textContent='.b{opacity:0}';document.head.append(s);c.style.color='#fff'},200)</script>`,
  '/all-hidden': `<!doctype html><title>Dark</title><main><p>MARKER-WHOLE of the page.</p></main><script>document.querySelector('main').style.visibility='hidden'</script>`,
  '/cookie': (_request: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(200, { ...HTML, 'Set-Cookie': 'seen=1' })
      .end(`<title>Cookie</title><main id=m>${words('bridge')}</main><script>m.append(document.cookie)</script>`),
  '/leave': `<!doctype html><title>Left</title><p>Leaving this page.</p><script>location.replace('/landed')</script>`,
  '/refresh': `<!doctype html><meta http-equiv=refresh content="0;url=/landed"><title>Left</title><p>Leaving.</p>`,
  '/push': `<!doctype html><title>Old</title><main>${words('bridge')}</main><script>history.pushState(0,'','/pushed');document.title='New'</script>`,
  '/to-404': `<!doctype html><title>Left</title><p>Leaving.</p><script>location.replace('/gone')</script>`,
  '/landed': LANDED,
  '/gone': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(404, HTML).end('<!doctype html><title>Gone</title><p>There is no such page here any more.'),
  '/check': (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.cookie?.includes('passed')) return response.writeHead(200, HTML).end(LANDED);
    return response
      .writeHead(403, HTML)
      .end(
        `<!doctype html><title>Just a moment...</title><p>Checking your browser.</p><script>setTimeout(()=>{document.cookie='passed=1';location.reload()},400)</script>`,
      );
  },
  '/never-ends': `<!doctype html><title>Slow</title><main id=m>${words('bridge')}</main><script src="/stuck"></script>`,
  '/stuck': (_: IncomingMessage, response: ServerResponse) => stuck.push(response),
  '/busy': `<!doctype html><title>Busy</title><main>${words('bridge')}</main><script>for(;;);</script>`,
  '/dialogs': `<!doctype html><title>Dialogs</title><main id=m>${words('bridge')}</main><script>alert(1);confirm(2);prompt(3);m.append(' After the dialogs.')</script>`,
  '/text': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Only a text.'),
  '/folded': `<!doctype html><title>Folded</title><main><h1>Folded</h1>${words('bridge')}<details><summary>More</summary><p>Opened words.</p>
    <p style="color:#fff">MARKER-OPENED</p></details></main><script>1</script>`,
};

const skip = !(await canRender());
let site: TestSite;
let plainsight: Plainsight;

beforeAll(async () => {
  site = await startSite(ROUTES);
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});
afterAll(async () => {
  for (const response of stuck) response.destroy();
  stuck = [];
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const read = (path: string, more: Record<string, unknown> = {}) =>
  plainsight.read({ url: `${site.origin}${path}`, max_age: 0, ...more });
const rungs = (result: ReadResult) => result.attempts.map(({ rung }) => rung);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const asked = (path: string) => site.requests.filter((request) => request === `GET ${path}`).length;

describe.skipIf(skip)('prove it or render it', () => {
  test('what is proven, and what is no page, is answered without a browser', async () => {
    for (const path of ['/plain', '/data.json', '/text']) {
      expect(await read(path)).toMatchObject({ status: 'ok', via: 'http', seen: 'proven' });
    }
  });

  test('what scripts may change is rendered from the bytes that were fetched already', async () => {
    const before = asked('/late');
    const result = await read('/late');
    expect(result).toMatchObject({ status: 'ok', via: 'browser', seen: 'rendered', title: 'After', http_status: 200 });
    expect(result.markdown).toContain('Late words of the script.');
    expect(rungs(result)).toEqual(['http', 'browser']);
    expect(result.attempts.every(({ ms }) => ms >= 0)).toBe(true);
    expect(asked('/late')).toBe(before + 1);
  });

  test('a page that its scripts build is read', async () => {
    expect((await read('/app')).markdown).toContain('The bridge is open again.');
  });

  test('a page that came with cookies is shown to the browser with them', async () => {
    const before = asked('/cookie');
    expect((await read('/cookie')).markdown).toContain('seen=1');
    expect(asked('/cookie')).toBe(before + 1);
  });

  test('render=never never renders, render=always always does', async () => {
    const never = await read('/late', { render: 'never' });
    expect(never).toMatchObject({ via: 'http', seen: 'static', title: 'Before' });
    expect(never.markdown).not.toContain('Late words');
    const always = await read('/plain', { render: 'always' });
    expect(always).toMatchObject({ via: 'browser', seen: 'rendered', http_status: 200 });
    expect(rungs(always)).toEqual(['browser']);
    expect(await read('/data.json', { render: 'always' })).toMatchObject({ kind: 'json', via: 'browser' });
    expect(await read('/gone', { render: 'always' })).toMatchObject({ status: 'not_found', http_status: 404 });
  });

  test('what a script hides late is hidden and reported', async () => {
    for (const render of ['auto', 'always']) {
      const result = await read('/hides', { render });
      expect(result.markdown).toContain('was repaired in nine weeks');
      expect(result.markdown).not.toContain('MARKER');
      const said = result.threats.map(({ excerpt }) => excerpt).join(' ');
      for (const marker of ['MARKER-STYLE', 'MARKER-SHEET', 'MARKER-WHITE']) expect(said).toContain(marker);
    }
  });

  test('a page that hides all of itself is empty, not answered from its markup', async () => {
    const result = await read('/all-hidden');
    expect(result).toMatchObject({ status: 'empty', seen: 'rendered', markdown: '' });
    expect(result.threats.map(({ excerpt }) => excerpt).join()).toContain('MARKER-WHOLE');
  });

  test('windows and other options of a rendered page come from memory', async () => {
    const before = asked('/late');
    await read('/late');
    const again = await plainsight.read({ url: `${site.origin}/late`, format: 'text' });
    expect(again).toMatchObject({ via: 'browser', seen: 'rendered' });
    expect(again.cached).not.toBeNull();
    expect(asked('/late')).toBe(before + 1);
  });

  test('collapsed content is given by expand after being judged as if it were open', async () => {
    expect((await read('/folded')).left_out.map(({ what }) => what)).toContain('collapsed');
    const opened = await read('/folded', { expand: true });
    expect(opened.markdown).toContain('Opened words.');
    expect(opened.markdown).not.toContain('MARKER-OPENED');
  });
});

describe.skipIf(skip)('status, address, title, text and hash describe the same document', () => {
  test.each(['/leave', '/refresh'])('after %s', async (path) => {
    const result = await read(path);
    expect(result).toMatchObject({ status: 'ok', http_status: 200, title: 'Landed', seen: 'rendered' });
    expect(result.final_url).toBe(`${site.origin}/landed`);
    expect(result.markdown).toContain('landing place');
    expect(result.provenance.raw_sha256).toBe(sha256(LANDED));
  });

  test('after an address that the page wrote itself', async () => {
    const result = await read('/push');
    expect(result).toMatchObject({ title: 'New', final_url: `${site.origin}/pushed` });
    expect(result.provenance.raw_sha256).toBe(sha256(ROUTES['/push']));
  });

  test('after being sent to a page that is not there', async () => {
    const result = await read('/to-404', { render: 'always' });
    expect(result).toMatchObject({ status: 'not_found', http_status: 404, final_url: `${site.origin}/gone` });
  });

  test('after a check of the visitor that clears', async () => {
    for (const render of ['auto', 'always']) {
      const result = await read('/check', { render });
      expect(result).toMatchObject({ status: 'ok', http_status: 200, title: 'Landed', via: 'browser' });
      expect(result.provenance.raw_sha256).toBe(sha256(LANDED));
    }
  });
});

describe.skipIf(skip)('a page that does not come to rest', () => {
  test('is read all the same, or answered from its markup', async () => {
    for (const path of ['/never-ends', '/busy']) {
      const result = await read(path, { timeout_s: 15 });
      expect(['ok', 'partial']).toContain(result.status);
      expect(result.markdown).toContain('was repaired in nine weeks');
      if (result.seen !== 'rendered') expect(result.notes.join()).toMatch(/browser|rendered/u);
    }
  });

  test('has its dialogs dismissed', async () => {
    expect((await read('/dialogs')).markdown).toContain('After the dialogs.');
  });

  test('gives up its tab within a second of a cancel', async () => {
    const url = `${site.origin}/never-ends`;
    const cancel = new AbortController();
    const counters = async () => {
      const { structuredContent } = await plainsight.client.callTool({ name: 'status', arguments: {} });
      return (structuredContent as { counters: Record<string, number> }).counters; // seam: the published schema
    };
    const call = plainsight.client.callTool(
      { name: 'read_page', arguments: { url, max_age: 0, render: 'always', timeout_s: 60 } },
      { signal: cancel.signal },
    );
    call.catch(() => {});
    await expect.poll(async () => (await counters()).browser_pages_open, SOON).toBe(1);
    cancel.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(async () => (await counters()).browser_pages_open, { timeout: 1_000, interval: 50 }).toBe(0);
  });
});

describe('without a browser', () => {
  test('auto answers from markup and says what would help; always is refused with it', async () => {
    await using bare = await startPlainsight({
      PLAINSIGHT_ALLOW_PRIVATE: site.opening,
      PLAINSIGHT_CHROME: '/nonexistent/chrome',
    });
    const result = await bare.read({ url: `${site.origin}/late` });
    expect(result).toMatchObject({ status: 'ok', via: 'http', seen: 'static' });
    expect(result.notes.join()).toContain('PLAINSIGHT_CHROME');
    expect(rungs(result)).toEqual(['http', 'browser']);
    const refused = await bare.call('read_page', { url: `${site.origin}/late`, render: 'always' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'browser_unavailable' } });
    const { structuredContent } = await bare.client.callTool({ name: 'status', arguments: {} });
    expect(structuredContent).toMatchObject({
      state: 'degraded',
      parts: expect.arrayContaining([expect.objectContaining({ name: 'browser', state: 'degraded' })]),
    });
  });
});
