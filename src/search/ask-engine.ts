import { AppError } from '../base/errors.ts';
import { parseDocument } from '../html/parse.ts';
import type { HtmlRoot } from '../html/tree.ts';
import { buildRequest, type EngineRequest, fillAddress } from './build-request.ts';
import type { Engine } from './engines.ts';
import type { RawHit } from './hit.ts';
import { judge } from './judge.ts';
import type { OutletAnswer, OutletFailure, RenderedAnswer, SearchOutlets } from './outlets.ts';
import { readHtmlHits } from './parse-html.ts';
import { parseJson, readJsonHits, resultList } from './parse-json.ts';
import type { Query } from './query.ts';
import { resultLink } from './result-link.ts';
import type { AttemptOutcome } from './search.ts';
import type { EngineTemplate, HtmlTemplate, JsonTemplate } from './template.ts';

/** What became of one request to one engine. */
export interface EngineAnswer {
  readonly outcome: AttemptOutcome;
  /** In our own words; empty when the outcome says it all. */
  readonly detail: string;
  readonly hits: readonly RawHit[];
  readonly retryAfterMs: number | null;
  readonly freshness: EngineRequest['freshness'];
  /** Filters the engine does not know. */
  readonly unknownFilters: readonly string[];
}

export interface AskOptions {
  readonly way: 'page' | 'browser' | 'keyed';
  readonly outlets: SearchOutlets;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/** One request to one engine, by whichever way. Rejects for cancel only. */
export async function askEngine(engine: Engine, query: Query, options: AskOptions): Promise<EngineAnswer> {
  const request = buildRequest(engine, query, { nowMs: options.nowMs, inBrowser: options.way === 'browser' });
  const about = { freshness: request.freshness, unknownFilters: request.unknown };
  const none = { hits: [], retryAfterMs: null, ...about };
  try {
    const answer = await send(engine, request, options);
    if (answer.type === 'failed') return { ...none, outcome: answer.outcome, detail: answer.detail };
    const retryAfterMs = answer.type === 'answer' ? (answer.retryAfterMs ?? resetOf(answer)) : null;
    return { ...readAnswer(engine.template, answer, query), retryAfterMs, ...about };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || options.signal.aborted) throw thrown;
    return { ...none, ...ofError(thrown), retryAfterMs: thrown.retryAfterMs };
  }
}

/** Brave and others name the seconds until their shortest window begins anew. */
function resetOf({ status, headers }: OutletAnswer): number | null {
  const seconds =
    status === 429 ? /^\d{1,5}(?=\s*(?:,|$))/u.exec(headers['x-ratelimit-reset']?.trim() ?? '')?.[0] : undefined;
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Only what the operator set up may reach a private address; a template of a caller is judged like a page. */
async function send(
  { origin, template }: Engine,
  request: EngineRequest,
  { way, outlets, signal, timeoutMs }: AskOptions,
): Promise<OutletAnswer | RenderedAnswer | OutletFailure> {
  if (way === 'browser') return outlets.render(request.url, { signal, timeoutMs });
  const isOperators = origin === 'operator' || (template.kind === 'json' && template.keyed && origin === 'shipped');
  const trust = isOperators ? 'operator' : 'page';
  const { url, method, body, headers } = request;
  return outlets.fetch(url, { trust, method, body, headers, signal, timeoutMs });
}

function ofError(error: AppError): Pick<EngineAnswer, 'outcome' | 'detail'> {
  switch (error.code) {
    case 'rate_limited':
      return { outcome: 'rate_limited', detail: 'the site asked for rest' };
    case 'browser_unavailable':
    case 'not_enabled':
      return { outcome: 'skipped', detail: 'no browser' };
    case 'domain_not_allowed':
    case 'blocked_target':
    case 'scheme_not_allowed':
    case 'credentials_in_url':
    case 'invalid_argument':
      return { outcome: 'skipped', detail: 'the gate refuses its address' };
    case 'navigation_timeout':
    case 'budget_exceeded':
      return { outcome: 'timeout', detail: '' };
    default:
      return { outcome: 'error', detail: error.code };
  }
}

/** An answer as it came, read by the template and judged. Pure; the fixtures are run through it. */
export function readAnswer(
  template: EngineTemplate,
  answer: OutletAnswer | RenderedAnswer,
  query: Pick<Query, 'region'>,
): Pick<EngineAnswer, 'outcome' | 'detail' | 'hits'> {
  const read = template.kind === 'html' ? readPage(template, answer) : readData(template, answer, query);
  const headers = answer.type === 'answer' ? answer.headers : {};
  const { status, url } = answer;
  const { outcome, detail } = judge(template, { status, url, headers, ...read, hits: read.hits.length });
  return { outcome, detail, hits: outcome === 'ok' ? read.hits : [] };
}

interface ReadAnswer {
  readonly hits: readonly RawHit[];
  readonly root: HtmlRoot | null;
  readonly json: unknown;
  readonly hasList: boolean;
}

function readPage(template: HtmlTemplate, answer: OutletAnswer | RenderedAnswer): ReadAnswer {
  const root = answer.type === 'rendered' ? answer.root : parseDocument(answer.text, { scripting: false });
  const hits = readHtmlHits(root, template).flatMap((hit): RawHit[] => {
    const url = resultLink(hit.url, answer.url, template);
    return url === null ? [] : [{ ...hit, url }];
  });
  return { hits, root, json: undefined, hasList: false };
}

/** A JSON service in trouble answers with a page: then the page is judged. */
function readData(
  template: JsonTemplate,
  answer: OutletAnswer | RenderedAnswer,
  { region }: Pick<Query, 'region'>,
): ReadAnswer {
  if (answer.type === 'rendered') return { hits: [], root: answer.root, json: undefined, hasList: false };
  const json = parseJson(answer.text);
  if (json === undefined) return { hits: [], root: parseDocument(answer.text), json, hasList: false };
  const list = resultList(json, template.results);
  const { link } = template;
  const language = region?.language ?? null;
  const makeLink =
    link === undefined ? undefined : (url: string) => fillAddress(link, { url: titleInPath(url), language }) ?? '';
  const hits = readJsonHits(list ?? [], template.fields, makeLink).flatMap((hit): RawHit[] => {
    const url = resultLink(hit.url, answer.url, template);
    return url === null ? [] : [{ ...hit, url }];
  });
  return { hits, root: null, json, hasList: list !== null };
}

/** A title in an address, as MediaWiki writes it. */
function titleInPath(title: string): string {
  return title.replaceAll(' ', '_');
}
