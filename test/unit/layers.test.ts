import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

// The rules of ARCHITECTURE.md about which part may know which, held against the sources. Type imports count.

const ROOT = resolve(import.meta.dirname, '../..');

/** What each folder of src/ may import beside itself. Everyone may import base and events. A new folder needs a row. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  config: [],
  html: [],
  visibility: ['html'],
  extract: ['html'],
  rank: ['html'],
  stores: ['config'],
  net: ['config'],
  browser: ['config'],
  read: ['config', 'html', 'visibility', 'extract', 'rank', 'stores', 'net', 'browser'],
  toolkit: ['config', 'read'],
  tools: ['config', 'html', 'visibility', 'extract', 'rank', 'read', 'toolkit'],
  mcp: ['config', 'toolkit'],
  serve: ['config', 'toolkit'],
  cli: ['config', 'browser', 'read', 'toolkit', 'serve'],
};
/** Of `read`, the layers above it know the contracts only. */
const READ_CONTRACTS = ['src/read/result.ts', 'src/read/picture-result.ts', 'src/read/tables/table-answer.ts'];
const ABOVE_READ = new Set(['toolkit', 'tools', 'cli']);
/** Files beside the folders. Only events.ts may be imported; the others put everything together. */
const ROOT_FILES = new Set(['events.ts', 'health.ts', 'app.ts', 'bin.ts']);
const PURE = new Set(['visibility', 'extract', 'rank', 'html']);

const MAX_LINES = 350;
/** Tables of data, which are long because the world is. */
const DATA_TABLES: readonly string[] = [];

/** Folders that are not the tree: made by tools. */
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'coverage']);

interface Source {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Without comments, so that prose about a rule does not break it. */
  readonly code: string;
  readonly imports: readonly Import[];
}

interface Import {
  readonly from: string;
  readonly names: string;
  /** The imported file, relative to the project; null for libraries. */
  readonly file: string | null;
}

const sources = await readSources('src');
const program = sources.filter(({ path }) => !path.endsWith('.test.ts'));

