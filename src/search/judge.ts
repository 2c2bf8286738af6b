import { select } from '../html/select.ts';
import { elements, type HtmlRoot, textContent } from '../html/tree.ts';
import { wallOf } from '../read/walls/find-wall.ts';
import { pageWords } from './page-words.ts';
import { valuesAt } from './parse-json.ts';
import type { AttemptOutcome } from './search.ts';
import type { EngineTemplate, Marker } from './template.ts';

/** An engine's answer as far as judging it needs. */
export interface Judged {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The page, or the parsed JSON, or neither when the body is not what the engine gives. */
  readonly root: HtmlRoot | null;
  readonly json: unknown;
  readonly hits: number;
  /** The answer has a list of results in it, be it an empty one. */
  readonly hasList: boolean;
}

export interface Judgement {
  readonly outcome: AttemptOutcome;
  /** In our own words. */
  readonly detail: string;
}

/** Statuses that stand for a spent quota (402, Tavily's 432 and 433) or for too many requests. */
const LIMITS = new Set([402, 429, 432, 433]);
const REFUSALS = new Set([401, 403, 407, 451, 999]);

/**
 * Did the engine answer? Results settle it: words of a block may stand in any snippet. Without results a page is a
 * block when it has the engine's own marks of one, those of a protection service, or a status that says so, be the
 * status 200 or not; only the engine's mark of “no results” makes it an empty answer. Everything else was not understood.
 */
export function judge(template: EngineTemplate, answer: Judged): Judgement {
  const { status } = answer;
  if (answer.hits > 0 && status < 400) return { outcome: 'ok', detail: '' };
  if (LIMITS.has(status)) return { outcome: 'rate_limited', detail: `HTTP ${status}` };
  const page = answer.root === null ? null : readPage(answer.root);
  if (template.blocked.some((marker) => shows(marker, answer, page))) {
    return status >= 500
      ? { outcome: 'rate_limited', detail: `HTTP ${status}` }
      : { outcome: 'challenge', detail: 'a check of the visitor instead of results' };
  }
  const wall = page === null ? null : wallOf({ ...answer, httpStatus: status, ...page });
  if (wall) return { outcome: wall.kind === 'bot_block' ? 'blocked' : 'challenge', detail: 'a protection page' };
  if (REFUSALS.has(status)) {
    const isKeyed = template.kind === 'json' && template.keyed;
    return { outcome: 'blocked', detail: isKeyed ? `it refuses the key: HTTP ${status}` : `HTTP ${status}` };
  }
  if (status === 408 || status === 504) return { outcome: 'timeout', detail: `HTTP ${status}` };
  if (status >= 400) return { outcome: 'error', detail: `HTTP ${status}` };
  if (answer.hasList || template.empty.some((marker) => shows(marker, answer, page))) {
    return { outcome: 'empty', detail: '' };
  }
  // 202 is how DuckDuckGo and Akamai serve a page that waits for a check.
  if (status === 202) return { outcome: 'challenge', detail: 'HTTP 202' };
  return { outcome: 'unparsed', detail: 'the page has neither results nor the mark of an empty answer' };
}

interface PageText {
  readonly title: string;
  readonly visibleText: string;
  readonly visibleCharacters: number;
  readonly markup: string;
}

const MAX_MARKUP = 400_000;
const MAX_WORDS = 100_000;

function readPage(root: HtmlRoot): PageText {
  const visibleText = pageWords(root).slice(0, MAX_WORDS);
  let title = '';
  const markup: string[] = [];
  let size = 0;
  for (const element of elements(root)) {
    if (element.tag === 'title' && title === '') title = textContent(element).trim();
    const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
    const script = element.tag === 'script' ? textContent(element) : '';
    const piece = `<${element.tag}${attributes}>${script}`.toLowerCase();
    size += piece.length;
    if (size > MAX_MARKUP) break;
    markup.push(piece);
  }
  return { title, visibleText, visibleCharacters: visibleText.length, markup: markup.join('\n') };
}

function shows(marker: Marker, answer: Judged, page: PageText | null): boolean {
  if (marker.status !== undefined && !marker.status.includes(answer.status)) return false;
  if (marker.url !== undefined && !answer.url.includes(marker.url)) return false;
  if (marker.path !== undefined && !valuesAt(answer.json, marker.path).some(Boolean)) return false;
  if (marker.select !== undefined && (answer.root === null || select(answer.root, marker.select).length === 0))
    return false;
  return marker.text === undefined || (page?.visibleText.toLowerCase().includes(marker.text) ?? false);
}
