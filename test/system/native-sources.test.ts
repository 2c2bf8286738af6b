import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEvidenceStore, type EvidenceStore } from '../../src/read/kept/evidence-store.ts';
import { NATIVE_SOURCES, nativeSourceOf } from '../../src/read/native/native-sources.ts';
import type { ReadRequest } from '../../src/read/result.ts';
import { createNativeRung } from '../../src/read/rungs/native.ts';
import { EvidenceFolder } from '../../src/stores/evidence-folder.ts';
import { NATIVE_CASES, nativeHosts, relocated } from '../kit/native-cases.ts';
import { startNetwork, type TestNetwork } from '../kit/network.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { fakeLookup, startSite, type TestSite } from '../kit/site.ts';

// The sources of pages over real sockets: every entry of the table with a page of its own, and what happens without one.

const WORDS = 'The page itself has frames and menus around what it says, and says the same in the end. ';
const PAGE = `<!doctype html><title>The page</title><nav><a href=/>Home</a></nav><main><h1>The page</h1><p>${WORDS.repeat(8)}</p></main>`;
const RAW = '/o/r/main/guide.md';
const BLOB = '/o/r/blob/main/guide.md';

let site: TestSite;
let network: TestNetwork;
let reading: TestReader;
/** What the source of BLOB answers. */
let answer: { status: number; type: string; body: string };

const hosts = nativeHosts();
const names = fakeLookup(Object.fromEntries(hosts.map((host) => [host, ['127.0.0.1']])));

async function open(options: { denyDomains?: readonly string[] } = {}, evidence: EvidenceStore | null = null) {
  const opened = { allowPrivate: hosts.map((host) => `${host}:${site.port}`), lookup: names, ...options };
  const net = startNetwork({ ...opened, pace: { hostDelayMs: 0 } });
  const native = createNativeRung(net.fetcher, relocated(site.port));
  const reader = await startReader({ ...opened, pace: { hostDelayMs: 0 } }, { native, evidence });
  return { net, reader };
}

beforeAll(async () => {
  const sources = Object.entries(NATIVE_CASES).flatMap(([name, { body, type }]) => {
    const source = NATIVE_SOURCES.find((each) => each.name === name);
    const found = source && nativeSourceOf(new URL(source.sample), NATIVE_SOURCES);
    if (!found) throw new Error(name);
    return [[new URL(found.address).pathname, { body, type }] as const];
  });
  site = await startSite({
    ...Object.fromEntries(
      sources.map(([path, { body, type }]) => [
        path,
        (_, response) => response.setHeader('content-type', type).end(body),
      ]),
    ),
    [RAW]: (_, response) => response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body),
    '*': PAGE,
  });
  ({ net: network, reader: reading } = await open());
});
beforeEach(() => {
  answer = { status: 200, type: 'text/plain', body: '# Guide\n\nThe words of the source.\n' };
});
afterAll(async () => {
  await reading?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
  await site?.close();
});

const read = (url: string, over: Partial<ReadRequest> = {}) =>
  reading.read(url, { template: 'auto', render: 'never', ...over });
const fresh = (over: Partial<ReadRequest> = {}) => read(site.url(BLOB, 'github.com'), { maxAgeS: 0, ...over });
const tried = (result: { attempts: ReadonlyArray<{ rung: string; outcome: string }> }) =>
  result.attempts.map(({ rung, outcome }) => `${rung} ${outcome}`);

test.each(NATIVE_SOURCES.map(({ name, sample }) => [name, sample] as const))(
  '%s is read from its source, once, and the page when that is asked for',
  async (name, sample) => {
    const given = NATIVE_CASES[name];
    if (!given) return expect.fail(`${name} has no page of its own here`);
    const url = sample.replace(/^https:\/\/([^/]+)/u, (_, host: string) => `http://${host}:${site.port}`);
    const before = site.requests.length;
    const result = await read(url);
    expect(result).toMatchObject({ status: 'ok', url, via: 'http' });
    expect(tried(result)).toEqual(['native HTTP 200']);
    expect(result.final_url).not.toBe(url);
    expect(result.notes.join('\n')).toContain(`(${name}): ${result.final_url}`);
    for (const text of given.has) expect(result.markdown).toContain(text);
    expect(result.markdown).not.toContain(given.lacks);
    const again = await read(url, { start: 10 });
    expect(tried(again)).toEqual(['cache hit']);
    expect(site.requests.length).toBe(before + 1);
    const page = await read(url, { template: 'none' });
    expect(page.markdown).toContain('The page itself has frames');
    expect(page.final_url).toBe(url);
  },
);

