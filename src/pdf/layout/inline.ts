import { canParseUrl } from '../../base/url.ts';
import { escapeText } from '../../extract/markdown/escape.ts';
import { writeTarget } from '../../extract/markdown/links.ts';
import type { Line } from './lines.ts';
import type { Word } from './words.ts';

export interface InlineOptions {
  readonly includeLinks: boolean;
  /** Told of each link that is not written. */
  readonly omitted: () => void;
  /** Words of the whole document, to tell broken words from compound ones. */
  readonly vocabulary: ReadonlySet<string>;
}

/** Words of several lines as one text: hyphens at line ends joined, links written where they are wanted. */
export function writeInline(lines: readonly Line[], options: InlineOptions): string {
  const words: Word[] = [];
  for (const line of lines) {
    const last = words.at(-1);
    const [first, ...rest] = line.words;
    if (last && first && isHyphenated(last.text, first.text)) {
      words[words.length - 1] = { ...last, text: joinBroken(last.text, first.text, options.vocabulary) };
      words.push(...rest);
    } else words.push(...line.words);
  }
  return writeWords(words, options);
}

/** A word was broken here: letters before the hyphen, a small letter after it. */
function isHyphenated(last: string, next: string): boolean {
  return /\p{L}{2}-$/u.test(last) && !/-.*-$/u.test(last) && /^\p{Ll}/u.test(next);
}

/** The hyphen stays in a word that stands elsewhere with it, and nowhere without. */
function joinBroken(last: string, next: string, vocabulary: ReadonlySet<string>): string {
  const joined = last.slice(0, -1) + next;
  const keeps = vocabulary.has(vocable(last + next)) && !vocabulary.has(vocable(joined));
  return keeps ? last + next : joined;
}

/** A word as it is looked up. */
export function vocable(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

export function writeWords(words: readonly Word[], options: InlineOptions): string {
  const parts: string[] = [];
  for (let from = 0; from < words.length; ) {
    const url = words[from]?.url ?? null;
    let end = from + 1;
    while (end < words.length && (words[end]?.url ?? null) === url) end++;
    const text = joinWords(words.slice(from, end));
    const target = url === null ? null : targetOf(url);
    if (target !== null && !options.includeLinks) options.omitted();
    const linked = target !== null && options.includeLinks;
    const escaped = escapeText(text, { before: '', after: '', linked, math: false });
    parts.push(linked ? `[${escaped}](${writeTarget(target)})` : escaped);
    from = end;
  }
  return parts.join(' ');
}

/** Dotted lines that lead to a page number are shortened; scripts without blanks are set without them. */
function joinWords(words: readonly Word[]): string {
  let text = '';
  for (const { text: word } of words) {
    text += text !== '' && !(UNSPACED_END.test(text) && UNSPACED_START.test(word)) ? ` ${word}` : word;
  }
  return text.replace(/(?:\s?[.·…_]){5,}/gu, ' …');
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．！？「」（）]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．！？「」（）]/u;

function targetOf(url: string): string | null {
  if (url.length > 2000 || !canParseUrl(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? href : null;
}
