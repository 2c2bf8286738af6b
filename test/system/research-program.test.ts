import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ResearchResult } from '../../src/research/result.ts';
import { cli } from '../kit/cli.ts';
import { startPlainsight } from '../kit/plainsight.ts';
import { startSearxng } from '../kit/searxng-stub.ts';
import { startSite, type TestSite } from '../kit/site.ts';
import { article } from '../kit/web.ts';

// The built program over stdio and as a command, with a SearXNG and sites on loopback.

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});
const opened = <T extends AsyncDisposable>(each: T): T => {
  open.push(each);
  return each;
};

async function setUp() {
  const searxng = opened(await startSearxng());
  const deep = article('Annex', 'The annex says that the river bridge toll is waived on Sundays.');
  const sites = [
    opened(
      await startSite({
        '/a': article('A', 'The river bridge toll is five euros, as <a href="/deep">the annex</a> says.'),
        '/deep': deep,
      }),
    ),
    opened(await startSite({ '/b': article('B', 'Nobody paid the river bridge toll in winter.') })),
    opened(await startSite({ '/c': () => {} })),
  ];
  const url = (i: number, path: string) => `${sites[i]?.origin}${path}`;
  const results = [url(0, '/a'), url(1, '/b'), url(2, '/c')].map((address) => ({ url: address, title: 'T' }));
  searxng.behave({ type: 'results', results });
  return { searxng, env: environment(searxng.url, sites), url };
}

function environment(searxng: string, sites: readonly TestSite[]): Record<string, string> {
  return {
    PLAINSIGHT_SEARXNG_URL: searxng,
    PLAINSIGHT_SEARCH_LAYERS: 'searxng',
    PLAINSIGHT_ALLOW_PRIVATE: sites.map(({ opening }) => opening).join(','),
    PLAINSIGHT_RENDER: 'never',
  };
}

type Program = Awaited<ReturnType<typeof startPlainsight>>;

const ask = async (program: Program, input: Record<string, unknown>) => {
  const answer = await program.client.callTool({ name: 'research', arguments: input });
  const [block] = answer.content;
  return {
    result: answer.structuredContent as unknown as ResearchResult, // seam: checked by the client against the schema
    text: block?.type === 'text' ? block.text : '',
    failed: answer.isError === true,
  };
};
const start = async (env: Record<string, string>) => opened(await startPlainsight(env));

it('answers over MCP in both forms, with tokens that a new process of the same home knows', async () => {
  const { env, url } = await setUp();
  const home = await mkdtemp(join(tmpdir(), 'plainsight-home-'));
  open.push({ [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) });
  const settings = { ...env, PLAINSIGHT_HOME: home };
  const input = { query: 'river bridge toll', max_sources: '2', include_domains: null, timeout_s: 15, thought: 'x' };
  const { result, text } = await ask(await start(settings), input);
  expect(result.passages.map(({ source_url }) => source_url).sort()).toEqual([url(0, '/a'), url(1, '/b')].sort());
  expect(result.receipt).toMatchObject({ usable: 2, provider: 'searxng', ranking: 'words' });
  expect(result.notes.join(' ')).toContain('thought');
  const mark = /<<<web-content (\w+)/u.exec(text)?.[1] ?? 'none';
  const [ours = '', theirs = ''] = text.split(`<<<web-content ${mark}`);
  expect(theirs).toContain('five euros');
  expect(ours).not.toContain('five euros');
  expect((await stat(join(home, 'keys', 'follow.key'))).mode & 0o777).toBe(0o600);

  const token = result.candidates[0]?.token;
  const next = await ask(await start(settings), { query: 'river bridge toll', follow: [{ token, why: 'details' }] });
  expect(next.result.followed).toMatchObject([{ url: url(0, '/deep'), status: 'read', why: 'details' }]);
  expect(next.result.passages[0]?.text).toContain('waived on Sundays');
  const other = await ask(await start(env), { query: 'river bridge toll', follow: [{ token }] });
  expect(other.result.followed).toMatchObject([{ status: 'invalid_token' }]);
});

it('says that no engine answered, which is not an empty answer', async () => {
  const { env, searxng } = await setUp();
  searxng.behave({ type: 'status', status: 500 });
  const { failed, text } = await ask(await start(env), { query: 'river bridge toll', timeout_s: 5 });
  expect(failed).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ code: 'search_unavailable' });
});

it('ranks by meaning where a service is configured, and by words where it fails', async () => {
  const { env, url } = await setUp();
  let broken = false;
  const service = opened(
    await startSite({
      '/v1/embeddings': (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          if (broken) return response.writeHead(500).end();
          const { input } = JSON.parse(Buffer.concat(chunks).toString());
          const data = input.map((text: string, index: number) => {
            return {
              index,
              embedding: text.includes('Nobody') || text.includes('river bridge toll?') ? [1, 0] : [0, 1],
            };
          });
          return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
        });
      },
    }),
  );
  const settings = { ...env, PLAINSIGHT_EMBEDDINGS_URL: `${service.origin}/v1` };
  const input = { query: 'river bridge toll?', max_sources: 2, timeout_s: 15 };
  const program = await start(settings);
  const { result } = await ask(program, input);
  expect(result.receipt.ranking).toBe('words and meaning');
  expect(result.passages[0]?.source_url).toBe(url(1, '/b'));
  broken = true;
  const fallen = await ask(program, input);
  expect(fallen.result.receipt.ranking).toBe('words');
  expect(fallen.result.notes.join(' ')).toContain('by words alone');
  expect(fallen.result.passages).toHaveLength(2);
});

it('is a command with the structured answer on request', async () => {
  const { env } = await setUp();
  const home = await mkdtemp(join(tmpdir(), 'plainsight-home-'));
  open.push({ [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) });
  const words = ['research', 'river bridge toll', '--max-sources', '2', '--timeout-s', '15'];
  const plain = await cli(words, { home, env });
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('five euros') });
  const json = await cli([...words, '--json'], { home, env });
  expect(JSON.parse(json.stdout)).toMatchObject({ receipt: { usable: 2 }, truncated: false });
  expect((await cli(['research'], { home, env })).code).toBe(2);
});
