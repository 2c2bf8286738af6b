import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvidenceStore, type EvidenceStore } from '../../src/read/kept/evidence-store.ts';
import type { ReplayRequest } from '../../src/read/result.ts';
import { EvidenceFolder } from '../../src/stores/evidence-folder.ts';
import { browsersToTest } from '../kit/chrome.ts';
import { cli } from '../kit/cli.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { startSite, type TestSite } from '../kit/site.ts';

const PROSE = 'The lighthouse keeper wrote down the weather four times a day for thirty years. ';
const PAGE = `<title>Log</title><link rel=stylesheet href=/style.css><article><h1>Log — ß “x” 天气</h1><p>${PROSE.repeat(8)}</p>
<p class=gone>Words that nobody sees on this page at all.</p><p>${PROSE.repeat(4)}</p></article>`;
const SCRIPTED = `<title>Built</title><main id=root></main><script>document.getElementById('root').innerHTML='<h1>Built</h1><p>${PROSE.repeat(9)}</p>'</script>`;

let site: TestSite;
let base: string;
let folder: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'plainsight-evidence-'));
  folder = join(base, 'kept');
  site = await startSite({
    '/log': (_, response) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('set-cookie', 'session=VERYSECRETCOOKIE')
        .setHeader('x-auth-token', 'VERYSECRETTOKEN')
        .setHeader('x-odd', 'plain')
        .end(PAGE),
    '/style.css': (_, response) =>
      response.setHeader('content-type', 'text/css').end('.gone { display: none } /* sheet */'),
    '/moved': (_, response) => response.writeHead(302, { location: '/log' }).end(),
    '/built': SCRIPTED,
    '/shop': `<h1>Shop</h1><p>${PROSE}</p><script type="application/json">{"a":{"price":12}}</script>`,
    '/gone': (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing</h1>'),
  });
});

afterAll(async () => {
  await site.close();
  await rm(base, { recursive: true, force: true });
});

const storeIn = (path: string, maxBytes = 50_000_000): EvidenceStore =>
  createEvidenceStore({ folder: new EvidenceFolder({ folder: path, maxBytes }), software: 'Plainsight/test' });

async function filesIn(path: string): Promise<string[]> {
  const days = await readdir(path);
  return (
    await Promise.all(days.map(async (day) => (await readdir(join(path, day))).map((name) => join(path, day, name))))
  ).flat();
}

/** Another process later: no cache, no network worth the name, the same folder. */
async function replayed(what: ReplayRequest['what'], over: Partial<ReplayRequest> = {}, path = folder) {
  await using later = await startReader({ allowPrivate: [site.opening] }, { evidence: storeIn(path) });
  const request = { what, query: null, section: null, start: 0, maxTokens: 8000, timeoutS: 20, ...over };
  return await later.reader.replay(request, { signal: new AbortController().signal, progress: () => {} });
}

