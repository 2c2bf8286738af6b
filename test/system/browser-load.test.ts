import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadedPage } from '../../src/browser/loaded-page.ts';
import { type OpenRequest, openPage } from '../../src/browser/open-page.ts';
import { browsersToTest, startPool, type TestPool, textOf } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

const PICTURE = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const html = (body: string) => `<!doctype html><meta charset=utf-8><title>t</title>${body}`;
const filler = `<p>${'Words that fill a page of ordinary length. '.repeat(12)}</p>`;
let hung = 0;

const ANSWERS = {
  '/plain': html('<p>plain words</p>'),
  '/late': html(`${filler}<p id=p></p><script>fetch('/api').then(r=>r.text()).then(t=>p.textContent=t)</script>`),
  '/api': (_q: unknown, r: import('node:http').ServerResponse) => void setTimeout(() => r.end('late words'), 300),
  '/twice': html(
    `${filler}<p id=p></p><script>fetch('/api').then(()=>fetch('/api?2')).then(r=>r.text()).then(t=>p.textContent='second '+t)</script>`,
  ),
  '/sparse': html(`<div id=app></div><script>setTimeout(()=>app.textContent='app words',350)</script>`),
  '/later': html(`${filler}<p id=p></p><script>onload=()=>setTimeout(()=>p.textContent='later words',400)</script>`),
  '/steps': html(
    `${filler}<p id=p></p><script>let n=0;const f=()=>{p.append(' step '+ ++n);n<4&&setTimeout(f,300)};setTimeout(f,300)</script>`,
  ),
  '/late-frame': html(`${filler}<iframe src="http://other.test/inner-late"></iframe>`),
  '/own-frame': html(`${filler}<iframe src="/inner-late"></iframe>`),
  '/inner-late': html(`<p id=p>inner</p><script>setTimeout(()=>p.textContent='late inner words',350)</script>`),
  '/late-shadow': html(
    `${filler}<div id=h></div><script>const r=h.attachShadow({mode:'open'});let n=0;const f=()=>{r.innerHTML='<p>shadow words '+ ++n;n<4&&setTimeout(f,300)};f()</script>`,
  ),
  '/slow-fade': html(
    `<style>@keyframes f{from{opacity:0}to{opacity:1}}p{animation:f 3s both}</style><p>slowly faded words</p>`,
  ),
  '/refresh': html(`<meta http-equiv=refresh content="0;url=/gone">${filler}`),
  '/refresh1': html(`<meta http-equiv=refresh content="1;url=/plain">${filler}`),
  '/refresh600': html(`<meta http-equiv=refresh content="600;url=/plain">${filler}ticker words`),
  '/script-away': html(`${filler}<script>location.replace('/plain')</script>`),
  '/challenge': (q: import('node:http').IncomingMessage, r: import('node:http').ServerResponse) => {
    const passed = q.headers.cookie?.includes('ok=1');
    r.writeHead(passed ? 200 : 503, { 'Content-Type': 'text/html' });
    const wait = `<p>Just a moment</p><script>setTimeout(()=>{document.cookie='ok=1';location.reload()},400)</script>`;
    r.end(html(passed ? '<p>words behind the challenge</p>' : wait));
  },
  '/push': html(`${filler}<script>history.pushState({},'','/pushed?x=1')</script>`),
  '/dialogs': html(
    `${filler}<script>alert(1);window.c=confirm('?');window.q=prompt('?','d');onbeforeunload=e=>{e.preventDefault();return 'x'};document.write('<p>after '+c+' '+q+'</p>')</script>`,
  ),
  '/popup': html(`${filler}<script>for(let i=0;i<3;i++)window.open('/plain?pop'+i)</script>`),
  '/write': html(`<script>document.write('<p>written words</p>')</script>${filler}`),
  '/endless': html(
    `${filler}<script>setInterval(()=>fetch('/poll?'+Math.random()),40);new EventSource('/hang')</script>`,
  ),
  '/clock': html(`${filler}<b id=b></b><script>setInterval(()=>b.textContent=performance.now(),10)</script>`),
  '/poll': (_q: unknown, r: import('node:http').ServerResponse) => void r.end('x'),
  '/hang': () => void hung++,
  '/hang-image': html(`${filler}<img src=/hang>`),
  '/slow-sheet': html(`<link rel=stylesheet href=/slow.css>${filler}`),
  '/slow.css': (_q: unknown, r: import('node:http').ServerResponse) =>
    void setTimeout(() => r.writeHead(200, { 'Content-Type': 'text/css' }).end('p{color:red}'), 500),
  '/loop': (q: import('node:http').IncomingMessage, r: import('node:http').ServerResponse) =>
    void r.writeHead(302, { Location: `/loop?${Number(q.url?.split('?')[1] ?? 0) + 1}` }).end(),
  '/script-loop': html(`${filler}<script>location.href='/script-loop?'+Math.random()</script>`),
  '/download': (_q: unknown, r: import('node:http').ServerResponse) =>
    void r.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' }).end('PK'),
  '/picture': (_q: unknown, r: import('node:http').ServerResponse) =>
    void r.writeHead(200, { 'Content-Type': 'image/gif' }).end(PICTURE),
  '/nothing': (_q: unknown, r: import('node:http').ServerResponse) => void r.writeHead(204).end(),
  '/401': (_q: unknown, r: import('node:http').ServerResponse) =>
    void r.writeHead(401, { 'WWW-Authenticate': 'Basic realm=x', 'Content-Type': 'text/html' }).end(html('<p>members')),
  '/with-401': html(`${filler}<img src=/401><p>after the picture</p>`),
  '/fade': html(`<style>@keyframes f{from{opacity:0}to{opacity:1}}p{animation:f .6s both}</style><p>faded words</p>`),
  '/flicker': html(
    `<style>.hide{opacity:0!important}</style><script>document.documentElement.className='hide';setTimeout(()=>document.documentElement.className='',1200)</script>${filler}<p>flicker words</p>`,
  ),
  '/scroll': html(
    `<style>.r{opacity:0;transition:opacity .3s}.r.on{opacity:1}</style><div style="height:3000px">top</div><p class=r>revealed words</p><script>new IntersectionObserver(es=>es.forEach(e=>e.isIntersecting&&e.target.classList.add('on'))).observe(document.querySelector('.r'))</script>`,
  ),
  '/frame': html(`<p>outer words</p><iframe src="http://other.test/inner"></iframe>`),
  '/inner': html(`<p>inner words</p><script>document.write('<p>of '+location.host+'</p>')</script>`),
  '/shadow': html(`<div id=h></div><script>h.attachShadow({mode:'closed'}).innerHTML='<p>closed words</p>'</script>`),
  '/busy': html(`${filler}<script>setTimeout(()=>{for(;;);},0)</script>`),
  '/debugger': html(`${filler}<script>setInterval(()=>{debugger},1)</script>`),
  '/busy-frame': html(`${filler}<iframe src="http://other.test/busy"></iframe>`),
  '/half': (_q: unknown, r: import('node:http').ServerResponse) => {
    r.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '90000' }).write(html(`<p>half of it</p>`));
    setTimeout(() => r.destroy(), 200);
  },
  '/gone-frame': html(`${filler}<iframe id=f src=/inner></iframe><script>setTimeout(()=>f.remove(),200)</script>`),
};

