/**
 * Which East Asian encoding bytes are in, told by the zones of the code charts: frequent characters have zones of
 * their own (the first levels of GB 2312, Big5 and JIS X 0208, the Hangul rows, the kana rows), and text read in the
 * wrong encoding scatters over rare ones.
 */
interface Scheme {
  readonly name: string;
  /** Length of the character at this position, 0 when the bytes do not fit. */
  length(bytes: Uint8Array, at: number): number;
  zone(lead: number, trail: number): 'frequent' | 'kana' | 'hangul' | 'mark' | 'rare';
}

const within = (byte: number | undefined, from: number, to: number) => byte !== undefined && byte >= from && byte <= to;
const isMark = (lead: number) => lead >= 0xa1 && lead <= 0xa3;

const SCHEMES: readonly Scheme[] = [
  {
    name: 'GBK',
    length: (bytes, at) => {
      if (!within(bytes[at], 0x81, 0xfe)) return 0;
      if (within(bytes[at + 1], 0x30, 0x39)) return within(bytes[at + 3], 0x30, 0x39) ? 4 : 0;
      return within(bytes[at + 1], 0x40, 0xfe) && bytes[at + 1] !== 0x7f ? 2 : 0;
    },
    zone: (lead, trail) => {
      if (trail >= 0xa1 && lead >= 0xb0 && lead <= 0xd7) return 'frequent';
      return trail >= 0xa1 && isMark(lead) ? 'mark' : 'rare';
    },
  },
  {
    name: 'Big5',
    length: (bytes, at) => {
      const trail = bytes[at + 1];
      return within(bytes[at], 0x81, 0xfe) && (within(trail, 0x40, 0x7e) || within(trail, 0xa1, 0xfe)) ? 2 : 0;
    },
    zone: (lead) => (lead >= 0xa4 && lead <= 0xc6 ? 'frequent' : isMark(lead) ? 'mark' : 'rare'),
  },
  {
    name: 'EUC-KR',
    length: (bytes, at) => {
      const trail = bytes[at + 1];
      const fits = within(trail, 0x41, 0x5a) || within(trail, 0x61, 0x7a) || within(trail, 0x81, 0xfe);
      return within(bytes[at], 0x81, 0xfe) && fits ? 2 : 0;
    },
    zone: (lead, trail) => {
      if (trail >= 0xa1 && lead >= 0xb0 && lead <= 0xc8) return 'hangul';
      return trail >= 0xa1 && isMark(lead) ? 'mark' : 'rare';
    },
  },
  {
    name: 'Shift_JIS',
    length: (bytes, at) => {
      if (within(bytes[at], 0xa1, 0xdf)) return 1;
      const lead = within(bytes[at], 0x81, 0x9f) || within(bytes[at], 0xe0, 0xfc);
      return lead && within(bytes[at + 1], 0x40, 0xfc) && bytes[at + 1] !== 0x7f ? 2 : 0;
    },
    zone: (lead, trail) => {
      if ((lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)) return 'kana';
      if (lead === 0x81 || lead === 0x82) return 'mark';
      return lead >= 0x88 && lead <= 0x97 ? 'frequent' : 'rare';
    },
  },
  {
    name: 'EUC-JP',
    length: (bytes, at) => {
      if (bytes[at] === 0x8e) return within(bytes[at + 1], 0xa1, 0xdf) ? 2 : 0;
      if (bytes[at] === 0x8f) return within(bytes[at + 1], 0xa1, 0xfe) && within(bytes[at + 2], 0xa1, 0xfe) ? 3 : 0;
      return within(bytes[at], 0xa1, 0xfe) && within(bytes[at + 1], 0xa1, 0xfe) ? 2 : 0;
    },
    zone: (lead) => {
      if (lead === 0xa4 || lead === 0xa5) return 'kana';
      return isMark(lead) ? 'mark' : lead >= 0xb0 && lead <= 0xcf ? 'frequent' : 'rare';
    },
  },
];

/** Share of characters in their zones below which text is not believed. */
const LEAST_SCORE = 0.75;
const MOST_MISFITS = 0.03;

/** The name of the encoding whose zones the bytes fill, or null when they are no East Asian text. */
export function bestMultiByte(bytes: Uint8Array): string | null {
  let best: { name: string; score: number } | null = null;
  for (const scheme of SCHEMES) {
    const score = scoreOf(bytes, scheme);
    if (score !== null && score >= LEAST_SCORE && (best === null || score > best.score))
      best = { name: scheme.name, score };
  }
  return best?.name ?? null;
}

interface Census {
  readonly zones: Record<ReturnType<Scheme['zone']>, number>;
  readonly characters: number;
  readonly misfits: number;
  /** Bytes of these characters below C0. */
  readonly low: number;
  readonly asciiTrails: number;
}

function census(bytes: Uint8Array, scheme: Scheme): Census {
  const zones = { frequent: 0, kana: 0, hangul: 0, mark: 0, rare: 0 };
  let [characters, misfits, low, asciiTrails] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = scheme.length(bytes, at);
    characters++;
    if (length === 0) misfits++;
    else zones[length === 1 ? 'rare' : scheme.zone(lead, bytes[at + 1] ?? 0)]++;
    if (length === 2 && (bytes[at + 1] ?? 0) < 0x80) asciiTrails++;
    for (let i = at; i < at + length; i++) if ((bytes[i] ?? 0) < 0xc0) low++;
    at += Math.max(1, length);
  }
  return { zones, characters, misfits, low, asciiTrails };
}

function scoreOf(bytes: Uint8Array, scheme: Scheme): number | null {
  const { zones, characters, misfits, low, asciiTrails } = census(bytes, scheme);
  if (characters < 2 || misfits > characters * MOST_MISFITS) return null;
  // Letters of Cyrillic, Greek and Arabic sets stand at C0–FF; East Asian text always reaches below.
  if (low * 10 < characters) return null;
  // A Western word has one such letter followed by a plain one; only katakana pair that way throughout.
  if (asciiTrails > characters * 0.7 && scheme.name !== 'Shift_JIS') return null;
  const words = characters - zones.mark;
  if (words === 0) return null;
  // Japanese without kana and Korean without Hangul are other encodings read wrongly; where there are kana, or
  // where every character is Hangul by its zone, chance hardly explains it.
  if (scheme.name === 'Shift_JIS' || scheme.name === 'EUC-JP') {
    const share = zones.kana / words;
    return share < 0.15 ? (zones.frequent / words) * 0.7 : (zones.kana + zones.frequent) / words + 0.2;
  }
  if (scheme.name === 'EUC-KR') return zones.hangul / words + (words >= 4 && zones.hangul === words ? 0.15 : -0.02);
  return zones.frequent / words;
}
