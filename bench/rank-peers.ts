import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Ranks texts for a query: positions of the best ones, best first. */
export type Ranker = (query: string) => readonly number[] | Promise<readonly number[]>;

export interface RankSystem {
  readonly name: string;
  build(texts: readonly string[], language: string): Promise<Ranker>;
}

/** Only measured against, so none of them is a dependency: they are installed beside, at these versions. */
const PEERS: Readonly<Record<string, string>> = {
  minisearch: '7.2.0',
  '@orama/orama': '3.1.18',
  '@orama/stemmers': '3.1.18',
  '@orama/tokenizers': '3.1.18',
  'wink-bm25-text-search': '3.1.2',
  'wink-nlp-utils': '2.1.0',
  okapibm25: '1.4.1',
  flexsearch: '0.8.212',
  lunr: '2.3.9',
};
const FOLDER = resolve('node_modules', '.cache', 'rank-peers');
const TOP = 10;

/** The words of any language, lower case: what each peer gets that lets its tokenizer be replaced. */
function words(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const found: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase())) if (isWordLike) found.push(segment);
  return found;
}

/** Installs the peers on first use. Throws when the registry cannot be reached. */
export function installPeers(): void {
  const manifest = JSON.stringify({ private: true, dependencies: PEERS });
  const file = join(FOLDER, 'package.json');
  if (existsSync(file) && readFileSync(file, 'utf8') === manifest && existsSync(join(FOLDER, 'node_modules'))) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, manifest);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], { cwd: FOLDER });
}

// biome-ignore lint/suspicious/noExplicitAny: seam: the peers are used as their own documentation says, untyped
async function load(name: string): Promise<any> {
  const require = createRequire(join(FOLDER, 'package.json'));
  const module = await import(pathToFileURL(require.resolve(name)).href);
  return module;
}

// biome-ignore lint/suspicious/noExplicitAny: seam: as above
function named(module: any, name: string): any {
  return module[name] ?? module.default[name];
}

const STEMMERS: Readonly<Record<string, string>> = { en: 'english', de: 'german' };

export const RANK_PEERS: readonly RankSystem[] = [
  {
    name: 'minisearch',
    async build(texts) {
      const { default: MiniSearch } = await load('minisearch');
      const index = new MiniSearch({ fields: ['text'] });
      index.addAll(texts.map((text, id) => ({ id, text })));
      return (query) => index.search(query).map(({ id }: { id: number }) => id);
    },
  },
  {
    name: 'minisearch, word segmenter, prefix and fuzzy',
    async build(texts, language) {
      const { default: MiniSearch } = await load('minisearch');
      const index = new MiniSearch({ fields: ['text'], tokenize: (text: string) => words(text, language) });
      index.addAll(texts.map((text, id) => ({ id, text })));
      const options = {
        prefix: (term: string) => term.length > 3,
        fuzzy: (term: string) => (term.length > 5 ? 0.2 : 0),
      };
      return (query) => index.search(query, options).map(({ id }: { id: number }) => id);
    },
  },
  {
    name: 'orama, stemmer or Mandarin tokenizer',
    async build(texts, language) {
      const { create, insertMultiple, search } = await load('@orama/orama');
      const stemmer = STEMMERS[language];
      const tokenizer = stemmer
        ? { language: stemmer, stemming: true, stemmer: named(await load(`@orama/stemmers/${stemmer}`), 'stemmer') }
        : named(await load('@orama/tokenizers/mandarin'), 'createTokenizer')();
      const index = create({ schema: { text: 'string', at: 'number' }, components: { tokenizer } });
      await insertMultiple(
        index,
        texts.map((text, at) => ({ text, at })),
      );
      return async (query) => {
        const { hits } = await search(index, { term: query, properties: ['text'], limit: TOP });
        return hits.map(({ document }: { document: { at: number } }) => document.at);
      };
    },
  },
  {
    name: 'wink-bm25, stop words and stems (en), word segmenter',
    async build(texts, language) {
      const { default: bm25 } = await load('wink-bm25-text-search');
      const { default: nlp } = await load('wink-nlp-utils');
      const engine = bm25();
      engine.defineConfig({ fldWeights: { text: 1 } });
      const english = [nlp.tokens.removeWords, nlp.tokens.stem];
      engine.definePrepTasks([(text: string) => words(text, language), ...(language === 'en' ? english : [])]);
      texts.forEach((text, id) => {
        engine.addDoc({ text }, id);
      });
      engine.consolidate();
      return (query) => engine.search(query, TOP).map(([id]: [string]) => Number(id));
    },
  },
  {
    name: 'okapibm25, word segmenter',
    async build(texts, language) {
      const { default: module } = await load('okapibm25');
      const score = module.default ?? module;
      const documents = texts.map((text) => words(text, language).join(' '));
      return (query) => {
        const keywords = [...new Set(words(query, language))].filter((word) => /^[\p{L}\p{N}]+$/u.test(word));
        const scores: number[] = score(documents, keywords, { k1: 1.2, b: 0.75 });
        return best(scores);
      };
    },
  },
  {
    name: 'flexsearch, suggestions on',
    async build(texts, language) {
      const { default: flexsearch } = await load('flexsearch');
      const { Index, Charset } = flexsearch;
      const encoder = language === 'zh' ? { encoder: Charset.CJK } : {};
      const index = new Index({ tokenize: 'forward', ...encoder });
      texts.forEach((text, id) => {
        index.add(id, text);
      });
      return (query) => index.search(query, { limit: TOP, suggest: true });
    },
  },
  {
    name: 'lunr',
    async build(texts) {
      const { default: lunr } = await load('lunr');
      const builder = new lunr.Builder();
      builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
      builder.searchPipeline.add(lunr.stemmer);
      builder.ref('id');
      builder.field('text');
      texts.forEach((text, id) => {
        builder.add({ id, text });
      });
      const index = builder.build();
      return (query) => {
        const clean = query.replace(/[^\p{L}\p{N}\s]/gu, ' ');
        return index.search(clean).map(({ ref }: { ref: string }) => Number(ref));
      };
    },
  },
];

/** Positions of the highest scores, best first. */
export function best(scores: readonly number[]): number[] {
  return scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, TOP)
    .map(({ index }) => index);
}
