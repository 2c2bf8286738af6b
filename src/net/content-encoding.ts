import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Servers use one encoding, rarely two; a longer chain only serves to multiply (undici#4729). */
export const MAX_ENCODINGS = 2;

export type DecodedBody =
  | {
      readonly kind: 'decoded';
      readonly bytes: Uint8Array;
      readonly end: LayerEnd;
      /** A label was plainly wrong and ignored. */
      readonly mislabelled: boolean;
    }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'unknown' };

type LayerEnd = 'complete' | 'over_cap' | 'damaged';

/** The encodings a Content-Encoding header names, first applied first. */
export function parseEncodings(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase().replace(/^x-/u, ''))
    .filter((name) => name !== '' && name !== 'identity');
}

/**
 * Undoes the encodings, at most `maxBytes` of output per layer. A label that is plainly wrong is ignored, and a
 * damaged or cut-off stream gives what could be read.
 */
export async function decodeContent(
  raw: Uint8Array,
  encodings: readonly string[],
  maxBytes: number,
): Promise<DecodedBody> {
  if (encodings.length > MAX_ENCODINGS) return { kind: 'too_many' };
  let bytes = raw;
  let end: LayerEnd = 'complete';
  let mislabelled = false;
  for (const encoding of [...encodings].reverse()) {
    if (bytes.length === 0) break;
    const decoders = decodersFor(encoding, bytes);
    if (decoders === null) return { kind: 'unknown' };
    const layer = await decodeLayer(decoders, bytes, maxBytes);
    if (layer === null) {
      mislabelled = true;
      continue;
    }
    bytes = layer.bytes;
    if (layer.end !== 'complete') end = layer.end;
  }
  return { kind: 'decoded', bytes, end, mislabelled };
}

interface Layer {
  readonly bytes: Uint8Array;
  readonly end: LayerEnd;
}

/** The best of the decoders, or null when none makes anything of the bytes. */
async function decodeLayer(
  decoders: ReadonlyArray<() => Transform>,
  bytes: Uint8Array,
  maxBytes: number,
): Promise<Layer | null> {
  let best: Layer | null = null;
  for (const create of decoders) {
    const layer = await inflate(create(), bytes, maxBytes);
    if (best === null || layer.bytes.length > best.bytes.length) best = layer;
    if (layer.end !== 'damaged') return layer;
  }
  return best === null || best.bytes.length === 0 ? null : best;
}

/** An empty list means “not what the label says”; null an encoding that cannot be undone here. */
function decodersFor(encoding: string, bytes: Uint8Array): ReadonlyArray<() => Transform> | null {
  if (encoding === 'gzip') return bytes[0] === 0x1f && bytes[1] === 0x8b ? [createGunzip] : [];
  // “deflate” means zlib's format, yet servers also send the bare stream.
  if (encoding === 'deflate') return [createInflate, createInflateRaw];
  if (encoding === 'br') return [createBrotliDecompress];
  // Node 20 cannot undo zstd; only a wrong label can be seen through.
  if (encoding === 'zstd' && !(bytes[0] === 0x28 && bytes[1] === 0xb5)) return [];
  return null;
}

function inflate(stream: Transform, bytes: Uint8Array, maxBytes: number): Promise<Layer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (end: LayerEnd) => {
      stream.removeAllListeners('data');
      stream.on('error', () => {});
      stream.destroy();
      resolve({ bytes: Buffer.concat(parts, Math.min(size, maxBytes)), end });
    };
    stream.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) finish('over_cap');
    });
    stream.once('error', () => finish('damaged'));
    stream.once('end', () => finish('complete'));
    // Ending only after all is written keeps the last block of a cut-off stream, which an early end would swallow.
    stream.write(bytes, () => {
      if (!stream.destroyed) stream.end();
    });
  });
}
