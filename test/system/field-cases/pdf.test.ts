import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli } from '../../kit/cli.ts';
import { lockWith } from '../../kit/pdf/lock.ts';
import { line, writePdf } from '../../kit/pdf/write-pdf.ts';
import { type Plainsight, startPlainsight } from '../../kit/plainsight.ts';
import { startSite, type TestSite } from '../../kit/site.ts';

const HELLO = writePdf({ pages: [{ content: line('Hello PDF 42', 72, 700) }] });
const LOCKED = writePdf({ pages: [{ content: line('Hello PDF 42', 72, 700) }], lock: lockWith('a password') });
const LONG = writePdf({
  pages: Array.from({ length: 30 }, (_, i) => ({ content: line(`Page of the long file ${i + 1}`, 72, 700) })),
});
const ANSWERS: Readonly<Record<string, { type: string; body: Uint8Array | string; headers?: Record<string, string> }>> =
  {
    '/download': {
      type: 'application/octet-stream',
      body: HELLO,
      headers: { 'content-disposition': 'attachment; filename=x.pdf' },
    },
    '/as-html': { type: 'text/html', body: HELLO },
    '/as-text': { type: 'text/plain', body: HELLO },
    '/login.pdf': {
      type: 'application/pdf',
      body: '<!doctype html><title>Sign in</title><p>Please log in to read on.',
    },
    '/locked.pdf': { type: 'application/pdf', body: LOCKED },
    '/cut.pdf': { type: 'application/pdf', body: LONG.subarray(0, LONG.length / 2) },
    '/long.pdf': { type: 'application/pdf', body: LONG },
  };

let site: TestSite;
let plainsight: Plainsight;

beforeAll(async () => {
  site = await startSite(
    Object.fromEntries(
      Object.entries(ANSWERS).map(([path, { type, body, headers = {} }]) => [
        path,
        (_request, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body),
      ]),
    ),
  );
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe('S12: a PDF under another name, HTML under its', () => {
  test.each(['/download?id=7', '/as-html', '/as-text'])(
    'a PDF is read as one, whatever it is sent as: %s',
    async (path) => {
      const result = await plainsight.read({ url: site.url(path) });
      expect(result).toMatchObject({ status: 'ok', kind: 'pdf', via: 'http', seen: 'proven' });
      expect(result.markdown).toBe('# Page 1\n\nHello PDF 42');
      expect(result.provenance).toMatchObject({ words: 5, raw_sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) });
    },
  );

  test('a page sent as a PDF is read as the page it is, and that is said', async () => {
    const result = await plainsight.read({ url: site.url('/login.pdf'), render: 'never' });
    expect(result).toMatchObject({ kind: 'html' });
    expect(result.markdown).toContain('Please log in');
    expect(result.notes.join()).toContain('sent as application/pdf, but the content is HTML');
  });

  test('a locked file and one cut in the middle have a clear status and no garbage', async () => {
    const locked = await plainsight.read({ url: site.url('/locked.pdf') });
    expect(locked).toMatchObject({ status: 'unsupported_content', reason: { code: 'pdf_locked' }, markdown: '' });
    const cut = await plainsight.read({ url: site.url('/cut.pdf') });
    expect(['partial', 'unsupported_content', 'empty']).toContain(cut.status);
    expect(cut.status === 'partial' ? cut.markdown : 'Page of the long file').toContain('Page of the long file');
    expect(cut.markdown).not.toMatch(/[\ufffd\u0000-\u0008]/u);
  });
});

test('pages of a PDF are asked for by their number or by where they begin', async () => {
  const url = site.url('/long.pdf');
  const page = await plainsight.read({ url, section: 'p12' });
  expect(page.markdown.trim()).toBe('# Page 12\n\nPage of the long file 12');
  expect(page.outline.slice(0, 2)).toMatchObject([{ id: 'p1', level: 1, heading: 'Page 1' }, { id: 'p2' }]);
  const from = await plainsight.read({ url, start: page.window.start });
  expect(from.markdown.startsWith('# Page 12')).toBe(true);
  expect(from.provenance.content_sha256).toBe(page.provenance.content_sha256);
});

test('the command line reads PDFs from a file and from standard input', async () => {
  const home = await mkdtemp(join(tmpdir(), 'plainsight-test-'));
  try {
    await writeFile(join(home, 'hello.pdf'), HELLO);
    const fromFile = await cli(['read', 'hello.pdf', '--json'], { home });
    const fromInput = await cli(['read', '-', '--json'], { home, stdin: HELLO });
    for (const { code, stdout } of [fromFile, fromInput]) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ kind: 'pdf', status: 'ok', markdown: '# Page 1\n\nHello PDF 42' });
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
