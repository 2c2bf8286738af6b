import { findQuote } from '../src/quotes/find-quote.ts';
import { quoteText } from '../src/quotes/quote-text.ts';
import { falseQuote, type QuoteCase, trueQuote } from '../test/kit/quote-cases.ts';

const CASES = 1_000;
/** Seeds that no test uses. */
const FIRST_SEED = 100_000;
const LONG_PAGE = 1_000_000;

type Check = (page: string, quote: string) => boolean;

const CHECKS: ReadonlyArray<readonly [name: string, holds: Check]> = [
  ['Plainsight', (page, quote) => /^(?:exact|normalised)$/u.test(findQuote(quoteText(page), quote).found)],
  ['the text holds it', (page, quote) => page.includes(quote)],
  ['the same in small letters, blanks and marks folded', (page, quote) => folded(page).includes(folded(quote))],
];

/** Words and digits only, as quotes are often compared. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Planted errors that are caught and true quotes that are refused, beside two plain ways to compare; time on a long page. */
export function runQuoteBench(): Promise<string> {
  const seeds = Array.from({ length: CASES }, (_, i) => FIRST_SEED + i);
  const wrong = seeds.map(falseQuote);
  const right = seeds.map(trueQuote);
  const kinds = [...new Set(wrong.map(({ what }) => what))].sort();
  const caught = (holds: Check, cases: readonly QuoteCase[]) =>
    cases.filter(({ page, quote }) => !holds(page, quote)).length;
  const rows = CHECKS.map(([name, holds]) => {
    const each = kinds.map((kind) => {
      const cases = wrong.filter(({ what }) => what === kind);
      return `${caught(holds, cases)}/${cases.length}`;
    });
    return `| ${name} | ${caught(holds, wrong)} | ${caught(holds, right)} | ${each.join(' | ')} |`;
  });
  return Promise.resolve(
    [
      `${CASES} quotes with a planted error and ${CASES} true ones that were set differently, in English, German and Chinese.`,
      '',
      `| compared by | errors caught | true quotes refused | ${kinds.join(' | ')} |`,
      `| --- | --: | --: | ${kinds.map(() => '--:').join(' | ')} |`,
      ...rows,
      '',
      longPage(),
    ].join('\n'),
  );
}

function longPage(): string {
  let page = '';
  for (let seed = FIRST_SEED; page.length < LONG_PAGE; seed++) page += `${trueQuote(seed).page}\n\n`;
  const started = performance.now();
  const text = quoteText(page);
  const made = performance.now();
  findQuote(text, trueQuote(FIRST_SEED + 3).quote);
  const found = performance.now();
  findQuote(text, falseQuote(FIRST_SEED).quote);
  const near = performance.now();
  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
  const size = `${(page.length / 1e6).toFixed(1)} million characters`;
  return `A page of ${size}: made ready in ${ms(started, made)}; a quote found in ${ms(made, found)}, the nearest passage in ${ms(found, near)}.`;
}
