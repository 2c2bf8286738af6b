import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readResult } from '../../test/kit/scripted-reader.ts';
import { AppError } from '../base/errors.ts';
import { silentLog } from '../base/log.ts';
import type { LoadedConfig } from '../config/load.ts';
import { EventBus } from '../events.ts';
import type { ReadRequest, ReadResult } from '../read/result.ts';
import { CallLimits } from '../toolkit/limits.ts';
import { runTool } from '../toolkit/run.ts';
import type { Services } from '../toolkit/services.ts';
import { createTools } from '../tools/all.ts';
import type { App, CliHost, LocalSource } from './app-interface.ts';
import { runCli } from './main.ts';

/** What the command line did to the program around it. */
interface Seen {
  readonly requests: ReadRequest[];
  readonly local: Array<{ text: string; source: LocalSource }>;
  created: LoadedConfig | null;
  closed: number;
  stdio: number;
}

let home = '';
let seen: Seen;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plainsight-cli-'));
  seen = { requests: [], local: [], created: null, closed: 0, stdio: 0 };
});
afterEach(() => rm(home, { recursive: true, force: true }));

type Reading = (request: ReadRequest) => Promise<ReadResult>;

function app(loaded: LoadedConfig, reading: Reading): App {
  const services: Services = {
    pages: {
      read: (request) => {
        seen.requests.push(request);
        return reading(request);
      },
    },
    quotes: { checkQuotes: () => Promise.reject(new Error('no quote is checked here')) },
    search: { search: () => Promise.reject(new Error('nothing is searched here')) },
    research: { research: () => Promise.reject(new Error('nothing is researched here')) },
    health: { health: async () => ({ version: '1', uptimeS: 1, parts: [], counters: {}, limits: {} }) },
    tables: { read: async () => Promise.reject(new Error('unused')) },
    screenshots: { take: () => Promise.reject(new Error('no picture is taken here')) },
    pageFiles: { save: () => Promise.reject(new Error('no page is saved here')) },
  };
  const context = { events: new EventBus(), log: silentLog, limits: new CallLimits(), caller: 'cli' };
  return {
    config: loaded.config,
    tools: createTools(),
    services,
    local: {
      readLocal: async (bytes, source) => {
        seen.local.push({ text: Buffer.from(bytes).toString(), source });
        return readResult();
      },
      replay: () => Promise.reject(new Error('nothing is kept in this test')),
    },
    searching: {
      engines: async () => ({ engines: [], faults: [] }),
      tryEngines: () => Promise.reject(new Error('no engine is asked here')),
    },
    templates: { tryTemplates: () => Promise.reject(new Error('no template is tried here')) },
    xrays: {
      take: () => Promise.reject(new Error('not in this test')),
      keep: () => Promise.reject(new Error('not in this test')),
    },
    download: () => Promise.reject(new Error('not in this test')),
    nativeClientLoads: async () => true,
    runTool: (tool, raw, options) =>
      runTool(tool, raw, {
        ...context,
        services: options.services ?? services,
        signal: options.signal,
        onProgress: options.onProgress,
      }),
    serve: () => Promise.reject(new AppError('invalid_argument', 'Port 1 is in use.')),
    stdio: async () => {
      seen.stdio++;
    },
    close: async () => {
      seen.closed++;
    },
  };
}

