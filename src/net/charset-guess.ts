import { TextDecoder } from '@exodus/bytes/encoding.js';
import chardet from 'chardet';
import { bestMultiByte } from './charset-multibyte.ts';

/**
 * A guess for bytes that are no UTF-8 and carry no label. Statistics over bytes (chardet) are weak on the short,
 * tag-heavy pages this happens on, so the guess reads the candidates as text first: real words do not hold symbols,
 * two scripts or a capital in their middle. Statistics then decide among what is left.
 */
const SAMPLE_BYTES = 200_000;
const MAX_WORDS = 3000;

/** The Encoding Standard's name of the likeliest encoding; windows-1252 when nothing speaks for another. */
export function guessCharset(bytes: Uint8Array): string {
  const text = withoutMarkup(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES)));
  const multiByte = bestMultiByte(Buffer.from(text, 'latin1'));
  if (multiByte !== null) return multiByte;
  if (isThai(text)) return 'windows-874';
  const words = (text.match(/[A-Za-z'\x80-\xff]*[\x80-\xff][A-Za-z'\x80-\xff]*/gu) ?? []).slice(0, MAX_WORDS);
  const sample = Buffer.from(words.join(' '), 'latin1');
  const statistics = new Map(
    chardet.analyse(sample).map(({ name, confidence }) => [ALIASES[name] ?? name, confidence]),
  );
  let best = { name: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  for (const candidate of SINGLE_BYTE) {
    const decoded = new TextDecoder(candidate.name.toLowerCase()).decode(sample).split(' ');
    const score = plausibility(decoded, candidate) + (statistics.get(candidate.name) ?? 0) / 600;
    if (score > best.score) best = { name: candidate.name, score };
  }
  return best.name;
}

/** UTF-16 without a mark: every other byte of markup and Western text is zero. */
export function looksLikeUtf16(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  const length = Math.min(bytes.length, 1024) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const half = length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'UTF-16LE';
  return even > half * 0.4 && odd < half * 0.05 ? 'UTF-16BE' : null;
}

/** One character per byte; markup, scripts and styles gone. No byte of “<…>” can be part of a multi-byte character. */
function withoutMarkup(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/<(script|style)\b[^<]*(?:<(?!\/\1)[^<]*)*/giu, ' ')
    .replace(/<[^<>]*>/gu, ' ');
}

interface Candidate {
  readonly name: string;
  /** The script its words are written in; Latin ones mix with ASCII letters. */
  readonly script: RegExp;
  readonly latin: boolean;
  /** Letters that are frequent in its languages. */
  readonly frequent: ReadonlySet<string>;
  /** Preferred over the others where the text does not tell. */
  readonly prior: number;
}

const candidate = (name: string, script: RegExp, latin: boolean, frequent: string, prior = 0): Candidate => ({
  name,
  script,
  latin,
  frequent: new Set(frequent),
  prior,
});

const CYRILLIC = 'оеаинтсрвлкмдпу';
const WESTERN = 'éèàçêâîôûäöüßñáíóúãõåæøëïœŒÄÖÜÉÀÇÈÊÎÅØÆÑ';
const CENTRAL = 'ěščřžýáíéúůťďňąćęłńóśźżőűäöüßôăâîşţđŠČŘŽÁÍÚŚŻŁ';
/** Sources of the letter lists: the alphabets of the languages these encodings were made for. */
const SINGLE_BYTE: readonly Candidate[] = [
  candidate('windows-1252', /\p{Script=Latin}/u, true, WESTERN, 0.12),
  candidate('windows-1250', /\p{Script=Latin}/u, true, CENTRAL, 0.04),
  candidate('ISO-8859-2', /\p{Script=Latin}/u, true, CENTRAL, 0.02),
  candidate('windows-1254', /\p{Script=Latin}/u, true, 'ğışİçöüÇÖÜŞĞâîû', 0.01),
  candidate('windows-1257', /\p{Script=Latin}/u, true, 'āčēģīķļņšūžąęėįųõäöüŠŽĀČĪ'),
  candidate('windows-1251', /\p{Script=Cyrillic}/u, false, CYRILLIC, 0.05),
  candidate('KOI8-R', /\p{Script=Cyrillic}/u, false, CYRILLIC, 0.02),
  candidate('KOI8-U', /\p{Script=Cyrillic}/u, false, `${CYRILLIC}іїє`),
  candidate('ISO-8859-5', /\p{Script=Cyrillic}/u, false, CYRILLIC),
  candidate('windows-1253', /\p{Script=Greek}/u, false, 'αοιετσηνρκπςάίόήέ', 0.02),
  candidate('ISO-8859-7', /\p{Script=Greek}/u, false, 'αοιετσηνρκπςάίόήέ', 0.01),
  candidate('windows-1255', /\p{Script=Hebrew}/u, false, 'יוהלארתבשמנ', 0.02),
  candidate('windows-1256', /\p{Script=Arabic}/u, false, 'ايلمنترةدبعوه', 0.02),
  candidate('ISO-8859-6', /\p{Script=Arabic}/u, false, 'ايلمنترةدبعوه'),
];

