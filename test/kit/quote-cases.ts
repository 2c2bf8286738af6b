import { type Random, random } from './fuzz.ts';

/** A page in Markdown, a quote of it, and what was done to the quote. */
export interface QuoteCase {
  readonly what: string;
  readonly page: string;
  readonly quote: string;
}

interface Language {
  readonly join: string;
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** A sentence and the same with its negation left out. */
  sentence(random: Random): { readonly text: string; readonly turned: string };
}

const ENGLISH: Language = {
  join: ' ',
  names: ['Alice Smith', 'Robert O’Hara', 'Maria Gonzalez', 'Chen Wei', 'Priya Natarajan', 'Jean-Luc Perrin'],
  units: ['kg', 'km', 'percent', 'MW', 'litres', 'dollars', 'months', '°C'],
  sentence(random) {
    const [name, unit] = [random.pick(this.names), random.pick(this.units)];
    const number = numberText(random);
    const place = random.pick(['the old mill', 'the northern harbour', 'our second laboratory', 'the city archive']);
    const thing = random.pick(['pump', 'contract', 'vaccine', 'bridge', 'survey', 'turbine', 'ledger']);
    const text = random.pick([
      `${name} said the ${thing} at ${place} did not exceed ${number} ${unit}, “which nobody expected” — a record.`,
      `In ${1900 + random.int(120)}, the ${thing} was not approved by ${name}; it’s listed at ${number} ${unit} today.`,
      `The first office of ${name} never used the ${thing} for more than ${number} ${unit} near ${place}.`,
    ]);
    return { text, turned: text.replace(/ did not exceed/u, ' exceeded').replace(/ not | never /u, ' ') };
  },
};

const GERMAN: Language = {
  join: ' ',
  names: ['Jörg Müller', 'Anna Weiß', 'Günther Groß', 'Sofie Krüger', 'Klaus Öztürk'],
  units: ['Kilogramm', 'Meter', 'Prozent', 'Euro', 'Monate'],
  sentence(random) {
    const [name, unit] = [random.pick(this.names), random.pick(this.units)];
    const number = numberText(random).replaceAll(',', '.');
    const thing = random.pick(['Brücke', 'Straße', 'Anlage', 'Prüfung', 'Bücherei']);
    const text = random.pick([
      `${name} erklärte, die ${thing} werde „voraussichtlich“ nicht mehr als ${number} ${unit} brauchen.`,
      `Die ${thing} wurde nie von ${name} geprüft – es fehlten ${number} ${unit} bis zum Ende.`,
    ]);
    return { text, turned: text.replace(/ nicht | nie /u, ' ') };
  },
};

const CHINESE: Language = {
  join: '',
  names: ['李明', '王芳', '张伟', '陈静', '刘洋'],
  units: ['公斤', '公里', '万元', '个月'],
  sentence(random) {
    const [name, unit] = [random.pick(this.names), random.pick(this.units)];
    const number = numberText(random);
    const thing = random.pick(['大桥', '水泵', '疫苗', '合同']);
    const text = `${name}表示“这座${thing}”在${1950 + random.int(70)}年不超过${number}${unit}，计划没有改变。`;
    return { text, turned: text.replace('不超过', '超过') };
  },
};

const LANGUAGES = [ENGLISH, ENGLISH, GERMAN, CHINESE] as const;

function numberText(random: Random): string {
  return random.pick([
    String(10 + random.int(989)),
    `${1 + random.int(98)}.${1 + random.int(9)}`,
    `${1 + random.int(98)},${100 + random.int(899)}`,
  ]);
}

interface Page {
  readonly language: Language;
  readonly sentences: ReadonlyArray<{ readonly text: string; readonly turned: string }>;
  readonly markdown: string;
}

/** Forty sentences in sections, some in lists and quotes, with links, emphasis and notes on single words. */
function pageOf(random: Random): Page {
  const language = random.pick(LANGUAGES);
  const sentences = Array.from({ length: 40 }, () => language.sentence(random));
  const blocks: string[] = [];
  for (let i = 0; i < sentences.length; i += 4) {
    if (i % 12 === 0) blocks.push(`## Part ${'ABCD'.charAt(i / 12)}`);
    const block = sentences.slice(i, i + 4).map(({ text }) => withMarks(text, random));
    if (i % 16 === 12) blocks.push(block.map((text) => `- ${text}`).join('\n'));
    else blocks.push(`${i % 20 === 8 ? '> ' : ''}${block.join(language.join)}`);
  }
  return { language, sentences, markdown: blocks.join('\n\n') };
}

function withMarks(text: string, random: Random): string {
  const words = text.split(' ');
  const at = random.int(words.length);
  const word = words[at] ?? '';
  if (!/^\p{L}{4,}$/u.test(word)) return text;
  words[at] = random.pick([
    `**${word}**`,
    `[${word}](https://a.example/${at}_(x))`,
    `*${word}*`,
    `${word}[^${at + 1}]`,
  ]);
  return words.join(' ');
}

type Change = readonly [what: string, change: (text: string, random: Random) => string];

