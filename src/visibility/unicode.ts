import { cleanTagsAndSelectors, isEmojiBase } from './emoji-sequences.ts';
import { speaksToMachine } from './machine-speech.ts';
import type { Finding, Severity } from './sight.ts';

export type UnicodeThreat = 'zero_width' | 'bidi' | 'tag' | 'variation';

/** Invisible characters of one kind that were taken out of a text. */
export interface UnicodeFinding extends Finding {
  readonly type: UnicodeThreat;
  /** Distinct code points as `U+200B`, in order of first appearance, at most sixteen. */
  readonly codePoints: readonly string[];
  readonly count: number;
}

export interface CleanText {
  readonly text: string;
  readonly findings: readonly UnicodeFinding[];
}

/**
 * Any character that may have to go: default-ignorables, format controls, tags, variation selectors, blank fillers,
 * and C0/C1 controls other than white space.
 */
const SUSPICIOUS =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u2800\ufff9-\ufffb]/u;

const NOTHING: readonly UnicodeFinding[] = [];

/** Removes invisible characters that carry or disguise text, and keeps those that spelling and emoji need. */
export function cleanText(text: string): CleanText {
  if (!SUSPICIOUS.test(text)) return { text, findings: NOTHING };
  return new Cleaner(text).run();
}

interface Tally {
  codePoints: Set<string>;
  count: number;
  text: string;
}

const MAX_CODE_POINTS_NAMED = 16;
const MAX_SPELLED = 4000;

class Cleaner {
  readonly #points: number[];
  readonly #source: string;
  readonly #tallies = new Map<UnicodeThreat, Tally>();
  #kept: string[] = [];

