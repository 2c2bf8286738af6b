import { describe, expect, test } from 'vitest';
import { ConfigError } from './faults.ts';
import { FIELD_KEYS, FIELDS } from './fields.ts';
import { configFilePath, loadConfig } from './load.ts';
import type { Environment, Machine } from './paths.ts';

const machine: Machine = { platform: 'linux', userFolder: '/home/ada' };
const load = (env: Environment, file: unknown = null, flags: Record<string, unknown> = {}) =>
  loadConfig({ env, file, flags, machine });

function faultsOf(work: () => unknown): readonly { name: string; shown: string; valid: string; problem: string }[] {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.faults;
    throw thrown;
  }
  throw new Error('no fault was reported');
}

describe('the table of settings', () => {
  test('keys, names and flags follow one rule, so that each can be guessed from the other', () => {
    for (const key of FIELD_KEYS) {
      const words = key.replace(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
      expect(FIELDS[key].name).toBe(`PLAINSIGHT_${words}`);
      const flag = `--${words.toLowerCase().replaceAll('_', '-')}`;
      expect(FIELDS[key].flag).toBe(FIELDS[key].secret ? null : flag);
    }
  });

  test('the settled names are all there', () => {
    const names = FIELD_KEYS.map((key) => FIELDS[key].name);
    for (const word of 'HOME TOOLSETS HOST PORT AUTH_TOKEN ALLOW_PRIVATE ALLOW_DOMAINS DENY_DOMAINS PROXY HOST_DELAY_MS MAX_TOKENS RENDER CHROME LOG LOG_DETAILS'.split(
      ' ',
    ))
      expect(names).toContain(`PLAINSIGHT_${word}`);
  });
});

describe('the layers', () => {
  test('with nothing given every setting has its default and the config is frozen', () => {
    const { config, sources, warnings } = load({});
    expect(config).toMatchObject({
      port: 8931,
      host: '127.0.0.1',
      toolsets: ['web'],
      maxTokens: 8000,
      render: 'auto',
      logDetails: false,
    });
    expect(config.home).toBe('/home/ada/.local/share/plainsight');
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
    expect(warnings).toEqual([]);
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('a flag wins over the environment, the environment over the file, the file over the default', () => {
    const file = { port: 1001, max_tokens: 1001, PLAINSIGHT_TIMEOUT_S: 11 };
    const env = { PLAINSIGHT_PORT: '1002', PLAINSIGHT_MAX_TOKENS: '1002' };
    const { config, sources } = load(env, file, { port: '1003' });
    expect([config.port, config.maxTokens, config.timeoutS]).toEqual([1003, 1002, 11]);
    expect([sources.port, sources.maxTokens, sources.timeoutS, sources.log]).toEqual([
      'flag',
      'env',
      'file',
      'default',
    ]);
  });

  test('an empty value counts as not given', () => {
    const { config, sources } = load({ PLAINSIGHT_PORT: '', PLAINSIGHT_ALLOW_DOMAINS: '  ' }, { log: '' });
    expect([config.port, config.log, sources.port]).toEqual([8931, 'info', 'default']);
    expect(config.allowDomains).toEqual([]);
  });

  test('a wrong value in a layer that is overruled does no harm', () => {
    expect(load({ PLAINSIGHT_PORT: 'abc' }, null, { port: '80' }).config.port).toBe(80);
  });

  test.each([
    ['on', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['off', false],
    ['False', false],
    ['0', false],
    ['no', false],
  ])('%s is read as %s', (word, value) => {
    expect(load({ PLAINSIGHT_LOG_DETAILS: word }).config.logDetails).toBe(value);
  });
});

describe('lists and targets', () => {
  test('lists are separated by commas, trimmed, without doubles, and a file may use an array', () => {
    expect(load({ PLAINSIGHT_ALLOW_DOMAINS: ' Example.com, *.Example.org ,,example.com' }).config.allowDomains).toEqual(
      ['example.com', '*.example.org'],
    );
    expect(load({}, { deny_domains: ['a.example', 'bücher.example'] }).config.denyDomains).toEqual([
      'a.example',
      'xn--bcher-kva.example',
    ]);
  });

  test.each([
    ['127.0.0.1:3000', '127.0.0.1:3000'],
    ['[::1]:3000', '[::1]:3000'],
    ['[0:0:0:0:0:0:0:1]:80', '[::1]:80'],
    ['Intranet:8080', 'intranet:8080'],
  ])('the private target %s is kept as %s', (given, kept) => {
    expect(load({ PLAINSIGHT_ALLOW_PRIVATE: given }).config.allowPrivate).toEqual([kept]);
  });

  test.each([
    '10.0.0.1',
    'http://10.0.0.1:80',
    '10.0.0.1:0',
    '10.0.0.1:70000',
    '::1:80',
    '*:80',
    'a b:80',
    '10.0.0.0/8:80',
    ':80',
    'x@y:80',
  ])('the private target %s is refused', (given) => {
    expect(faultsOf(() => load({ PLAINSIGHT_ALLOW_PRIVATE: given }))[0]?.name).toBe('PLAINSIGHT_ALLOW_PRIVATE');
  });

  test.each(['https://example.com', 'example.com/path', 'exa mple.com', '*.', 'a*.example.com', '-a.example'])(
    'the domain %s is refused',
    (given) => {
      expect(faultsOf(() => load({ PLAINSIGHT_DENY_DOMAINS: given }))).toHaveLength(1);
    },
  );

  test.each(['0.0.0.0', '::', 'localhost', '[::1]'])('the host %s is accepted', (given) => {
    expect(load({ PLAINSIGHT_HOST: given }).config.host).toBe(given.replace(/[[\]]/gu, ''));
  });
});

describe('faults', () => {
  test('every fault is reported at once, with the name, the value and what would be valid', () => {
    const faults = faultsOf(() =>
      load(
        { PLAINSIGHT_PORT: '99999', PLAINSIGHT_RENDER: 'sometimes', PLAINSIGHT_LOG_DETAILS: 'maybe' },
        { max_tokens: {} },
        { timeoutS: '-1' },
      ),
    );
    expect(faults.map((fault) => fault.name).sort()).toEqual([
      '--timeout-s',
      'PLAINSIGHT_LOG_DETAILS',
      'PLAINSIGHT_MAX_TOKENS',
      'PLAINSIGHT_PORT',
      'PLAINSIGHT_RENDER',
    ]);
    const port = faults.find((fault) => fault.name === 'PLAINSIGHT_PORT');
    expect(port).toMatchObject({ shown: '99999', valid: expect.stringContaining('65535') });
    expect(faults.find((fault) => fault.name === 'PLAINSIGHT_RENDER')?.valid).toContain('auto, always, never');
  });

  test.each(['12.5', '1e3', '0x10', '-1', ' 1 2', 'NaN'])('%s is no whole number', (given) => {
    expect(faultsOf(() => load({ PLAINSIGHT_HOST_DELAY_MS: given }))).toHaveLength(1);
  });

  test('a secret is never repeated, nor is the password of a proxy', () => {
    const secrets = [
      'hunter2 with blanks',
      'user:pa55word@proxy:80',
      'ftp://user:pa55word@proxy',
      '10.0.0.1:80,user:pa55word@x',
    ];
    const [token, proxy, scheme, targets] = secrets;
    for (const env of [
      { PLAINSIGHT_AUTH_TOKEN: token },
      { PLAINSIGHT_PROXY: proxy },
      { PLAINSIGHT_PROXY: scheme },
      { PLAINSIGHT_ALLOW_PRIVATE: targets },
    ]) {
      try {
        load(env);
        throw new Error(`accepted ${JSON.stringify(env)}`);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ConfigError);
        expect(String(thrown)).not.toMatch(/hunter2|pa55word/u);
      }
    }
  });

  test.each(['http://proxy:3128', 'http://me:p%40ss@10.0.0.1', 'http://[::1]:8080'])(
    'the proxy %s is accepted',
    (given) => {
      expect(load({ PLAINSIGHT_PROXY: given }).config.proxy).toBe(given);
    },
  );

  test.each(['proxy:3128', 'https://proxy', 'socks5://proxy', 'http://', 'http://me:p%zz@proxy'])(
    'the proxy %s is refused',
    (given) => {
      expect(faultsOf(() => load({ PLAINSIGHT_PROXY: given }))).toHaveLength(1);
    },
  );

  test('an unknown name is a warning with the nearest name, in the environment and in the file', () => {
    const { warnings } = load(
      { PLAINSIGHT_TOOL_SETS: 'web', PLAINSIGHT_QQQQQQQQQQQQQQQQQQQQQ: '1', OTHER: 'x' },
      { prot: 80 },
    );
    expect(warnings).toHaveLength(3);
    expect(warnings.join('\n')).toContain('did you mean PLAINSIGHT_TOOLSETS?');
    expect(warnings.join('\n')).toContain('did you mean PLAINSIGHT_PORT?');
    expect(warnings.find((warning) => warning.includes('QQQ'))).not.toContain('did you mean');
  });

  test.each([[[1, 2]], ['text'], [7]])('a file that holds %j instead of an object is a fault', (file) => {
    expect(faultsOf(() => load({}, file))[0]?.name).toBe('PLAINSIGHT_CONFIG');
  });
});

describe('folders', () => {
  test.each<[string, Environment, Machine, string]>([
    ['XDG_DATA_HOME', { XDG_DATA_HOME: '/data' }, machine, '/data/plainsight'],
    ['a relative XDG_DATA_HOME is ignored', { XDG_DATA_HOME: 'data' }, machine, '/home/ada/.local/share/plainsight'],
    [
      'macOS',
      {},
      { platform: 'darwin', userFolder: '/Users/ada' },
      '/Users/ada/Library/Application Support/plainsight',
    ],
    ['PLAINSIGHT_HOME', { PLAINSIGHT_HOME: '~/sight' }, machine, '/home/ada/sight'],
  ])('%s gives the data folder', (_case, env, on, expected) => {
    expect(loadConfig({ env, flags: {}, file: null, machine: on }).config.home).toBe(expected);
  });

  test('the configuration file is the named one, else config.json in the data folder', () => {
    expect(configFilePath({ env: { PLAINSIGHT_CONFIG: '/a.json' }, flags: {}, machine })).toEqual({
      path: '/a.json',
      named: true,
    });
    expect(configFilePath({ env: { PLAINSIGHT_CONFIG: '/a.json' }, flags: { config: '~/b.json' }, machine }).path).toBe(
      '/home/ada/b.json',
    );
    expect(configFilePath({ env: { PLAINSIGHT_HOME: '/sight' }, flags: {}, machine })).toEqual({
      path: '/sight/config.json',
      named: false,
    });
  });
});