const browsers = await browsersToTest();

describe.each(browsers)('with $name', ({ browser }) => {
  let site: GatedSite;
  let pool: TestPool;
  beforeAll(async () => {
    site = await startGatedSite(ANSWERS);
    pool = await startPool({ browser, proxy: site.proxy });
  });
  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const open = (path: string, rest: Partial<OpenRequest> = {}): Promise<LoadedPage> =>
    openPage(pool.pool, { url: site.url(path), signal: AbortSignal.timeout(25_000), ...rest });

  test.each([
    ['/plain', 'plain words'],
    ['/late', 'late words'],
    ['/twice', 'second late words'],
    ['/sparse', 'app words'],
    ['/write', 'written words'],
    ['/shadow', 'closed words'],
    ['/challenge', 'words behind the challenge'],
    ['/fade', 'faded words'],
    ['/later', 'later words'],
    ['/steps', 'step 4'],
    ['/late-frame', 'late inner words'],
    ['/own-frame', 'late inner words'],
    ['/late-shadow', 'shadow words 4'],
    ['/slow-fade', 'slowly faded words'],
  ])('%s is read when its words are there', async (path, words) => {
    await using page = await open(path);
    expect(await textOf(page)).toContain(words);
    expect(page.kind).toBe('page');
    expect(page.document.status).toBe(200);
  });

  test.each([
    ['/refresh', '/gone', 404],
    ['/refresh1', '/plain', 200],
    ['/script-away', '/plain', 200],
  ])('%s ends at the page it leads to, with its status', async (path, end, status) => {
    await using page = await open(path);
    expect(page.document).toMatchObject({ url: site.url(end), status });
    expect((await page.source())?.bytes.toString()).not.toContain('refresh');
    expect(page.settled.replacements).toBe(1);
  });

  test('a refresh in ten minutes is not waited for', async () => {
    await using page = await open('/refresh600');
    expect(page.settled.end).toBe('quiet');
    expect(await textOf(page)).toContain('ticker words');
  });

  test('pushState changes the address and keeps the status', async () => {
    await using page = await open('/push');
    expect(page.document).toMatchObject({ url: site.url('/pushed?x=1'), status: 200 });
  });

  test('dialogs are answered and the page goes on', async () => {
    await using page = await open('/dialogs');
    expect(await textOf(page)).toContain('after false null');
    expect(page.tab.guards.counts.dialogs).toBe(3);
  });

  test('windows that a page opens are closed', async () => {
    await using page = await open('/popup');
    await expect
      .poll(async () => {
        const { targetInfos } = await page.tab.browser.connection.root.send('Target.getTargets');
        const own = targetInfos.filter(({ browserContextId }) => browserContextId === page.tab.contextId);
        return own.filter(({ type }) => type === 'page').length;
      })
      .toBe(1);
  });

  test('a page whose text never stops changing is read all the same, and that is said', async () => {
    await using page = await open('/clock');
    expect(await textOf(page)).toContain('ordinary length');
    expect(page.settled).toMatchObject({ end: 'capped', waitingFor: ['changing text'] });
  });

  test.each(['/endless', '/hang-image', '/with-401'])('%s does not hold the reading up', async (path) => {
    await using page = await open(path);
    expect(await textOf(page)).toContain('ordinary length');
    expect(page.settled.end).toBe('quiet');
  });

  test('a sheet that blocks drawing is waited for', async () => {
    await using page = await open('/slow-sheet');
    const colors = await page.whileHeld((held) => held.snapshotMain(['color']));
    expect(colors.strings).toContain('rgb(255, 0, 0)');
  });

  test('an endless chain of redirects is a fault of the page', async () => {
    await using page = await open('/loop');
    expect(page).toMatchObject({ kind: 'none', document: { fault: 'net::ERR_TOO_MANY_REDIRECTS' } });
  });

  test('a document that breaks off is read as far as it came, and that is said', async () => {
    await using page = await open('/half');
    expect(await textOf(page)).toContain('half of it');
    expect(page).toMatchObject({ kind: 'page', document: { status: 200, brokenOff: true }, settled: { end: 'quiet' } });
    await using whole = await open('/plain');
    expect(whole.document.brokenOff).toBe(false);
  });

  test('a page that keeps replacing itself is read in the end, and that is said', async () => {
    await using page = await open('/script-loop');
    expect(page.settled).toMatchObject({ end: 'capped', waitingFor: ['page that keeps replacing itself'] });
  });

  test('a file to save is refused and said to be one', async () => {
    await using page = await open('/download');
    expect(page.kind).toBe('download');
  });

  test('no document, a picture, a refusal and a missing server are told apart', async () => {
    await using nothing = await open('/nothing');
    expect(nothing.kind).toBe('none');
    await using picture = await open('/picture');
    expect(picture).toMatchObject({ kind: 'other', document: { mimeType: 'image/gif' } });
    await using members = await open('/401');
    expect(members).toMatchObject({ kind: 'page', document: { status: 401 } });
    expect(await textOf(members)).toContain('members');
    await using refused = await open('', { url: 'https://secure.example/' });
    expect(refused).toMatchObject({ kind: 'none', document: { fault: 'net::ERR_TUNNEL_CONNECTION_FAILED' } });
  });

  test('a page that hides itself while it loads is shown when it shows itself', async () => {
    await using page = await open('/flicker');
    const opacities = await page.whileHeld((held) => held.snapshotMain(['opacity']));
    const root = opacities.documents[0]?.layout.styles.map((style) => opacities.strings[style[0] ?? -1]);
    expect(root).not.toContain('0');
  });

  test('what appears on scrolling is there after scrolling', async () => {
    await using page = await open('/scroll');
    const shown = async () => {
      const snapshot = await page.whileHeld((held) => held.snapshotMain(['opacity']));
      return snapshot.documents[0]?.layout.styles.every((style) => snapshot.strings[style[0] ?? -1] !== '0');
    };
    expect(await shown()).toBe(false);
    const report = await page.reveal();
    expect(report.reachedEnd).toBe(true);
    expect(await shown()).toBe(true);
  });

  test('words in a frame of another site are read', async () => {
    await using page = await open('/frame');
    const text = await textOf(page);
    expect(text).toContain('outer words');
    expect(text).toContain('inner words');
    expect(text).toContain('of other.test');
  });

  test('a frame that goes away while the page is read does no harm', async () => {
    await using page = await open('/gone-frame');
    expect(await textOf(page)).toContain('ordinary length');
  });

  test('a frame whose script never ends does not keep the page from being read', async () => {
    await using page = await open('/busy-frame', { capMs: 3_000 });
    expect(await textOf(page)).toContain('ordinary length');
  });

  test('a page with debugger statements can be held', async () => {
    await using page = await open('/debugger');
    expect(await textOf(page)).toContain('ordinary length');
  });

  test('a script that never ends is stopped, and what stands on the page is read', async () => {
    await using page = await open('/busy', { capMs: 2_000 });
    expect(await textOf(page)).toContain('ordinary length');
  });

  test('a page is only closed by its reader when the reader is done', async () => {
    await using page = await open('/plain');
    const isDone = (text: string) => text.startsWith('done');
    await page.readAndClose(async () => 'not yet', isDone);
    expect(await textOf(page)).toContain('plain words');
    expect(await page.readAndClose(async () => 'done', isDone)).toBe('done');
    expect(page.tab.lost).toBe(true);
    // Nobody waits for Chrome to clear it away.
    await expect.poll(() => pool.pool.state.open).toBe(0);
  });

  test('bytes that were fetched already are not fetched again, and sub-resources are', async () => {
    const before = site.requests.length;
    await using page = await open('', {
      url: 'https://site.test/given?x=1#part',
      fetched: {
        bytes: Buffer.from(
          html(
            `<p>given words</p><p id=o></p><script>o.textContent=location.origin+isSecureContext</script><img src="http://site.test/picture">`,
          ),
        ),
        status: 203,
        headers: [
          ['Content-Type', 'text/html; charset=utf-8'],
          ['Content-Encoding', 'br'],
          ['X-Mark', 'kept'],
        ],
      },
    });
    expect(await textOf(page)).toContain('given words https://site.testtrue');
    expect(page.document).toMatchObject({
      status: 203,
      url: 'https://site.test/given?x=1#part',
      headers: { 'x-mark': 'kept' },
    });
    expect(site.requests.slice(before).filter((each) => each.includes('given'))).toEqual([]);
    expect((await page.source())?.bytes.toString()).toContain('given words');
  });

  test('a call that is given up gives its tab back', async () => {
    const controller = new AbortController();
    const opening = open('/hang', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 300);
    await expect(opening).rejects.toThrow('enough');
    expect(pool.pool.state).toMatchObject({ open: 0, waiting: 0 });
  });

  test('what the browser itself sends home has no password and is turned away', () => {
    expect(site.refused.filter((each) => each.includes('google'))).toEqual([]);
  });
});

test('at least one request was left hanging, so that the tests above meant something', () => {
  if (browsers.length > 0) expect(hung).toBeGreaterThan(0);
});
