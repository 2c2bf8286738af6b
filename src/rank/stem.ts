import type { Stem } from './tokenize.ts';

/** Snowball algorithm by primary language subtag. Languages without one are ranked by whole words. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  hu: 'hungarian',
  it: 'italian',
  ga: 'irish',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  es: 'spanish',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};
const MAX_REMEMBERED_WORDS = 20_000;

const loaded = new Map<string, Promise<Stem>>();
const identity: Stem = (word) => word;

/**
 * The stemmer for a BCP 47 tag; null and unknown tags give the identity. The same function for the same language, so
 * that texts of one language share their stems. Loaded on first use: the library is large and most reads carry no
 * query. Stems are remembered, as a page repeats its words.
 */
export function loadStem(language: string | null): Promise<Stem> {
  const algorithm = ALGORITHMS[language?.split(/[-_]/u)[0]?.toLowerCase() ?? ''];
  if (!algorithm) return Promise.resolve(identity);
  const known = loaded.get(algorithm) ?? createStem(algorithm);
  loaded.set(algorithm, known);
  return known;
}

async function createStem(algorithm: string): Promise<Stem> {
  const { default: snowball } = await import('snowball-stemmers');
  const stemmer = snowball.newStemmer(algorithm);
  const remembered = new Map<string, string>();
  return (word) => {
    // Numbers and names of versions have no forms, and pages of code have a hundred thousand of them.
    if (/[0-9]/u.test(word)) return word;
    const known = remembered.get(word);
    if (known !== undefined) return known;
    const stem = stemmer.stem(word);
    if (remembered.size < MAX_REMEMBERED_WORDS) remembered.set(word, stem);
    return stem;
  };
}