interface Given {
  readonly reading?: Reading;
  readonly stdin?: string;
  readonly tty?: boolean;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function cli(argv: string[], given: Given = {}) {
  const texts = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => {
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
    return stream;
  };
  const stdin = Object.assign(Readable.from(given.stdin === undefined ? [] : [Buffer.from(given.stdin)]), {
    isTTY: given.tty ?? false,
  });
  const host: CliHost = {
    version: '9.8.7',
    env: { PLAINSIGHT_HOME: home, ...given.env },
    stdin,
    stdout: output('stdout'),
    stderr: output('stderr'),
    signal: given.signal ?? new AbortController().signal,
    program: ['plainsight'],
    loadTools: async () => createTools(),
    createApp: async (loaded) => {
      seen.created = loaded;
      return app(loaded, given.reading ?? (async () => readResult()));
    },
  };
  const code = await runCli(argv, host);
  return { code, ...texts };
}

describe('the whole', () => {
  test.each([['--version'], ['-V'], ['version']])('%s prints the version alone and creates nothing', async (word) => {
    expect(await cli([word])).toEqual({ code: 0, stdout: '9.8.7\n', stderr: '' });
    expect(seen.created).toBeNull();
  });

  test.each([['--help'], ['-h'], ['help']])('%s lists the commands on stdout and creates nothing', async (word) => {
    const { code, stdout, stderr } = await cli([word]);
    expect([code, stderr]).toEqual([0, '']);
    for (const name of ['read', 'status', 'call', 'serve', 'stdio', 'bridge', 'doctor', 'setup', 'config', 'selftest'])
      expect(stdout).toContain(`\n  ${name} `);
    expect(seen.created).toBeNull();
  });

  test.each(['read', 'status', 'call', 'serve', 'stdio', 'bridge', 'doctor', 'setup', 'config', 'selftest'])(
    '%s --help prints its options on stdout and creates nothing',
    async (name) => {
      const { code, stdout, stderr } = await cli([name, '--help']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Usage: plainsight ${name}`);
      expect(stdout).toContain('--host-delay-ms <value>');
      expect(stdout).not.toContain('--auth-token');
      expect(seen.created).toBeNull();
    },
  );

  test('without a command and with a pipe it speaks MCP, also when settings are given as flags', async () => {
    expect(await cli([])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await cli(['--toolsets', 'read_page', '--log', 'error'])).toMatchObject({ code: 0, stdout: '' });
    expect(seen).toMatchObject({ stdio: 2, closed: 2 });
    expect(seen.created?.config).toMatchObject({ toolsets: ['read_page'], log: 'error' });
  });

  test('without a command and on a terminal it shows the help on stderr', async () => {
    const { code, stdout, stderr } = await cli([], { tty: true });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: plainsight');
  });

  test.each([
    [['raed', 'x'], 'did you mean read?'],
    [['https://example.com'], 'plainsight read https://example.com'],
    [['read'], 'missing required argument'],
    [['read', 'https://example.com', '--max-tokns', '5'], 'Did you mean --max-tokens'],
    [['read', 'https://example.com', 'extra'], 'too many arguments'],
    [['read', 'https://example.com', '--max-tokens'], 'argument missing'],
    [['read', 'https://example.com', '--base-url', 'https://example.com'], '--base-url'],
    [['call', 'nothing'], 'there is no tool nothing'],
    [['call', 'read_page', '--json-input', '{url:'], 'not JSON'],
    [['bridge', 'http://me:pw@127.0.0.1:1/'], 'password'],
    [['serve', '--port', 'eighty'], '--port'],
    [['serve'], 'Port 1 is in use'],
  ])('%j is wrong usage: exit code 2, nothing on stdout, the reason on stderr', async (argv, reason) => {
    const { code, stdout, stderr } = await cli(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });

  test('wrong settings are all named, with exit code 2', async () => {
    const { code, stdout, stderr } = await cli(['read', 'https://example.com'], {
      env: { PLAINSIGHT_PORT: 'x', PLAINSIGHT_LOG: 'loud' },
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('PLAINSIGHT_PORT');
    expect(stderr).toContain('PLAINSIGHT_LOG');
  });

  test('an unknown setting is a warning on stderr and the command goes on', async () => {
    const { code, stderr } = await cli(['read', 'https://example.com'], { env: { PLAINSIGHT_TOKENS: '5' } });
    expect(code).toBe(0);
    expect(stderr).toContain('PLAINSIGHT_TOKENS');
  });
});

describe('read', () => {
  test('flags become the arguments of the tool, and --json prints its answer exactly', async () => {
    const { code, stdout, stderr } = await cli([
      'read',
      'https://example.com',
      '--max-tokens',
      '500',
      '--query',
      'a b',
      '--no-include-links',
      '--expand',
      '--format',
      'text',
      '--json',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(seen.requests[0]).toMatchObject({
      url: 'https://example.com',
      maxTokens: 500,
      query: 'a b',
      includeLinks: false,
      expand: true,
      format: 'text',
      maxAgeS: 3600,
    });
    expect(JSON.parse(stdout)).toEqual(readResult());
    expect(seen.closed).toBe(1);
  });

  test('without --json the text of the runner is printed, with --bare only the page', async () => {
    expect((await cli(['read', 'https://example.com'])).stdout).toMatch(/^status: ok[\s\S]*A page of \*words\*/u);
    expect((await cli(['read', 'https://example.com', '--bare'])).stdout).toBe('# Hello\n\nA page of *words*.\n');
  });

  test('no log joins the answer, unless a level was asked for', async () => {
    await cli(['read', 'https://example.com']);
    expect(seen.created?.config.log).toBe('error');
    await cli(['read', 'https://example.com', '--log', 'info']);
    expect(seen.created?.config.log).toBe('info');
  });

  test('settings may be given as flags beside those of the tool', async () => {
    await cli(['read', 'https://example.com', '--allow-private', '10.0.0.1:80', '--log-details', '--timeout-s', '7']);
    expect(seen.created?.config).toMatchObject({ allowPrivate: ['10.0.0.1:80'], logDetails: true });
    expect(seen.requests[0]?.timeoutS).toBe(7);
  });

  test.each<[ReadResult['status'], number]>([
    ['ok', 0],
    ['partial', 0],
    ['empty', 4],
    ['challenge', 4],
    ['blocked', 4],
    ['rate_limited', 4],
    ['not_found', 4],
    ['server_error', 4],
    ['unsupported_content', 4],
    ['too_large', 4],
    ['unreachable', 4],
    ['timeout', 4],
    ['unknown', 4],
  ])('a page that is %s ends with exit code %i and is still printed', async (status, expected) => {
    const { code, stdout } = await cli(['read', 'https://example.com', '--json'], {
      reading: async () => readResult({ status }),
    });
    expect(code).toBe(expected);
    expect(JSON.parse(stdout)).toMatchObject({ status });
  });

  test.each([
    ['scheme_not_allowed', 3],
    ['credentials_in_url', 3],
    ['blocked_target', 3],
    ['domain_not_allowed', 3],
    ['invalid_argument', 2],
    ['rate_limited', 4],
    ['extraction_failed', 4],
    ['internal', 5],
  ] as const)(
    'the error %s ends with exit code %i, its sentence on stderr and the report in the JSON',
    async (error, expected) => {
      const reading = () => Promise.reject(new AppError(error, 'In our words.'));
      const plain = await cli(['read', 'https://example.com'], { reading });
      expect(plain).toMatchObject({ code: expected, stdout: '' });
      expect(plain.stderr).toContain(`${error}: In our words.`);
      const json = await cli(['read', 'https://example.com', '--json'], { reading });
      expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: error, message: 'In our words.' } });
    },
  );

  test('an unknown error never shows what it says, since a page may have written it', async () => {
    const { code, stderr } = await cli(['read', 'https://example.com'], {
      reading: () => Promise.reject(new Error('written by a page')),
    });
    expect(code).toBe(5);
    expect(stderr).not.toContain('written by a page');
  });

  test('Ctrl-C ends the call and the app', async () => {
    const controller = new AbortController();
    const reading = () => {
      controller.abort();
      return new Promise<ReadResult>(() => {});
    };
    expect((await cli(['read', 'https://example.com'], { reading, signal: controller.signal })).code).toBe(130);
    expect(seen.closed).toBe(1);
  });
});

describe('local files', () => {
  test('a file that exists is read here, with the same arguments, and nothing is fetched', async () => {
    await writeFile(join(home, 'page.html'), '<p>hello');
    const { code } = await cli([
      'read',
      join(home, 'page.html'),
      '--base-url',
      'https://example.com/a/',
      '--max-tokens',
      '99',
    ]);
    expect([code, seen.requests]).toEqual([0, []]);
    expect(seen.local).toMatchObject([
      {
        text: '<p>hello',
        source: { name: join(home, 'page.html'), baseUrl: 'https://example.com/a/', request: { maxTokens: 99 } },
      },
    ]);
  });

  test('- reads standard input', async () => {
    await cli(['read', '-'], { stdin: 'a,b\n1,2\n' });
    expect(seen.local).toMatchObject([{ text: 'a,b\n1,2\n', source: { name: '-', baseUrl: null } }]);
  });

  test.each(['./absent.html', '../absent', '/absent/file', 'C:\\absent.html', '~/absent.html'])(
    '%s looks like a path and is wrong usage when it is not there',
    async (word) => {
      const { code, stderr } = await cli(['read', word]);
      expect(code).toBe(2);
      expect(stderr).toContain('there is no file');
      expect(seen.requests).toEqual([]);
    },
  );

  test.each([
    'example.com',
    'example.com/page.html',
    'localhost:3000/x',
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com/x',
  ])('%s is left to the tool and its gate', async (word) => {
    await cli(['read', word]);
    expect(seen.local).toEqual([]);
    expect(seen.requests.map(({ url }) => url)).toEqual([word]);
  });

  test('a folder is no file', async () => {
    expect((await cli(['read', home])).code).toBe(2);
    expect(seen.local).toEqual([]);
  });

  test('a file that is too large is refused before it fills the memory', async () => {
    await writeFile(join(home, 'big.txt'), Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
    const { code, stderr } = await cli(['read', join(home, 'big.txt')]);
    expect(code).toBe(4);
    expect(stderr).toContain('budget_exceeded');
  });

  test('call never reads a local file', async () => {
    await writeFile(join(home, 'page.html'), '<p>hello');
    await cli(['call', 'read_page', '--json-input', JSON.stringify({ url: join(home, 'page.html') })]);
    expect(seen.local).toEqual([]);
  });
});

describe('call, config and progress', () => {
  test('arguments come as JSON, from the flag or from standard input', async () => {
    await cli(['call', 'read_page', '--json-input', '{"url":"https://a.example","max_tokens":"77"}']);
    const { code, stdout } = await cli(['call', 'read_page', '--json-input', '-', '--json'], {
      stdin: '{"url":"https://b.example"}',
    });
    expect([code, JSON.parse(stdout).status]).toEqual([0, 'ok']);
    expect(seen.requests).toMatchObject([{ url: 'https://a.example', maxTokens: 77 }, { url: 'https://b.example' }]);
  });

  test('what the tool ignored is said on stderr', async () => {
    const { stderr } = await cli(['call', 'read_page', '--json-input', '{"url":"https://a.example","colour":"red"}']);
    expect(stderr).toContain('colour');
  });

  test('config shows values with their sources and hides secrets', async () => {
    const { code, stdout } = await cli(['config', '--json', '--port', '1'], {
      env: { PLAINSIGHT_AUTH_TOKEN: 'topsecret', PLAINSIGHT_LOG: 'warn' },
    });
    expect(code).toBe(0);
    expect(stdout).not.toContain('topsecret');
    const { settings } = JSON.parse(stdout);
    const source = (name: string) => settings.find((each: { name: string }) => each.name === name)?.source;
    expect(['PORT', 'LOG', 'AUTH_TOKEN', 'HOST'].map((name) => source(`PLAINSIGHT_${name}`))).toEqual([
      'flag',
      'env',
      'env',
      'default',
    ]);
    expect((await cli(['config'])).stdout).toContain('PLAINSIGHT_ALLOW_PRIVATE');
  });
});