describe('reads that are kept', () => {
  let reader: TestReader;
  beforeAll(async () => {
    reader = await startReader({ allowPrivate: [site.opening] }, { evidence: storeIn(folder) });
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  it('hold request, answer, style sheets, text and facts as WARC, without secrets', async () => {
    const read = await reader.read(site.url('/log'), { render: 'never' });
    const [path, ...more] = await filesIn(folder);
    expect(more).toEqual([]);
    expect(path).toContain(`_c${read.provenance.content_sha256.slice(0, 16)}`);
    const warc = gunzipSync(await readFile(path ?? '')).toString();
    const types = [...warc.matchAll(/^WARC-Type: (\w+)\r$/gmu)].map(([, type]) => type);
    expect(types).toEqual(['warcinfo', 'request', 'response', 'resource', 'conversion', 'metadata']);
    expect(warc).toContain('GET /log HTTP/1.1\r\nHost: 127.0.0.1');
    expect(warc).toContain('.gone { display: none } /* sheet */');
    expect(warc).toContain(read.markdown);
    expect(warc).toContain('x-odd: plain');
    expect(warc).not.toMatch(/VERYSECRET/u);
  });

  it('of embedded data are replayed as what was asked for', async () => {
    for (const query of [null, 'price']) {
      const read = await reader.read(site.url('/shop'), { render: 'never', section: 'data:1', query });
      expect(read.markdown).toContain('price');
      const again = await replayed(read.provenance.content_sha256);
      expect(again.result.provenance.content_sha256).toBe(read.provenance.content_sha256);
    }
  });

  it('are not kept again for another window of the same copy, but for other options', async () => {
    const before = (await filesIn(folder)).length;
    await reader.read(site.url('/log'), { render: 'never', start: 200, maxTokens: 60 });
    expect(await filesIn(folder)).toHaveLength(before);
    await reader.read(site.url('/log'), { render: 'never', format: 'text' });
    expect(await filesIn(folder)).toHaveLength(before + 1);
  });

  it('are kept once when several callers share one fetch', async () => {
    const before = (await filesIn(folder)).length;
    const together = Array.from({ length: 5 }, () => reader.read(site.url('/log?shared'), { render: 'never' }));
    await Promise.all(together);
    expect(await filesIn(folder)).toHaveLength(before + 1);
  });

  it('are read again by address and by hash with the same content, and without a single request', async () => {
    const read = await reader.read(site.url('/log'), { render: 'never', maxAgeS: 0 });
    const quiet = site.requests.length;
    const byHash = await replayed(read.provenance.content_sha256);
    expect(byHash).toMatchObject({ keptSha256: read.provenance.content_sha256, keptBy: 'Plainsight/test' });
    expect(byHash.result).toMatchObject({
      markdown: read.markdown,
      provenance: read.provenance,
      status: 'ok',
      url: read.url,
    });
    expect(site.requests.length).toBe(quiet);
    await reader.read(site.url('/moved'), { render: 'never', maxAgeS: 0 });
    const before = site.requests.length;
    const byAddress = await replayed(site.url('/moved'));
    expect(byAddress.result.final_url).toBe(site.url('/log'));
    expect(byAddress.result.provenance.content_sha256).toBe(read.provenance.content_sha256);
    expect(byAddress.result.threats).toEqual(read.threats);
    expect(site.requests.length).toBe(before);
  });

  it('say again why nothing was obtained', async () => {
    const read = await reader.read(site.url('/gone'), { render: 'never' });
    const { result } = await replayed(site.url('/gone'));
    expect(result).toMatchObject({ status: read.status, reason: read.reason, http_status: 404 });
  });

  it('can be looked up for a quote by their hash after the process has gone', async () => {
    const read = await reader.read(site.url('/log'), { render: 'never' });
    await using later = await startReader({ allowPrivate: [site.opening] }, { evidence: storeIn(folder) });
    const request = {
      url: null,
      contentSha256: read.provenance.content_sha256,
      render: 'never',
      maxAgeS: 0,
      timeoutS: 9,
    } as const;
    const call = { signal: new AbortController().signal, progress: () => {} };
    const quotes = ['four times a day for thirty years', 'Words that nobody sees on this page'];
    const check = await later.reader.checkQuotes({ ...request, quotes }, call);
    expect(check.quotes.map(({ found, where }) => [found, where])).toEqual([
      ['exact', 'main'],
      ['absent', 'hidden'],
    ]);
  });

  it('are refused when a byte of them was changed, and when they are no evidence', async () => {
    const [path = ''] = await filesIn(folder);
    const warc = gunzipSync(await readFile(path)).toString('latin1');
    const changed = gzipSync(Buffer.from(warc.replace('four times a day', 'nine times a day'), 'latin1'));
    await expect(replayed(changed)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(replayed(Buffer.from('no gzip'))).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(replayed(gzipSync('WARC/1.1\r\n\r\n'))).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(replayed(site.url('/never-read'))).rejects.toMatchObject({ code: 'expired_handle' });
  });
});

describe('a read that cannot be kept', () => {
  it('is answered all the same, with a note', async () => {
    const file = join(base, 'a-file');
    await writeFile(file, '');
    await using unwritable = await startReader(
      { allowPrivate: [site.opening] },
      { evidence: storeIn(join(file, 'x')) },
    );
    await using full = await startReader(
      { allowPrivate: [site.opening] },
      { evidence: storeIn(join(base, 'full'), 10) },
    );
    for (const [reader, reason] of [
      [unwritable, 'could not be written (ENOTDIR)'],
      [full, 'the quota PLAINSIGHT_EVIDENCE_MB is used up'],
    ] as const) {
      const read = await reader.read(site.url('/log'), { render: 'never' });
      expect(read.status).toBe('ok');
      expect(read.notes.join(' ')).toContain(reason);
      expect(reader.reader.counters()).toMatchObject({ evidence_kept: 0, evidence_failed: 1 });
    }
  });
});

describe.skipIf((await browsersToTest()).length === 0)('a rendered read', () => {
  it('is read again without a browser, with the same content', async () => {
    const path = join(base, 'rendered');
    await using reader = await startReader(
      { allowPrivate: [site.opening], renders: true },
      { evidence: storeIn(path) },
    );
    const read = await reader.read(site.url('/built'));
    expect(read).toMatchObject({ via: 'browser', seen: 'rendered', status: 'ok' });
    const { result, keptSha256 } = await replayed(site.url('/built'), {}, path);
    expect(result).toMatchObject({ via: 'browser', seen: 'rendered', markdown: read.markdown });
    expect(result.provenance.content_sha256).toBe(keptSha256);
  });
});

describe('on the command line', () => {
  it('PLAINSIGHT_EVIDENCE keeps a read and replay gives it back with the site gone', async () => {
    const home = join(base, 'home');
    await mkdir(home);
    const passing = await startSite({ '/page': PAGE });
    const env = {
      PLAINSIGHT_ALLOW_PRIVATE: passing.opening,
      PLAINSIGHT_EVIDENCE: 'evidence',
      PLAINSIGHT_RENDER: 'never',
    };
    const read = await cli(['read', passing.url('/page'), '--json'], { home, env });
    await passing.close();
    const { provenance, markdown } = JSON.parse(read.stdout);
    const replay = await cli(['replay', passing.url('/page'), '--json'], { home, env });
    expect(replay.code).toBe(0);
    expect(JSON.parse(replay.stdout)).toMatchObject({
      same: true,
      kept_sha256: provenance.content_sha256,
      read: { markdown },
    });
    const [file = ''] = await filesIn(join(home, 'evidence'));
    const plain = await cli(['replay', file], { home, env: { PLAINSIGHT_RENDER: 'never' } });
    expect([plain.code, plain.stdout.trim()]).toEqual([0, markdown.trim()]);
    expect(plain.stderr).toContain(provenance.content_sha256);
    const off = await cli(['replay', passing.url('/page')], { home });
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('PLAINSIGHT_EVIDENCE')]);
  });
});
