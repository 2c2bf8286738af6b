import { NATIVE_SOURCES, type NativeSource } from '../../src/read/native/native-sources.ts';

/** For each source a page and what its site sends for it, in the shape of the real one, written by us. */
export interface NativeCase {
  /** The source as bytes of its answer, and the type it is sent as. */
  readonly body: string;
  readonly type: string;
  /** What an answer has to hold, and what it must not hold. */
  readonly has: readonly string[];
  readonly lacks: string;
}

const COMMENT = '<!-- SECRET: words for machines that nobody who opens the page can see -->';
const README = `# The source\n\n${COMMENT}\n\n${'It says what the page says, and nothing stands around it. '.repeat(4)}\n`;
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json';

const FILE: NativeCase = { body: README, type: TEXT, has: ['# The source'], lacks: 'SECRET' };

export const NATIVE_CASES: Readonly<Record<string, NativeCase>> = {
  'github-file': FILE,
  'gitlab-file': FILE,
  'codeberg-file': FILE,
  'hugging-face-file': { body: '{"a": [1]}', type: TEXT, has: ['```json\n{"a": [1]}\n```'], lacks: 'SECRET' },
  'github-gist': {
    body: JSON.stringify({
      description: 'Notes',
      comments: 0,
      files: { 'a.md': { filename: 'a.md', content: README }, 'b.py': { filename: 'b.py', content: 'a = 1' } },
    }),
    type: JSON_TYPE,
    has: ['# Notes', '# The source', '```py\na = 1\n```'],
    lacks: 'SECRET',
  },
  'npm-package': {
    body: JSON.stringify({ name: 'zod', readme: README, license: 'MIT', 'dist-tags': { latest: '4.0.0' } }),
    type: JSON_TYPE,
    has: ['- version: 4.0.0', '- licence: MIT', '# The source'],
    lacks: 'SECRET',
  },
  'pypi-project': {
    body: JSON.stringify({
      info: { name: 'requests', version: '2.0', description: README, description_content_type: 'text/markdown' },
      urls: [],
    }),
    type: JSON_TYPE,
    has: ['- version: 2.0', '# The source'],
    lacks: 'SECRET',
  },
};

/** The table with every host at a port of this machine, for a resolver that knows their names. */
export function relocated(port: number): readonly NativeSource[] {
  return NATIVE_SOURCES.map((source) => ({
    ...source,
    rules: source.rules.map(({ page, source: address }) => ({
      page: page.replace(/^[^/]+/u, (host) => `${host}:${port}`),
      source: address.replace(/^https:\/\/([^/]+)/u, (_, host: string) => `http://${host}:${port}`),
    })),
  }));
}

/** Every host of the table, of pages and of sources. */
export function nativeHosts(): string[] {
  const hosts = NATIVE_SOURCES.flatMap(({ rules }) =>
    rules.flatMap(({ page, source }) => [page.split('/')[0] ?? '', new URL(source.replace(/[{}]/gu, '')).hostname]),
  );
  return [...new Set([...hosts, ...hosts.map((host) => `www.${host}`)])];
}
