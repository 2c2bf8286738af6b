import { answeredCommand, decodeCbor } from './cbor.ts';

/** A message of the protocol, as far as its head goes. */
export interface WireMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly sessionId?: string;
  readonly error?: { readonly message?: unknown };
}

/** How an answer in JSON that is no fault begins. */
const ANSWER_HEAD = /^\{"id":(\d+),"result"/u;
const HEAD_CHARACTERS = 40;
const OPENING_BRACE = 0x7b;

/** What came over a socket is JSON, as text or as its bytes; what came over a pipe is CBOR. Null for neither. */
export function readMessage(message: string | Uint8Array): WireMessage | null {
  try {
    const value: unknown = typeof message === 'string' ? JSON.parse(message) : readBytes(message);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** The number of the command that is answered with a result; null for faults and events. Reads the head only. */
export function answeredBy(message: string | Buffer): number | null {
  if (typeof message !== 'string') return answeredCommand(message);
  const id = ANSWER_HEAD.exec(message.slice(0, HEAD_CHARACTERS))?.[1];
  return id === undefined ? null : Number(id);
}

function readBytes(bytes: Uint8Array): unknown {
  return bytes[0] === OPENING_BRACE ? JSON.parse(Buffer.from(bytes).toString('utf8')) : decodeCbor(bytes);
}