const ALIASES: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

/** Mean over the characters beyond ASCII, from about −3 (nonsense) to 1 (every letter is at home). */
function plausibility(words: readonly string[], of: Candidate): number {
  let score = 0;
  let count = 0;
  for (const word of words) {
    const letters = [...word];
    for (const [at, letter] of letters.entries()) {
      if (letter <= '\u007f') continue;
      count++;
      score += characterScore(letter, letters[at - 1] ?? '', letters[at + 1] ?? '', of);
    }
  }
  return count === 0 ? of.prior : score / count + of.prior;
}

function characterScore(letter: string, before: string, after: string, of: Candidate): number {
  if (/[\ufffd\p{C}]/u.test(letter)) return -3;
  if (!/[\p{L}\p{M}]/u.test(letter)) {
    // Dashes and quotes stand at the edges of words; a symbol between two letters is a letter read wrongly.
    const inside = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    return inside && !/[’'·\u00ad]/u.test(letter) ? -2 : /[\p{P}\u00a0°€©®§]/u.test(letter) ? 0.4 : -0.5;
  }
  if (!of.script.test(letter)) return -2;
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter)) return -2;
  const neighbour = /[a-z]/iu;
  if (!of.latin) {
    if (neighbour.test(before) || neighbour.test(after)) return -1.5;
    return of.frequent.has(letter.toLowerCase()) ? 1 : 0.4;
  }
  // Two letters with marks side by side are the exception in every Latin script.
  if (before > '\u007f' && /\p{L}/u.test(before)) return of.frequent.has(letter) ? -0.2 : -1;
  // Italian and French put these at the end of a word; inside one they are Czech letters read wrongly.
  if (/[ìòù]/u.test(letter) && of.name === 'windows-1252' && /[a-z]/u.test(after)) return -0.5;
  return of.frequent.has(letter) ? 1 : -0.6;
}

/**
 * Thai writes marks that only stand on a consonant; other encodings' bytes break this rule at once.
 * windows-874: consonants A1–CE, marks D1 and D4–DA, E7–EE, nothing at DB–DE and FC–FF.
 */
function isThai(text: string): boolean {
  const high = text.match(/[\x80-\xff]/gu)?.length ?? 0;
  const marks = text.match(/[\xd1\xd4-\xda\xe7-\xee]/gu)?.length ?? 0;
  const onConsonant = text.match(/[\xa1-\xce\xd1\xd4-\xda][\xd1\xd4-\xda\xe7-\xee]/gu)?.length ?? 0;
  const foreign = text.match(/[\x86-\x90\x98-\x9f\xdb-\xde\xfc-\xff]/gu)?.length ?? 0;
  return (
    high >= 6 && foreign === 0 && marks > high * 0.1 && onConsonant > marks * 0.7 && strayMarks(text) < marks * 0.05
  );
}

function strayMarks(text: string): number {
  return text.match(/(?:^|[^\xa1-\xce\xd1\xd4-\xda\xe7-\xee])[\xd1\xd4-\xda\xe7-\xee]/gu)?.length ?? 0;
}
