import { AppError } from '../base/errors.ts';
import { oneLine } from '../base/text.ts';
import { parseDomains } from './domains.ts';
import { type Freshness, parseFreshness } from './freshness.ts';
import { parseRegion, type Region } from './region.ts';
import type { SafeSearch, SearchRequest } from './search.ts';

/** A search in one form for all engines: checked once, mapped to each engine's own parameters later. */
export interface Query {
  readonly text: string;
  readonly maxResults: number;
  readonly region: Region | null;
  readonly safe: SafeSearch | null;
  readonly freshness: Freshness | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The query asks for what is new: engines for news are asked as well. */
  readonly newsLike: boolean;
}

const MAX_QUERY = 1000;
const MAX_RESULTS = 25;

/** @throws AppError `invalid_argument` with what would be valid. */
export function parseQuery(request: SearchRequest, nowMs: number): Query {
  const text = oneLine(request.query.normalize('NFC').replace(/\p{Cc}/gu, ' '));
  if (text === '') throw invalid('query is empty.');
  if (text.length > MAX_QUERY) throw invalid(`query is longer than ${MAX_QUERY} characters.`);
  const include = parseDomains(request.includeDomains, 'include_domains');
  const exclude = parseDomains(request.excludeDomains, 'exclude_domains');
  return {
    text,
    maxResults: Math.max(1, Math.min(MAX_RESULTS, Math.floor(request.maxResults))),
    region: parseRegion(request.region),
    safe: request.safeSearch,
    freshness: parseFreshness(request.freshness, nowMs),
    include,
    exclude,
    newsLike: isNewsLike(text),
  };
}

function invalid(message: string): AppError {
  return new AppError('invalid_argument', message, { hint: 'Give the words to search for, in one line.' });
}

const NEWS = new RegExp(
  [
    String.raw`\b(?:news|latest|today|yesterday|tonight|breaking|announce[sd]?|headlines?)\b`,
    String.raw`\bthis (?:morning|week|month)\b`,
    String.raw`\b(?:nachrichten|schlagzeilen|heute|gestern|aktuell)\b`,
    String.raw`\b(?:noticias|titulares|hoy|ayer|notícias|hoje|ontem|notizie|oggi|ieri)\b`,
    String.raw`(?<!\p{L})(?:actualités?|aujourd'hui|hier soir|новости|сегодня|вчера)(?!\p{L})`,
    '新闻|最新|今日|今天|昨天|ニュース|速報|뉴스|속보',
  ].join('|'),
  'iu',
);

function isNewsLike(text: string): boolean {
  return NEWS.test(text);
}