describe('layers', () => {
  test('there are sources to look at, and each folder has its row', () => {
    expect(program.length).toBeGreaterThan(20);
    const folders = new Set(program.map(({ path }) => folderOf(path)).filter((name) => name !== ''));
    expect([...folders].filter((name) => !(name in LAYERS))).toEqual([]);
    const rootFiles = program.filter(({ path }) => folderOf(path) === '').map(({ path }) => path.replace('src/', ''));
    expect(rootFiles.filter((name) => !ROOT_FILES.has(name))).toEqual([]);
  });

  test('imports point one way', () => {
    const wrong = program.flatMap((source) =>
      source.imports.flatMap(({ file }) => {
        const reason = file === null ? null : refusal(source.path, file);
        return reason === null ? [] : [`${source.path} → ${file}: ${reason}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('no imports run in a circle', () => {
    expect(cycles(program)).toEqual([]);
  });

  test('a file named _x.ts is used in its own folder only', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== null && /(?:^|\/)_[^/]*$/u.test(file) && dirname(file) !== dirname(path))
        .map(({ file }) => `${path} → ${file}`),
    );
    expect(wrong).toEqual([]);
  });

  test('relative imports name the file with its ending', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => from.startsWith('.') && !/\.(?:ts|json)$/u.test(from))
        .map(({ from }) => `${path}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  test('nothing is exported on: each file is imported from where it lies', () => {
    expect(matching(/^export (?:type )?(?:\*|\{[^}]*\}) from /mu)).toEqual([]);
    expect(sources.map(({ path }) => path).filter((path) => path.endsWith('/index.ts'))).toEqual([]);
  });
});

describe('who may touch the outside', () => {
  const SOCKETS = /^(?:node:(?:net|tls|http|https|http2|dgram|dns)(?:\/promises)?|undici|wreq-js|proxy-chain|ws)$/u;
  /** These only look at texts and numbers. */
  const HARMLESS = /^\{\s*(?:(?:isIP|isIPv4|isIPv6|BlockList|type \w+)[\s,]*)+\}$/u;

  test('sockets are opened in net/ and serve/ only', () => {
    const wrong = program
      .filter(({ path }) => !/^src\/(?:net|serve)\//u.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ from, names }) => SOCKETS.test(from) && !names.startsWith('type ') && !HARMLESS.test(names))
          .map(({ from }) => `${path}: ${from}`),
      );
    expect(wrong).toEqual([]);
    const calls = matching(/(?:(?:await|return|=>?|\()\s*|globalThis\.)fetch\(|new (?:WebSocket|EventSource)\(/u);
    expect(calls.filter((path) => !/^src\/(?:net|serve)\//u.test(path))).toEqual([]);
  });

  test('processes are started in browser/chrome.ts only', () => {
    expect(importing(/^node:child_process$/u)).toEqual(['src/browser/chrome.ts']);
    expect(importing(/^node:cluster$/u)).toEqual([]);
  });

  test('the pure folders reach no file, network, process, timer or clock', () => {
    const impure =
      /^(?:node:(?:fs|fs\/promises|child_process|worker_threads|timers|timers\/promises|os|process)|piscina)$/u;
    expect(importing(impure).filter((path) => PURE.has(folderOf(path)))).toEqual([]);
    const timers = /\bset(?:Timeout|Interval|Immediate)\(|\bDate\.now\(|\bprocess\.(?!emitWarning)/u;
    expect(matching(timers).filter((path) => PURE.has(folderOf(path)))).toEqual([]);
  });

  test('the environment is read and the process is ended in bin.ts only', () => {
    expect(matching(/\bprocess\.env\b/u).filter((path) => path !== 'src/bin.ts')).toEqual([]);
    expect(matching(/\bprocess\.(?:exit|abort)\(/u).filter((path) => path !== 'src/bin.ts')).toEqual([]);
  });

  test('nobody asks URL.canParse, which Node 20 answers wrongly once it is hot (base/url.ts)', () => {
    expect(matching(/\bURL\s*\.\s*canParse\b/u)).toEqual([]);
  });

  test('nothing is written with console, which would break MCP on stdout', () => {
    expect(matching(/\bconsole\s*\.\s*\w/u)).toEqual([]);
  });

  test('no page text can become markup in our own pages, and no text becomes code', () => {
    expect(matching(/\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/u)).toEqual([]);
  });
});

describe('form', () => {
  test('no file is so long that nobody reads it', async () => {
    const others = [
      ...(await readSources('scripts')),
      ...(await readSources('bench')),
      ...(await readSources('test/kit')),
    ];
    const long = [...program, ...others]
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ path, lines }) => lines >= MAX_LINES && !DATA_TABLES.includes(path));
    expect(long).toEqual([]);
  });

  test('the tree names no folder of the machine it was written on', async () => {
    const here = [ROOT, dirname(ROOT), homedir()].filter((folder) => folder.split(sep).length > 1 && folder.length > 4);
    const wrong: string[] = [];
    for (const path of await listFiles(ROOT)) {
      if ((await stat(path)).size > 2_000_000) continue;
      const text = await readFile(path, 'utf8');
      for (const folder of here) {
        if (text.includes(`${folder}/`)) wrong.push(`${relative(ROOT, path)} names ${folder}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the rules themselves', () => {
  const fake = (path: string, ...files: string[]): Source => ({
    path,
    text: '',
    code: '',
    imports: files.map((file) => ({ from: file, names: '', file })),
  });

  test.each([
    ['src/extract/a.ts', 'src/net/b.ts'],
    ['src/extract/a.ts', 'src/visibility/b.ts'],
    ['src/net/a.ts', 'src/browser/b.ts'],
    ['src/config/a.ts', 'src/toolkit/b.ts'],
    ['src/serve/a.ts', 'src/cli/b.ts'],
    ['src/toolkit/a.ts', 'src/read/read.ts'],
    ['src/cli/a.ts', 'src/app.ts'],
    ['src/base/a.ts', 'src/events.ts'],
  ])('%s must not import %s', (path, file) => {
    expect(refusal(path, file)).not.toBeNull();
  });

  test('a circle is found, and a diamond is none', () => {
    expect(cycles([fake('a', 'b'), fake('b', 'c'), fake('c', 'a')])).toHaveLength(1);
    expect(cycles([fake('a', 'b', 'c'), fake('b', 'd'), fake('c', 'd'), fake('d')])).toEqual([]);
  });

  test('every form of import is seen', () => {
    const text =
      "import a from './a.ts';\nimport {\n  b,\n} from './b.ts';\nimport type { C } from './c.ts';\nimport './d.ts';\nconst e = await import('./e.ts');\nexport { f } from './f.ts';\ntype G = import('./g.ts').G;\n";
    expect(importsOf(text, 'src/x.ts').map(({ file }) => file)).toEqual(
      ['a', 'b', 'c', 'f', 'd', 'e', 'g'].map((name) => `src/${name}.ts`),
    );
  });
});

function folderOf(path: string): string {
  const parts = path.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}

/** Why `path` must not import `file`, or null. */
function refusal(path: string, file: string): string | null {
  const from = folderOf(path);
  const to = folderOf(file);
  if (from === '') return path === 'src/events.ts' && to !== 'base' ? 'events knows base only' : null;
  if (to === '') return file === 'src/events.ts' && from !== 'base' ? null : 'nobody imports this file';
  if (to === from || to === 'base') return null;
  if (!LAYERS[from]?.includes(to)) return `${from} must not know ${to}`;
  if (to === 'read' && ABOVE_READ.has(from) && !READ_CONTRACTS.includes(file)) return `of read, only ${READ_CONTRACTS}`;
  return null;
}

/** One line for each circle: the files on it in order. */
function cycles(all: readonly Source[]): string[] {
  const byPath = new Map(all.map((source) => [source.path, source]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push([...trail.slice(at), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const { file } of byPath.get(path)?.imports ?? []) if (file !== null) visit(file, [...trail, path]);
    done.add(path);
  };
  for (const { path } of all) visit(path, []);
  return found;
}

function matching(pattern: RegExp): string[] {
  return program.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
}

function importing(pattern: RegExp): string[] {
  return program.filter(({ imports }) => imports.some(({ from }) => pattern.test(from))).map(({ path }) => path);
}

async function readSources(folder: string): Promise<Source[]> {
  const files = (await listFiles(join(ROOT, folder))).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      const path = relative(ROOT, file).split(sep).join('/');
      return { path, text, code: withoutComments(text), imports: importsOf(text, path) };
    }),
  );
}

function importsOf(text: string, path: string): Import[] {
  const forms = [
    /^(?:import|export)\s+((?:type\s+)?(?:[\w$*]+(?:\s+as\s+\w+)?(?:\s*,\s*)?)?(?:\{[^}]*\})?)\s*from\s*'([^']+)'/gmu,
    /^(import)\s*'([^']+)'/gmu,
    /\b(import)\(\s*'([^']+)'\s*\)/gu,
  ];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].map(([, names = '', from = '']) => ({
      from,
      names,
      file: from.startsWith('.') ? join(dirname(path), from).split(sep).join('/') : null,
    })),
  );
}

/** Comments that fill a line or end one; `//` inside a text (an address) stays. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/(^|[;{}(,]|\s)\/\/[^'"`\n]*$/gmu, '$1');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listFiles(path);
      return entry.isFile() && !entry.name.endsWith('.tgz') ? [path] : [];
    }),
  );
  return nested.flat();
}