test('a read from a source that was kept as evidence is replayed without a network', async () => {
  const base = await mkdtemp(join(tmpdir(), 'plainsight-native-'));
  const folder = new EvidenceFolder({ folder: base, maxBytes: 1_000_000 });
  const evidence = createEvidenceStore({ folder, software: 'Plainsight/test' });
  const kept = await open({}, evidence);
  try {
    const result = await kept.reader.read(site.url(BLOB, 'github.com'), { template: 'auto', render: 'never' });
    const before = site.requests.length;
    const what = result.provenance.content_sha256;
    const request = { what, query: null, section: null, start: 0, maxTokens: 8000, timeoutS: 20 };
    const again = await kept.reader.reader.replay(request, {
      signal: new AbortController().signal,
      progress: () => {},
    });
    expect(again.result).toMatchObject({ markdown: result.markdown, final_url: result.final_url });
    expect(site.requests.length).toBe(before);
  } finally {
    await kept.reader[Symbol.asyncDispose]();
    await kept.net[Symbol.asyncDispose]();
    await rm(base, { recursive: true, force: true });
  }
});

describe('a source that does not give what the page says', () => {
  test.each([
    [404, 'text/plain', '404: Not Found', 'native HTTP 404'],
    [
      403,
      'text/html',
      '<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>',
      'native HTTP 403',
    ],
    [
      200,
      'text/html',
      `<title>Sign in</title><p>${WORDS.repeat(4)}</p><input type=password>`,
      'native HTTP 200, not what the page says',
    ],
    [200, 'text/plain', 'version https://git-lfs.github.com/spec/v1', 'native HTTP 200, not what the page says'],
    [200, 'text/plain', '', 'native HTTP 200, not what the page says'],
  ])('leads to the page, which the attempts tell: %i %s %s', async (status, type, body, outcome) => {
    answer = { status, type, body };
    const before = site.requests.length;
    const result = await fresh();
    expect(tried(result)).toEqual([outcome, 'http HTTP 200']);
    expect(result.markdown).toContain('The page itself has frames');
    expect(result.final_url).toBe(site.url(BLOB, 'github.com'));
    expect(site.requests.length).toBe(before + 2);
    // The page is at hand now; its source is not asked again for another window of it.
    expect(tried(await fresh({ maxAgeS: 3600, start: 5 }))).toEqual(['cache hit']);
  });

  test('because the operator keeps its host out leads to the page, and nothing is sent there', async () => {
    const kept = await open({ denyDomains: ['raw.githubusercontent.com'] });
    try {
      const before = site.requests.length;
      const result = await kept.reader.read(site.url(BLOB, 'github.com'), { template: 'auto', render: 'never' });
      expect(tried(result)).toEqual(['native domain_not_allowed', 'http HTTP 200']);
      expect(site.requests.slice(before)).toEqual([`GET ${BLOB}`]);
    } finally {
      await kept.reader[Symbol.asyncDispose]();
      await kept.net[Symbol.asyncDispose]();
    }
  });
});

test('what only the page itself has is never asked of its source', async () => {
  const before = site.requests.length;
  for (const over of [
    { selector: 'h1' },
    { format: 'html' },
    { template: 'none' },
    { template: '{"fields":[{"name":"a","select":"h1"}]}' },
    { factsOnly: true },
  ] as const) {
    const result = await fresh(over);
    expect(tried(result)[0]).toMatch(/^(?:http|cache)/u);
  }
  expect(site.requests.slice(before)).not.toContain(`GET ${RAW}`);
});
