import { type ReportBlock, readSource } from './blocks.ts';
import { findInlineQuotes, type InlineQuote } from './inline-quotes.ts';
import { findLinks, type ReportLink } from './links.ts';

/** A quotation of a report and the addresses it is given for; any one of them may bear it out. */
export interface ReportQuote {
  readonly line: number;
  readonly text: string;
  /** Empty when no link stands near it. */
  readonly urls: readonly string[];
}

export interface ReportCitation {
  readonly line: number;
  readonly url: string;
}

export interface Report {
  readonly quotes: readonly ReportQuote[];
  /** Every address once, where it first stands; with those of references that nothing points to. */
  readonly links: readonly ReportCitation[];
}

interface Seen extends ReportBlock {
  readonly links: readonly ReportLink[];
}

/**
 * What a report in Markdown quotes and links to. A quotation belongs to the links that follow it within its paragraph up
 * to the next quotation, else to the nearest one before it; a block quote to the links in it, else to those at the end
 * of the paragraph before, else to a line of source after it.
 */
export function parseReport(report: string): Report {
  const { blocks, references } = readSource(report);
  const seen = blocks.map((block): Seen => ({ ...block, links: findLinks(block.text, references) }));
  const quotes = seen.flatMap((block, i) =>
    block.kind === 'quote' && !ALERT.test(block.text)
      ? blockQuote(block, seen[i - 1], seen[i + 1])
      : inlineQuotes(block),
  );
  const links = new Map<string, number>();
  for (const block of seen) {
    for (const link of block.links) {
      const line = block.line + block.text.slice(0, link.start).split('\n').length - 1;
      for (const url of link.urls) if (!links.has(url)) links.set(url, line);
    }
  }
  for (const urls of references.values()) for (const url of urls) if (!links.has(url)) links.set(url, 0);
  return { quotes, links: [...links].map(([url, line]) => ({ url, line })) };
}

/** A box of remarks (`> [!NOTE]`) is set as a block quote and quotes nobody. */
const ALERT = /^\s*\[!\w{1,20}\]/u;
/** Marks in these are no quotation marks. */
const TAG_OR_CODE = /<[a-z/][^<>]{0,2000}>|`[^`\n]{1,1000}`/giu;

function inlineQuotes(block: Seen): ReportQuote[] {
  if (block.kind === 'source') return [];
  const other = [...block.text.matchAll(TAG_OR_CODE)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  // Nor are those around the title of a link, or around a bare address.
  const isOther = ({ start, end, text }: InlineQuote) =>
    other.some(({ from, to }) => from <= start && end <= to) ||
    block.links.some((link) => start >= link.textEnd && end <= link.end) ||
    /^\s*https?:\/\/\S+\s*$/iu.test(text);
  const quotes = findInlineQuotes(block.text).filter((quote) => !isOther(quote));
  return quotes.map((quote, i) => ({
    line: block.line + block.text.slice(0, quote.start).split('\n').length - 1,
    text: quote.text.replace(/\s*\n\s*/gu, ' '),
    urls: linksOf(block, quote, { before: quotes[i - 1], after: quotes[i + 1] }, block.links),
  }));
}

function linksOf(
  { text }: Seen,
  quote: InlineQuote,
  others: { before: InlineQuote | undefined; after: InlineQuote | undefined },
  links: readonly ReportLink[],
): readonly string[] {
  const around = links.find((link) => link.textStart <= quote.start && quote.end <= link.textEnd);
  if (around) return around.urls;
  const following = links.filter((link) => link.start >= quote.end);
  const preceding = links.filter((link) => link.end <= quote.start);
  const next = following.filter((link) => link.start < (others.after?.start ?? Number.POSITIVE_INFINITY));
  const last = preceding.at(-1);
  // “According to [A](…), “…”. [B](…) says …”: a link of the quote's own sentence wins over one of the next.
  const isIntroduced = last && !SENTENCE_END.test(text.slice(last.end, quote.start));
  const isAfterwards = next[0] && startsSentence(text, quote, next[0]);
  if (isIntroduced && (!next[0] || isAfterwards)) return last.urls;
  if (next[0]) return firstGroup(next);
  const isAfterOther = last && last.start >= (others.before?.end ?? 0);
  return (isAfterOther ? last : (following[0] ?? last))?.urls ?? [];
}

const SENTENCE_END = /[.!?。！？]["”’»)]?\s/u;

/** A link with words of its own behind the end of the quote's sentence; marks such as [1] and (source) belong to the quote. */
function startsSentence(text: string, quote: InlineQuote, link: ReportLink): boolean {
  const gap = text.slice(Math.max(quote.start, quote.end - 2), link.start);
  const label = text.slice(link.textStart, link.textEnd);
  if (!SENTENCE_END.test(gap)) return false;
  const isMark = !/\p{L}/u.test(label) || /[([—–-]\s*$/u.test(gap);
  return !isMark || /[.!?。]["”’»)]?\s+\p{L}/u.test(gap);
}

/** Links that follow each other directly stand for one citation. */
function firstGroup(links: readonly ReportLink[]): string[] {
  const group: string[] = [];
  let end = links[0]?.start ?? 0;
  for (const link of links) {
    if (link.start - end > 3) break;
    group.push(...link.urls);
    end = link.end;
  }
  return group;
}

const ATTRIBUTION = /^\s*(?:[—–―]|--|-\s|~\s|source\b|quelle\b|from\b|via\b|\(?\[)/iu;

/** The words of a block quote without the lines that say where they are from. */
function blockQuote(block: Seen, before: Seen | undefined, after: Seen | undefined): ReportQuote[] {
  const lines = block.text.split('\n');
  let kept = lines.length;
  while (kept > 1 && isAttribution(lines[kept - 1] ?? '')) kept--;
  const last = lines[kept - 1] ?? '';
  const tail = /\s*(?:\(?(?:\[[^\]]*\](?:\([^)\s]*\)|\[[^\]]*\])?|<https?:[^>]*>|https?:\S+)\)?[\s.,;]*)+$/u.exec(last);
  const text = [...lines.slice(0, kept - 1), tail && tail.index > 0 ? last.slice(0, tail.index) : last]
    .join('\n')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const own = block.links.flatMap((link) => link.urls);
  const urls = own.length > 0 ? own : nearby(before, after);
  return [{ line: block.line, text: withoutMarks(text), urls }];
}

function isAttribution(line: string): boolean {
  return line.trim() === '' || (ATTRIBUTION.test(line) && line.length < 400);
}

function nearby(before: Seen | undefined, after: Seen | undefined): readonly string[] {
  const isSource = after && after.kind === 'text' && ATTRIBUTION.test(after.text) && after.links[0];
  if (isSource) return after.links.flatMap((link) => link.urls);
  const last = before?.kind === 'text' ? before.links.at(-1) : undefined;
  return last?.urls ?? [];
}

/** Quotation marks around a whole block quote. */
function withoutMarks(text: string): string {
  return text.replace(/^["“„«»「『]\s*/u, '').replace(/\s*["”“»«」』]$/u, '');
}
