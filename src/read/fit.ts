import { AppError } from '../base/errors.ts';
import type { PassageIndex } from '../rank/rank.ts';
import { dataQuestion } from './data-question.ts';
import type { Document } from './document.ts';
import { chooseFields } from './fit-fields.ts';
import { chooseList, chooseOutline, describeData, describeThreats } from './fit-lists.ts';
import { leftOut } from './left-out.ts';
import { toIndex, toOffset } from './offsets.ts';
import type { Section } from './page-text.ts';
import { selectPassages } from './passages.ts';
import type { Attempt, LeftOut, Match, ReadRequest, ReadResult, Why, Window } from './result.ts';
import { countTokens, dataCost } from './tokens.ts';
import { fitWindow, snapStart } from './window.ts';

/**
 * How an answer keeps its budget. `max_tokens` pays for the page’s text, outline, matches and threats; the receipt
 * (addresses, provenance, attempts, left_out, notes) comes on top, within RECEIPT_TOKENS. A receipt above that takes
 * from the text. So the JSON of a whole result stays within max_tokens + RECEIPT_TOKENS, counted by tokenx; only a
 * receipt of enormous addresses beside a tiny max_tokens can exceed it, as the text keeps MIN_TEXT_TOKENS.
 */
export const RECEIPT_TOKENS = 1000;
const MIN_TEXT_TOKENS = 40;
/** Shares of max_tokens that the lists may take. What they leave goes to the text. */
const SHARES = { threats: 0.15, outline: 0.12, matches: 0.1, fields: 0.25, data: 0.05 } as const;
/** Notes and removals are cut to this before the receipt is counted. */
const NOTES_TOKENS = 350;

export interface Receipt {
  readonly url: string;
  readonly cached: { age_s: number } | null;
  readonly fetchedAt: string;
  readonly attempts: readonly Attempt[];
  readonly why?: Why | null;
  readonly notes: readonly string[];
}

