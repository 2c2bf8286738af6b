import type { RawHit } from './hit.ts';

/** With fewer results than this, chance and synonyms explain as much. */
const MIN_HITS = 5;
/** Letters of a word that have to be met: “running” is met by “runner”. */
const STEM = 4;
const WORD = /\p{L}{4,}/gu;
/** Written without blanks, so that words cannot be told by looking. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * True when none of the results holds a word of the question. Some engines (Bing above all) do not turn a suspected
 * program away but serve it results of another question, with status 200 and all.
 */
export function areUnrelated(question: string, hits: readonly RawHit[]): boolean {
  if (hits.length < MIN_HITS || UNSPACED.test(question)) return false;
  const words = (plain(question.replace(/-?\bsite:\S+/gu, ' ')).match(WORD) ?? []).filter((word) => word !== 'site');
  const stems = words.map((word) => word.slice(0, STEM));
  if (stems.length === 0) return false;
  return !hits.some(({ title, snippet, url }) => {
    const text = plain(`${title} ${snippet} ${url}`);
    return stems.some((stem) => text.includes(stem));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
