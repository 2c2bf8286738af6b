import { looksLikeFiller, readBody } from './body.ts';
import { WireError, type WireResponse } from './client.ts';
import { decodeContent, MAX_ENCODINGS, parseEncodings } from './content-encoding.ts';
import type { FetchFailure, FetchOutcome, Hop } from './outcome.ts';
import { firstHeader } from './redirect.ts';

export interface ReceiveContext {
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly retryAfterMs: number | null;
  readonly setsCookies: boolean;
  readonly client: 'wreq' | 'undici';
  readonly maxBytes: number;
  readonly overCap: 'cut' | 'fail' | null;
  readonly idleMs: number;
  readonly signal: AbortSignal;
  readonly isHead: boolean;
  failure(outcome: FetchFailure['outcome'], detail: string): FetchFailure;
  /** Asks once more for the bytes as they travel; null where a second request would not be harmless. */
  readonly refetchRaw: (() => Promise<WireResponse>) | null;
}

interface ReceivedBody {
  readonly bytes: Uint8Array;
  readonly overCap: boolean;
  readonly notes: readonly string[];
}

const EMPTY: ReceivedBody = { bytes: new Uint8Array(), overCap: false, notes: [] };

/** Reads the final answer of a chain: encodings undone, caps held, what is missing said. */
export async function receive(response: WireResponse, context: ReceiveContext): Promise<FetchOutcome> {
  const encodings = parseEncodings(allValues(response, 'content-encoding'));
  if (encodings.length > MAX_ENCODINGS) {
    response.discard();
    return context.failure('bad_encoding', `${encodings.length} content encodings on top of each other`);
  }
  const body = hasNoBody(response.status, context) ? dropped(response) : await bodyOf(response, encodings, context);
  if ('outcome' in body) return body;
  const contentType = firstHeader(response, 'content-type');
  if (body.overCap) {
    const limit = `${Math.round(context.maxBytes / 1024)} KiB`;
    if (looksLikeFiller(body.bytes))
      return context.failure('too_large', `the body is filling without end, over ${limit}`);
    if ((context.overCap ?? (isText(contentType) ? 'cut' : 'fail')) === 'fail') {
      return context.failure('too_large', `the body is larger than ${limit}`);
    }
  }
  return {
    outcome: 'response',
    status: response.status,
    url: context.url,
    hops: context.hops,
    headers: firstValues(response),
    contentType,
    body: body.bytes,
    truncated: body.notes.some((note) => note !== MISLABELLED) || body.overCap,
    notes: body.overCap ? [...body.notes, `cut at ${Math.round(context.maxBytes / 1024)} KiB`] : body.notes,
    setsCookies: context.setsCookies,
    ownCookies: context.hops.length === 0 ? ownCookies(response) : [],
    retryAfterMs: context.retryAfterMs,
    client: context.client,
  };
}

const MISLABELLED = 'the content encoding was labelled wrongly; the body was taken as it is';
const BROKEN_OFF = 'the connection broke off before the end of the body';
const DAMAGED = 'the content encoding is damaged; only what could be decoded is here';

async function bodyOf(
  response: WireResponse,
  encodings: readonly string[],
  context: ReceiveContext,
): Promise<ReceivedBody | FetchFailure> {
  const read = await readBody(response.body, context);
  if (encodings.length > 0) return undo(read.bytes, encodings, read.end !== 'complete', context);
  if (read.end !== 'decode_error') {
    return {
      bytes: read.bytes,
      overCap: read.end === 'over_cap',
      notes: read.end === 'broken_off' ? [BROKEN_OFF] : [],
    };
  }
  const whole = await again(response.status, context);
  if (whole !== null && !('outcome' in whole)) return whole;
  if (read.bytes.length > 0) return { bytes: read.bytes, overCap: false, notes: [DAMAGED] };
  return whole ?? context.failure('bad_encoding', 'the body is not in the encoding it is labelled with');
}

/** The client could not undo the encoding. With the raw bytes, a wrong label can be told from a cut-off stream. */
async function again(status: number, context: ReceiveContext): Promise<ReceivedBody | FetchFailure | null> {
  if (context.refetchRaw === null) return null;
  try {
    const raw = await context.refetchRaw();
    if (raw.status !== status) {
      raw.discard();
      return null;
    }
    const read = await readBody(raw.body, context);
    return await undo(read.bytes, parseEncodings(allValues(raw, 'content-encoding')), read.end !== 'complete', context);
  } catch (thrown) {
    if (thrown instanceof WireError) return null;
    throw thrown;
  }
}

async function undo(
  bytes: Uint8Array,
  encodings: readonly string[],
  cut: boolean,
  context: ReceiveContext,
): Promise<ReceivedBody | FetchFailure> {
  const decoded = await decodeContent(bytes, encodings, context.maxBytes);
  if (decoded.kind === 'too_many') return context.failure('bad_encoding', 'too many content encodings');
  if (decoded.kind === 'unknown') return context.failure('bad_encoding', 'a content encoding that cannot be undone');
  const notes: string[] = [];
  if (cut) notes.push(BROKEN_OFF);
  if (decoded.mislabelled) notes.push(MISLABELLED);
  if (decoded.end === 'damaged') notes.push(DAMAGED);
  return { bytes: decoded.bytes, overCap: decoded.end === 'over_cap', notes };
}

function dropped(response: WireResponse): ReceivedBody {
  response.discard();
  return EMPTY;
}

function hasNoBody(status: number, context: ReceiveContext): boolean {
  return context.isHead || status === 204 || status === 205 || status === 304;
}

function isText(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/|application\/(?:xhtml|xml|[a-z.+-]*\+xml))/iu.test(contentType);
}

function ownCookies({ headers }: WireResponse): string[] {
  return [...headers].flatMap(([name, value]) => (name === 'set-cookie' ? [value] : []));
}

function allValues(response: WireResponse, name: string): string {
  return response.headers
    .filter(([key]) => key === name)
    .map(([, value]) => value)
    .join(',');
}

function firstValues(response: WireResponse): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && !headers.has(name)) headers.set(name, value);
  }
  return headers;
}
