import { RPC, rpcError } from './http-errors.ts';

/** What the client can take. */
export interface Accepted {
  readonly json: boolean;
  readonly stream: boolean;
}

/** What the SDK insists on; it is put into every request, and the answer is made to fit the client afterwards. */
export const BOTH_TYPES = 'application/json, text/event-stream';
/** A JSON answer collects the events of a stream; no result is larger. */
const MAX_COLLECTED_CHARACTERS = 32_000_000;

/**
 * Reads `Accept` the way clients mean it: missing, a wildcard or one of the two types alone all occur. Only a client
 * that names event streams gets one; plain JSON is what every other can read.
 */
export function readAccept(header: string | null): Accepted {
  const types = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '');
  const stream = types.includes('text/event-stream') || types.includes('text/*');
  const named = types.some((type) => type === 'application/json' || type === 'application/*' || type === '*/*');
  return { json: named || !stream, stream };
}

/** The answer in a type the client can take. */
export async function fitResponse(response: Response, accepted: Accepted): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && !accepted.stream) return collect(response);
  if (response.ok && type.startsWith('application/json') && !accepted.json) {
    const body = `event: message\ndata: ${JSON.stringify(await response.json())}\n\n`;
    return new Response(body, { status: response.status, headers: withType(response, 'text/event-stream') });
  }
  return response;
}

/** The JSON-RPC answers of an event stream as one JSON body; notifications on the way are dropped. */
async function collect(response: Response): Promise<Response> {
  const answers: unknown[] = [];
  for await (const data of events(response)) {
    const message: unknown = JSON.parse(data);
    if (typeof message === 'object' && message !== null && ('result' in message || 'error' in message)) {
      answers.push(message);
    }
  }
  if (answers.length === 0) return rpcError(500, RPC.server, 'The call ended without an answer.');
  const body = JSON.stringify(answers.length === 1 ? answers[0] : answers);
  return new Response(body, { status: response.status, headers: withType(response, 'application/json') });
}

/** The data of each event, in order. Our own streams have one data line per event. */
async function* events(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const chunk of response.body ?? []) {
    pending += decoder.decode(chunk, { stream: true });
    if (pending.length > MAX_COLLECTED_CHARACTERS) throw new RangeError('an event is too large');
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:') && line.length > 6) yield line.slice(5).trim();
  }
}

function withType(response: Response, type: string): Headers {
  const headers = new Headers(response.headers);
  headers.set('content-type', type);
  headers.delete('content-length');
  return headers;
}
