import { isJsonContentType } from '@modelcontextprotocol/server';
import { RPC, rpcError } from './http-errors.ts';

export type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly response: Response };

/**
 * The JSON body of a POST. Strict about the media type, since a page in a browser can post `text/plain` anywhere
 * without asking, and about the size; easy about a byte order mark and about parameters of the type.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<Body> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return refuse(415, RPC.server, 'Unsupported media type: Content-Type must be application/json.');
  }
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    return refuse(415, RPC.server, 'Unsupported content encoding: send the body uncompressed.');
  }
  const declared = Number(request.headers.get('content-length') ?? 0);
  const bytes = declared > maxBytes ? null : await readBytes(request, maxBytes);
  if (!bytes) return refuse(413, RPC.server, `The body is larger than ${maxBytes} bytes.`);
  try {
    // TextDecoder takes a byte order mark away; invalid UTF-8 is not JSON.
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return { ok: true, value };
    return refuse(400, RPC.invalidRequest, 'The body must be a JSON-RPC message.');
  } catch {
    return refuse(400, RPC.parse, 'Parse error: the body is not valid JSON.');
  }
}

function refuse(status: number, code: number, message: string): Body {
  return { ok: false, response: rpcError(status, code, message) };
}

/** Null when there is more than `maxBytes`; what is over is not kept. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return new Uint8Array();
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