  constructor(text: string) {
    this.#source = text;
    this.#points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  }

  run(): CleanText {
    const points = this.#points;
    const rtl = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
      this.#source,
    );
    for (let i = 0; i < points.length; i++) {
      const point = points[i] ?? 0;
      if (point < 0x80 ? !isControl(point) : !isInvisible(point)) {
        this.#kept.push(String.fromCodePoint(point));
        continue;
      }
      const kept = this.#invisible(point, i, rtl);
      if (kept > 0) for (let k = 0; k < kept; k++) this.#kept.push(String.fromCodePoint(points[i + k] ?? 0));
      if (kept > 1) i += kept - 1;
    }
    return { text: this.#kept.join(''), findings: [...this.#tallies].map(([type, tally]) => findingOf(type, tally)) };
  }

  /** How many code points from `i` on stay; 0 when this one goes. */
  #invisible(point: number, i: number, rtl: boolean): number {
    // A byte order mark at the start and soft hyphens are typesetting: they go without a word.
    if ((point === 0xfeff && i === 0) || point === 0xad) return 0;
    if (isBidi(point)) return this.#bidi(point, i, rtl);
    if (point === 0x200c || point === 0x200d) return this.#joins(point, i) ? 1 : this.#drop('zero_width', point, i);
    const run = cleanTagsAndSelectors(this.#points, i);
    if (run !== null) return run.keep > 0 ? run.keep : this.#drop(run.type, point, i);
    if (isPartOfScript(point, this.#points[i - 1], this.#points[i + 1])) return 1;
    return this.#drop('zero_width', point, i);
  }

  #bidi(point: number, i: number, rtl: boolean): number {
    if (rtl && isHarmlessBidi(point)) return this.#isolated(point, i) ? 1 : this.#drop('bidi', point, i);
    // Marks, isolates and plain embeddings without any right-to-left text around change nothing; they still go, in
    // silence only where they cannot reorder what is read.
    return this.#drop('bidi', point, i);
  }

  /** Marks may stand alone; an opening control must be closed on the same line, or it reorders what follows. */
  #isolated(point: number, i: number): boolean {
    if (point === 0x200e || point === 0x200f || point === 0x61c) return true;
    const closer = point >= 0x2066 ? 0x2069 : 0x202c;
    if (point === closer)
      return (
        this.#kept.some((char) => char >= '\u2066' && char <= '\u2068') ||
        this.#kept.some((char) => char === '\u202a' || char === '\u202b')
      );
    for (let k = i + 1; k < this.#points.length && k < i + 2000; k++) {
      if (this.#points[k] === closer) return true;
      if (this.#points[k] === 0x0a) return false;
    }
    return false;
  }

  #joins(point: number, i: number): boolean {
    const before = this.#baseBefore(i);
    const after = this.#points[i + 1];
    if (before === null || after === undefined) return before !== null && endsWithVirama(this.#points, i);
    if (point === 0x200d && isEmojiBase(before) && isEmojiBase(after)) return true;
    if (endsWithVirama(this.#points, i)) return true;
    if (usesJoiners(before) && usesJoiners(after)) return true;
    return (
      point === 0x200d &&
      isArabicLike(before) !== isArabicLike(after) &&
      (isArabicLike(before) || isArabicLike(after)) &&
      !isLatin(before) &&
      !isLatin(after)
    );
  }

  /** The letter or emoji before, past marks, variation selectors and skin tones. */
  #baseBefore(i: number): number | null {
    for (let k = i - 1; k >= 0 && k >= i - 12; k--) {
      const point = this.#points[k] ?? 0;
      if (
        point === 0xfe0f ||
        point === 0xfe0e ||
        (point >= 0x1f3fb && point <= 0x1f3ff) ||
        /\p{M}/u.test(String.fromCodePoint(point))
      )
        continue;
      return point;
    }
    return null;
  }

  #drop(type: UnicodeThreat, point: number, i: number): 0 {
    let tally = this.#tallies.get(type);
    if (!tally) {
      tally = { codePoints: new Set(), count: 0, text: type === 'tag' ? '' : around(this.#points, i) };
      this.#tallies.set(type, tally);
    }
    tally.count++;
    if (tally.codePoints.size < MAX_CODE_POINTS_NAMED)
      tally.codePoints.add(`U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
    if (type === 'tag' && point >= 0xe0020 && point <= 0xe007e && tally.text.length < MAX_SPELLED)
      tally.text += String.fromCharCode(point - 0xe0000);
    return 0;
  }
}

/** The finding's text is what tags spell in ASCII; for other kinds the visible text around the first one. */
function findingOf(type: UnicodeThreat, tally: Tally): UnicodeFinding {
  const codePoints = [...tally.codePoints];
  const named = codePoints.slice(0, 4).join(' ');
  const reason = `${tally.count} ${LABELS[type]} (${named}${codePoints.length > 4 ? ' …' : ''})`;
  return {
    type,
    severity: severity(type, tally),
    reason,
    text: tally.text,
    location: 'text',
    codePoints,
    count: tally.count,
  };
}

const LABELS: Readonly<Record<UnicodeThreat, string>> = {
  zero_width: 'invisible characters',
  bidi: 'direction controls',
  tag: 'tag characters',
  variation: 'variation selectors',
};

/** Fewer stray selectors than this are leftovers of emoji; more can carry a message byte by byte. */
const MESSAGE_LENGTH = 8;

/** Break hints and stray marks are ordinary; overrides, spelled messages and long runs of selectors are not. */
function severity(type: UnicodeThreat, tally: Tally): Severity {
  if (type === 'tag') return 'warn';
  if (type === 'bidi') return tally.codePoints.has('U+202E') || tally.codePoints.has('U+202D') ? 'warn' : 'info';
  if (type === 'variation') return tally.count >= MESSAGE_LENGTH ? 'warn' : 'info';
  return speaksToMachine(tally.text) ? 'warn' : 'info';
}

function around(points: readonly number[], i: number): string {
  return points
    .slice(Math.max(0, i - 20), i + 20)
    .filter((point) => !isInvisible(point) && !isControl(point))
    .map((point) => String.fromCodePoint(point))
    .join('');
}

function isControl(point: number): boolean {
  return point < 0x09 || point === 0x0b || (point >= 0x0e && point <= 0x1f) || point === 0x7f;
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0080-\u0084\u0086-\u009f\u2800\ufff9-\ufffb]/u;

/** Format characters that are painted: the Arabic number signs, the Syriac abbreviation mark and their like. */
const PAINTED = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u;

function isInvisible(point: number): boolean {
  if (point < 0x80 || (point >= 0xa0 && point < 0xad)) return false;
  const char = String.fromCodePoint(point);
  return INVISIBLE.test(char) && !PAINTED.test(char);
}

function isBidi(point: number): boolean {
  return (
    point === 0x61c ||
    point === 0x200e ||
    point === 0x200f ||
    (point >= 0x202a && point <= 0x202e) ||
    (point >= 0x2066 && point <= 0x2069)
  );
}

/** Everything but the overrides, which print text backwards. */
function isHarmlessBidi(point: number): boolean {
  return point !== 0x202d && point !== 0x202e;
}

/** Scripts whose letters take ZWNJ or ZWJ between them: Arabic and its kin, the Indic scripts, Mongolian, Khmer. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const ARABIC_LIKE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\u0640]/u;

function usesJoiners(point: number): boolean {
  return JOINING.test(String.fromCodePoint(point));
}

function isArabicLike(point: number): boolean {
  return ARABIC_LIKE.test(String.fromCodePoint(point));
}

function isLatin(point: number): boolean {
  return /[\p{L}\p{N}]/u.test(String.fromCodePoint(point)) && !isArabicLike(point);
}

/** Viramas and pure killers of the Indic scripts (Indic_Syllabic_Category, UCD 15). */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{111c0}\u{1134d}\u{11442}\u{114c2}]/u;

function endsWithVirama(points: readonly number[], i: number): boolean {
  for (let k = i - 1; k >= 0 && k >= i - 4; k--) {
    const char = String.fromCodePoint(points[k] ?? 0);
    if (VIRAMA.test(char)) return true;
    if (!/\p{M}/u.test(char)) return false;
  }
  return false;
}

/** Invisible characters that belong to a script: Hangul fillers beside Hangul, Mongolian selectors, Khmer vowels, math operators. */
function isPartOfScript(point: number, before: number | undefined, after: number | undefined): boolean {
  const beside = (pattern: RegExp) =>
    [before, after].some((other) => other !== undefined && pattern.test(String.fromCodePoint(other)));
  if (point === 0x115f || point === 0x1160 || point === 0x3164 || point === 0xffa0)
    return point < 0x3000 && beside(/[\u1100-\u11ff]/u);
  if ((point >= 0x180b && point <= 0x180f) || point === 0x180e)
    return before !== undefined && /\p{Script=Mongolian}/u.test(String.fromCodePoint(before));
  if (point === 0x17b4 || point === 0x17b5) return beside(/\p{Script=Khmer}/u);
  if (point === 0x34f)
    return (
      before !== undefined &&
      /[\p{L}\p{M}]/u.test(String.fromCodePoint(before)) &&
      after !== undefined &&
      /\p{M}/u.test(String.fromCodePoint(after))
    );
  if (point === 0x2800) return beside(/[\u2801-\u28ff]/u);
  if (point >= 0x2061 && point <= 0x2064) return false;
  if (point >= 0x1d173 && point <= 0x1d17a) return beside(/[\u{1d100}-\u{1d1ff}]/u);
  return false;
}
