import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadKeyFile } from '../../src/stores/key-file.ts';
import { article, researchOver, startWeb, type TestWeb } from '../kit/web.ts';

const QUERY = 'river bridge toll';
const homes: string[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
});
const newHome = async () => {
  const home = await mkdtemp(join(tmpdir(), 'plainsight-follow-'));
  homes.push(home);
  return join(home, 'keys', 'follow.key');
};

function startBridges(): Promise<TestWeb> {
  const link = (place: string, label: string) => `<a href="http://${place}">${label}</a>`;
  return startWeb({
    'a.test/x': (request, response) => {
      const port = (request.headers.host ?? '').split(':')[1];
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          article(
            'Bridge',
            `The river bridge toll is described in ${link(`b.test:${port}/toll`, 'the toll table')}, in ${link(`wall.test:${port}/w`, 'a notice')}, in ${link(`gone.test:${port}/g`, 'an old list')}, and in ${link(`a.test:${port}/x#part`, 'this page')}.`,
          ),
        );
    },
    'b.test/toll': article(
      'Table',
      'The river bridge toll for lorries is nineteen euros, as <a href="/deep">the annex</a> says.',
    ),
    'b.test/deep': article('Annex', 'The annex on the river bridge toll ends with <a href="/deeper">a note</a>.'),
    'b.test/deeper': article('Note', 'A river bridge toll note with <a href="/deepest">one more link</a>.'),
    'wall.test/w': (_request, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end('<p>Verify you are human</p>'),
  });
}

it('reads links of passages that it offered, to a certain depth, and says what happened to each', async () => {
  await using web = await startBridges();
  const research = researchOver(web, ['a.test/x']);
  const first = await research.ask({ query: QUERY });
  expect(first.candidates.map(({ label }) => label).sort()).toEqual(['a notice', 'an old list', 'the toll table']);
  const tokens = first.candidates.map(({ token, label }) => ({ token, why: label }));
  const second = await research.ask({ query: ' River  bridge TOLL ', follow: [...tokens, ...tokens.slice(0, 1)] });
  expect(research.searches).toHaveLength(1);
  expect(Object.fromEntries(second.followed.slice(0, 3).map(({ why, status }) => [why, status]))).toEqual({
    'the toll table': 'read',
    'a notice': 'not_content',
    'an old list': 'failed',
  });
  expect(second.followed[3]?.status).toBe('duplicate');
  expect(second.passages.map(({ text }) => text).join()).toContain('nineteen euros');
  expect(second.sources.find(({ status }) => status === 'ok')).toMatchObject({ depth: 2, discovered_via: 'follow' });

  const [annex] = second.candidates;
  expect(annex).toMatchObject({ depth: 3, parent_source_url: web.url('b.test/toll') });
  const third = await research.ask({ query: QUERY, follow: [{ token: annex?.token ?? '', why: '' }] });
  expect(third.passages[0]?.text).toContain('annex');
  expect(third.candidates).toEqual([]);
});

it('knows its tokens after a restart, and no others', async () => {
  await using web = await startBridges();
  const file = await newHome();
  const over = (place: string, now?: () => number) =>
    researchOver(web, ['a.test/x'], { loadKey: () => loadKeyFile(place), ...(now ? { clock: { now } } : {}) });
  const { candidates } = await over(file).ask({ query: QUERY });
  const token = candidates.find(({ label }) => label === 'the toll table')?.token ?? '';
  const status = async (
    given: string,
    request: Parameters<ReturnType<typeof over>['ask']>[0] = {},
    research = over(file),
  ) => {
    const { followed } = await research.ask({ query: QUERY, follow: [{ token: given, why: '' }], ...request });
    return followed[0]?.status;
  };
  expect(await status(token)).toBe('read');
  expect(await status(token, { maxSources: 1, maxTokens: 2000, aim: 'something else' })).toBe('read');
  expect(await status(token, {}, over(await newHome()))).toBe('invalid_token');
  expect(
    await status(
      token,
      {},
      over(file, () => Date.now() + 3 * 3_600_000),
    ),
  ).toBe('expired');
  for (const other of [
    { query: 'river bridge tolls' },
    { includeDomains: ['b.test'] },
    { excludeDomains: ['c.test'] },
    { publishedAfter: '2020-01-01' },
  ]) {
    expect([other, await status(token, other)]).toEqual([other, 'invalid_token']);
  }
  const parts = token.split('.');
  const forged = [
    token.replace('b.test', 'wall.test'),
    token.replace('/toll', '/toll2'),
    `${token}x`,
    token.slice(0, -1),
    token.replace(/^1\.2\./u, '1.1.'),
    [...parts.slice(0, 2), 'zzzzzz', ...parts.slice(3)].join('.'),
    '',
    'nonsense',
    web.url('b.test/toll'),
    ...variants(parts),
  ];
  for (const one of forged) expect([one, await status(one)]).toEqual([one, 'invalid_token']);
  expect(web.site.requests.filter((line) => line.includes('/w'))).toEqual([]);
}, 60_000);

/** Each single character of the signature changed. */
function variants(parts: readonly string[]): string[] {
  const [version, depth, expiry, signature = '', ...address] = parts;
  return [...signature].map((character, i) => {
    const changed = `${signature.slice(0, i)}${character === 'A' ? 'B' : 'A'}${signature.slice(i + 1)}`;
    return [version, depth, expiry, changed, ...address].join('.');
  });
}
