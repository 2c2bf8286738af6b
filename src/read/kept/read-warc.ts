import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../base/errors.ts';
import { sha256 } from '../document.ts';
import { recordOf } from '../page-cache.ts';
import { FACTS_TYPE, type KeptFacts, type KeptRead, keptFacts, SIGHT_TYPE } from './kept-read.ts';

const expand = promisify(gunzip);
/** A page of 10 MB with its style sheets and what a browser saw of it stays far below. */
const MAX_EXPANDED_BYTES = 512 * 1024 * 1024;

interface Parts {
  body: Uint8Array | null;
  sight: Uint8Array | null;
  facts: unknown;
  readonly sheets: Map<string, string | null>;
}

/**
 * A file of `writeWarc` as the read that it holds. Style sheets keep the order in which they were fetched.
 * @throws AppError `invalid_argument` for a file that is none, or whose bytes are not those that were kept
 */
export async function readWarc(bytes: Uint8Array): Promise<KeptRead> {
  const parts = await partsOf(bytes).catch((thrown: unknown) => {
    throw notEvidence('It cannot be read as a compressed WARC file.', thrown);
  });
  const parsed = keptFacts.safeParse(parts.facts);
  if (!parsed.success) throw notEvidence('It holds no read of Plainsight.');
  const facts = parsed.data;
  return { facts, record: facts.page && recordFrom(facts, facts.page, parts) };
}

async function partsOf(bytes: Uint8Array): Promise<Parts> {
  const { WARCParser } = await import('warcio');
  const whole = await expand(bytes, { maxOutputLength: MAX_EXPANDED_BYTES });
  const parts: Parts = { body: null, sight: null, facts: null, sheets: new Map() };
  for await (const record of WARCParser.iterRecords([whole])) {
    const type = record.warcType;
    const contentType = record.warcContentType ?? '';
    const payload = await record.readFully(false);
    if (type === 'response') parts.body = payload;
    else if (type === 'resource' && contentType.startsWith('text/css') && record.warcHeader('WARC-Refers-To'))
      parts.sheets.set(record.warcTargetURI ?? '', Buffer.from(payload).toString());
    else if (type === 'resource') parts.body = payload;
    else if (type === 'metadata' && contentType === SIGHT_TYPE) parts.sight = payload;
    else if (type === 'metadata' && contentType === FACTS_TYPE)
      parts.facts = JSON.parse(Buffer.from(payload).toString());
  }
  return parts;
}

function recordFrom(facts: KeptFacts, page: NonNullable<KeptFacts['page']>, parts: Parts) {
  const { rawSha256, sightSha256, missingSheets, ...rest } = page;
  const body = parts.body ?? new Uint8Array();
  const sight = sightSha256 === null ? null : parts.sight;
  if (sha256(body) !== rawSha256 || (sight && sha256(sight)) !== sightSha256) {
    throw notEvidence('Its bytes are not those that were kept.');
  }
  const sheets = new Map<string, string | null>(parts.sheets);
  for (const missing of missingSheets) sheets.set(missing, null);
  return recordOf(facts.url, { ...rest, body, sight }, sheets, facts.fetchedAtMs);
}

function notEvidence(why: string, cause?: unknown): AppError {
  return new AppError('invalid_argument', `The evidence cannot be used. ${why}`, {
    hint: 'Give an address, a content_sha256 or a .warc.gz file that Plainsight kept with PLAINSIGHT_EVIDENCE.',
    cause,
  });
}