const TYPOGRAPHY: readonly Change[] = [
  ['capitals', (text) => text.toUpperCase().replaceAll('ß', 'SS')],
  ['small letters', (text) => text.toLowerCase()],
  ['straight marks', (text) => text.replace(/[“”„]/gu, '"').replaceAll('’', "'")],
  ['French marks', (text) => text.replaceAll('“', '«\u00a0').replaceAll('”', '\u00a0»')],
  ['plain dashes', (text) => text.replaceAll(' — ', '--').replaceAll(' – ', ' - ')],
  ['long dashes', (text) => text.replaceAll(' — ', '—').replaceAll(' – ', ' — ')],
  ['hard blanks', (text) => text.replace(/(\d) /gu, '$1\u00a0')],
  ['wide blanks', (text) => text.replaceAll(' ', '  ')],
  ['new lines', (text, random) => text.replace(/ /gu, () => (random.chance(0.2) ? '\n' : ' '))],
  ['decomposed letters', (text) => text.normalize('NFD')],
  ['ligatures', (text) => text.replaceAll('fi', 'ﬁ').replaceAll('ff', 'ﬀ')],
  ['soft hyphens', (text) => text.replace(/(\p{Ll}{3})(\p{Ll}{3})/gu, '$1\u00ad$2')],
  ['emphasis', (text) => text.replace(/ (\p{L}{4,}) /u, ' **$1** ')],
  ['quotation marks around', (text) => `“${text}”`],
  ['final comma', (text) => text.replace(/[.。]$/u, ',')],
  ['no final stop', (text) => text.replace(/[.。]$/u, '')],
  ['dots at the ends', (text) => `… ${text.replace(/[.。]$/u, '')} …`],
  ['full width digits', (text) => text.replace(/\d/gu, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
];

/** A true quote: one or two sentences, one to three differences of typography. */
export function trueQuote(seed: number): QuoteCase {
  const draw = random(seed);
  const page = pageOf(draw);
  const at = draw.int(page.sentences.length - 1);
  const inOneBlock = at % 4 < 3 && draw.chance(0.4);
  let quote = page.sentences
    .slice(at, at + (inOneBlock ? 2 : 1))
    .map(({ text }) => text)
    .join(page.language.join);
  const what: string[] = [];
  for (let n = 1 + draw.int(3); n > 0; n--) {
    const [name, change] = draw.pick(TYPOGRAPHY);
    // A quote that is set in capitals and then in small letters is one that somebody else wrote.
    if (what.includes(name) || (name === 'wide blanks' && what.includes('new lines'))) continue;
    quote = change(quote, draw);
    what.push(name);
  }
  return { what: what.join(', '), page: page.markdown, quote };
}

type Fault = readonly [what: string, change: (page: Page, at: number, random: Random) => string];

const FAULTS: readonly Fault[] = [
  ['digit', (page, at, draw) => changeDigit(page.sentences[at]?.text ?? '', draw)],
  ['digit dropped', (page, at) => (page.sentences[at]?.text ?? '').replace(/(\d)\d(?=\D|$)/u, '$1')],
  ['unit', (page, at, draw) => swapped(page.sentences[at]?.text ?? '', page.language.units, draw)],
  ['negation', (page, at) => page.sentences[at]?.turned ?? ''],
  ['name', (page, at, draw) => swapped(page.sentences[at]?.text ?? '', page.language.names, draw)],
  ['two places', (page, at, draw) => joined(page, at, draw)],
  ['word added', (page, at) => (page.sentences[at]?.text ?? '').replace(/ (?=\p{L}{4})|(?<=表示)/u, ' allegedly ')],
  ['other page', (_page, _at, draw) => pageOf(random(draw.int(2 ** 31))).sentences[3]?.text ?? ''],
];

/** A quote with one planted error that changes what is said; never words that stand on the page. */
export function falseQuote(seed: number): QuoteCase {
  const draw = random(seed);
  for (;;) {
    const page = pageOf(draw);
    const [what, change] = FAULTS[seed % FAULTS.length] ?? FAULTS[0] ?? ['', () => ''];
    const at = draw.int(page.sentences.length - 1);
    const quote = change(page, at, draw);
    const plain = page.sentences.map(({ text }) => text).join(page.language.join);
    if (quote !== '' && !plain.includes(quote)) return { what, page: page.markdown, quote };
  }
}

function changeDigit(text: string, draw: Random): string {
  const digits = [...text.matchAll(/\d/gu)];
  const digit = draw.pick(digits);
  const other = String((Number(digit[0]) + 1 + draw.int(8)) % 10);
  return `${text.slice(0, digit.index)}${other}${text.slice(digit.index + 1)}`;
}

function swapped(text: string, words: readonly string[], draw: Random): string {
  const word = words.find((each) => text.includes(each));
  if (word === undefined) return '';
  return text.replace(word, draw.pick(words.filter((each) => each !== word)));
}

/** The beginning of one sentence and the end of another one, not its neighbour. */
function joined(page: Page, at: number, draw: Random): string {
  const first = page.sentences[at]?.text ?? '';
  const second = page.sentences[(at + 5 + draw.int(20)) % page.sentences.length]?.text ?? '';
  const cut = (text: string) => text.indexOf(page.language.join === '' ? '年' : ' ', text.length / 2);
  if (cut(first) < 0 || cut(second) < 0) return '';
  return first.slice(0, cut(first)) + second.slice(cut(second));
}