/** The document as an answer to the request. `index` is given when the request has a query. */
export function fitDocument(
  document: Document,
  request: Pick<ReadRequest, 'section' | 'start' | 'maxTokens' | 'query'>,
  receipt: Receipt,
  index: PassageIndex | null,
): ReadResult {
  const range = rangeOf(document, request);
  let allowance = request.maxTokens;
  for (let round = 0; ; round++) {
    const { result, cost } = compose(document, request, receipt, index, range, allowance);
    const excess = cost - request.maxTokens - RECEIPT_TOKENS;
    // A receipt that is larger than expected takes from the text; two more rounds settle it.
    if (excess <= 0 || round === 3) return result;
    allowance = Math.max(MIN_TEXT_TOKENS, allowance - excess - 8);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly section: Section | null;
  /** The text is that of a part that `section` names, and `start` counts in it. */
  readonly isPart: boolean;
}

function rangeOf(document: Document, request: Pick<ReadRequest, 'section' | 'start'>): Range {
  const { page } = document;
  const start = snapStart(page, toIndex(page, request.start));
  if (request.section === null) return { start, end: page.text.length, section: null, isPart: false };
  if (dataQuestion(request.section, null) !== null) {
    if (document.lacksPart && isRead(document)) throw noSuchData();
    return { start, end: page.text.length, section: null, isPart: true };
  }
  const section = page.sections.find(({ id }) => id === request.section);
  if (!section) {
    throw new AppError('invalid_argument', 'The page has no section with this id.', {
      hint: 'Read the page without `section` and take an id from its outline; ids change when the page does.',
    });
  }
  return { start: Math.min(Math.max(start, section.start), section.end), end: section.end, section, isPart: true };
}

/** What could not be read says so itself. */
function isRead({ status }: Document): boolean {
  return status === 'ok' || status === 'partial' || status === 'empty';
}

function noSuchData(): AppError {
  return new AppError('invalid_argument', 'The page has no embedded data with this id and path.', {
    hint: 'section="data:all" lists what there is; with query it searches all of it and gives paths.',
  });
}

function compose(
  document: Document,
  request: Pick<ReadRequest, 'maxTokens' | 'query'>,
  receipt: Receipt,
  index: PassageIndex | null,
  range: Range,
  maxTokens: number,
): { result: ReadResult; cost: number } {
  const bare = receiptOf(document, receipt);
  const overrun = Math.max(0, dataCost(bare) - RECEIPT_TOKENS + NOTES_TOKENS / 2);
  const budget = Math.max(MIN_TEXT_TOKENS, maxTokens - overrun);
  const threats = chooseList(document.threats, budget * SHARES.threats);
  const outline = chooseOutline(document.page.sections, budget * SHARES.outline);
  const fields = chooseFields(document.fields, budget * SHARES.fields);
  const isBeginning = range.start === 0 && !range.isPart;
  const data = chooseList(isBeginning ? document.data : [], budget * SHARES.data);
  const spent = threats.tokens + outline.tokens + fields.tokens + data.tokens;
  const text = textOf(document, request, index, range, Math.max(MIN_TEXT_TOKENS, budget - spent), budget);
  const notes = chooseList(
    [
      ...text.notes,
      ...receipt.notes,
      ...document.notes,
      ...fields.notes,
      ...outline.notes,
      ...describeData(data.left + (isBeginning ? document.moreData : 0)),
      ...describeThreats(threats),
    ],
    NOTES_TOKENS,
  );
  const result = {
    ...bare,
    fields: fields.entries,
    data: [...data.entries],
    outline: [...outline.entries],
    window: text.window,
    matches: [...text.matches],
    set_aside: text.setAside,
    threats: [...threats.entries],
    left_out: [...bare.left_out, ...text.leftOut],
    notes: [...notes.entries, ...(notes.left > 0 ? [`${notes.left} more notes did not fit.`] : [])],
  };
  // The text was counted when it was cut: counting is what a cached read spends its time on.
  return { result: { ...result, markdown: text.markdown }, cost: dataCost(result) + text.cost };
}

function receiptOf(document: Document, receipt: Receipt): ReadResult {
  return {
    status: document.status,
    reason: document.reason,
    url: receipt.url,
    final_url: document.finalUrl,
    title: document.title,
    http_status: document.httpStatus,
    kind: document.kind,
    via: document.via,
    cached: receipt.cached,
    archived_at: document.archivedAt,
    fetched_at: receipt.fetchedAt,
    seen: document.seen,
    markdown: '',
    fields: {},
    data: [],
    outline: [],
    window: { start: 0, end: 0, total: 0, next: null, tokens: 0 },
    matches: [],
    set_aside: 0,
    threats: [],
    threat_counts: { ...document.threatCounts },
    left_out: [...document.leftOut],
    links_omitted: document.linksOmitted,
    provenance: document.provenance,
    attempts: receipt.attempts.map(({ rung, outcome, ms }) => ({ rung, outcome, ms })),
    why: receipt.why ?? null,
    notes: [],
  };
}

interface ShownText {
  readonly markdown: string;
  readonly cost: number;
  readonly window: Window;
  readonly matches: readonly Match[];
  readonly setAside: number;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

function textOf(
  document: Document,
  request: Pick<ReadRequest, 'query'>,
  index: PassageIndex | null,
  range: Range,
  budget: number,
  whole: number,
): ShownText {
  if (request.query !== null && index) {
    const found = selectPassages(document.page, index, request.query, range, budget, whole * SHARES.matches);
    if (found) return { ...found, window: windowFor(document, found.start, found.end, null, found.markdown) };
    const plain = plainText(document, range, budget);
    return {
      ...plain,
      notes: [...plain.notes, 'No passage holds a word of the query; this is the beginning instead.'],
    };
  }
  return plainText(document, range, budget);
}

function plainText(document: Document, range: Range, budget: number): ShownText {
  const { page } = document;
  const slice = fitWindow(page, range.start, range.end, budget);
  const next = slice.end < range.end ? toOffset(page, slice.end) : null;
  const window = windowFor(document, slice.start, slice.end, next, slice.text);
  const outside = window.total - (window.end - window.start);
  const how =
    next === null
      ? `Ask again ${range.section ? 'without section' : `with start=0${range.isPart ? ' and the same section' : ''}`} for the rest.`
      : `Ask again with start=${next}${range.isPart ? ' and the same section' : ''} to read on.`;
  return {
    markdown: slice.text,
    cost: slice.cost,
    window,
    matches: [],
    setAside: 0,
    leftOut: outside > 0 ? [leftOut('windowed', 1, outside, how)] : [],
    notes: slice.notes,
  };
}

function windowFor(document: Document, start: number, end: number, next: number | null, text: string): Window {
  const { page } = document;
  return { start: toOffset(page, start), end: toOffset(page, end), total: page.total, next, tokens: countTokens(text) };
}
