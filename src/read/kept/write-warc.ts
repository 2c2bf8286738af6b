import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { WARCRecord } from 'warcio';
import { isSecretName } from '../../base/secrets.ts';
import { dataQuestion } from '../data-question.ts';
import { sha256 } from '../document.ts';
import type { PageRecord } from '../page-cache.ts';
import type { RawPage } from '../rung.ts';
import { type EndedRead, FACTS_TYPE, type KeptFacts, keptFacts, SIGHT_TYPE } from './kept-read.ts';

const compress = promisify(gzip);
const MASKED = '[hidden]';
const TEXT_TYPES = { markdown: 'text/markdown', text: 'text/plain', html: 'text/html' } as const;
/** The body is kept as it was after decoding; these would claim otherwise. */
const TRANSFER_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding', 'content-length']);

/**
 * A read as one WARC file (WARC 1.1, ISO 28500:2017), each record compressed by itself: warcinfo, request, response,
 * style sheets, what the browser saw, the text as it was returned, and the facts of the read as JSON.
 */
export async function writeWarc(read: EndedRead, software: string): Promise<Uint8Array> {
  const { WARCSerializer } = await import('warcio');
  const members: Uint8Array[] = [];
  for (const record of await recordsOf(read, software)) {
    members.push(await compress(await WARCSerializer.serialize(record, { gzip: false })));
  }
  return Buffer.concat(members);
}

async function recordsOf(read: EndedRead, software: string): Promise<WARCRecord[]> {
  const { WARCRecord } = await import('warcio');
  const { record, document } = read.found;
  const date = new Date(read.fetchedAtMs).toISOString();
  const common = { url: record?.page.url ?? read.url, date, warcVersion: 'WARC/1.1' } as const;
  const info = WARCRecord.createWARCInfo({ ...common }, { software, format: 'WARC File Format 1.1', conformsTo: SPEC });
  const answer = record ? answerRecord(WARCRecord, common, record.page) : null;
  const id = answer?.warcHeader('WARC-Record-ID') ?? '';
  const about: Record<string, string> = id === '' ? {} : { 'WARC-Refers-To': id };
  const part = (type: 'resource' | 'metadata' | 'conversion', url: string, contentType: string, bytes: Uint8Array) =>
    WARCRecord.create({ ...common, url, type, warcHeaders: { ...about, 'Content-Type': contentType } }, [bytes]);
  const records = [info, requestRecord(WARCRecord, common, id), ...(answer ? [answer] : [])];
  for (const [url, css] of record?.sheets ?? []) {
    if (css !== null) records.push(part('resource', url, 'text/css; charset=utf-8', Buffer.from(css)));
  }
  if (record?.page.sight) records.push(part('metadata', common.url, SIGHT_TYPE, record.page.sight));
  const textType = `${TEXT_TYPES[document.page.format]}; charset=utf-8`;
  records.push(part('conversion', common.url, textType, Buffer.from(document.page.text)));
  const facts = Buffer.from(JSON.stringify(factsOf(read, software)));
  records.push(part('metadata', common.url, FACTS_TYPE, facts));
  return records;
}

const SPEC = 'https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';

type RecordClass = typeof WARCRecord;
interface Common {
  readonly url: string;
  readonly date: string;
  readonly warcVersion: 'WARC/1.1';
}

/** Method, target and host; the other headers are the same for every request and hold nothing of the caller's. */
function requestRecord(Record: RecordClass, common: Common, answerId: string): WARCRecord {
  const { pathname, search, host } = new URL(common.url);
  const warcHeaders: { [name: string]: string } = answerId === '' ? {} : { 'WARC-Concurrent-To': answerId };
  return Record.create({
    ...common,
    type: 'request',
    statusline: `GET ${pathname}${search} HTTP/1.1`,
    httpHeaders: { Host: host },
    warcHeaders,
  });
}

function answerRecord(Record: RecordClass, common: Common, page: RawPage): WARCRecord {
  if (page.httpStatus === null) {
    const warcHeaders = { 'Content-Type': page.contentType ?? 'application/octet-stream' };
    return Record.create({ ...common, type: 'resource', warcHeaders }, [page.body]);
  }
  const httpHeaders: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(maskedHeaders(page.headers))) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/iu.test(name)) continue;
    httpHeaders[TRANSFER_HEADERS.has(name) ? `x-orig-${name}` : name] = value.replace(/[\r\n\0]+/gu, ' ');
  }
  httpHeaders['content-length'] = String(page.body.byteLength);
  const warcHeaders: { [name: string]: string } = page.truncated ? { 'WARC-Truncated': 'unspecified' } : {};
  const statusline = `HTTP/1.1 ${page.httpStatus} -`;
  return Record.create({ ...common, type: 'response', statusline, httpHeaders, warcHeaders }, [page.body]);
}

function maskedHeaders(headers: RawPage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretName(name) ? MASKED : value]),
  );
}

function factsOf({ shownUrl, url, request, found, fetchedAtMs }: EndedRead, software: string): KeptFacts {
  const { document, record } = found;
  const { format, selector, render, expand, includeHidden, includeLinks, includeImages } = request;
  const { template, factsOnly } = request;
  const data = dataQuestion(request.section, request.query) ?? request.data;
  // Only what the form names is written: a page may carry what is not to be kept, such as cookies.
  return keptFacts.parse({
    format: 1,
    software,
    shownUrl,
    url,
    fetchedAtMs,
    options: {
      ...{ format, selector, render, expand, includeHidden, includeLinks, includeImages },
      ...{ template, factsOnly, data },
    },
    status: document.status,
    reason: document.reason,
    title: document.title,
    seen: document.seen,
    contentSha256: document.provenance.content_sha256,
    attempts: found.attempts.map((attempt) => ({ ...attempt })),
    notes: [...found.notes],
    page: record && pageFactsOf(record),
  });
}

function pageFactsOf({ page, sheets, rawSha256 }: PageRecord): KeptFacts['page'] {
  const { body: _body, cookies: _cookies, sight, hops, notes, headers, ...rest } = page;
  return {
    ...rest,
    hops: hops.map((hop) => ({ ...hop })),
    notes: [...notes],
    headers: maskedHeaders(headers),
    rawSha256,
    sightSha256: sight && sha256(sight),
    missingSheets: [...sheets].flatMap(([sheet, css]) => (css === null ? [sheet] : [])),
  };
}
