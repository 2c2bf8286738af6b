/** What a picture says about itself in its first bytes. Zero for what it does not say. */
export interface ImageFacts {
  readonly format: 'PNG' | 'JPEG' | 'GIF' | 'WebP' | 'AVIF' | 'BMP' | 'SVG';
  readonly width: number;
  readonly height: number;
}

/** JPEG files put previews and colour profiles before their size. */
const MAX_SEGMENTS = 2000;
const MAX_BOXES_BYTES = 100_000;

/** Null for what is no picture of these formats. Looks at headers only; no picture is decoded. */
export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const is = (text: string, at: number) => view.toString('latin1', at, at + text.length) === text;
  if (view.length < 30) return null;
  if (is('\x89PNG\r\n\x1a\n', 0)) return { format: 'PNG', width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
  if (is('GIF8', 0)) return { format: 'GIF', width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
  if (is('BM', 0) && view.readUInt32LE(6) === 0) {
    return { format: 'BMP', width: Math.abs(view.readInt32LE(18)), height: Math.abs(view.readInt32LE(22)) };
  }
  if (view[0] === 0xff && view[1] === 0xd8 && view[2] === 0xff) return jpeg(view);
  if (is('RIFF', 0) && is('WEBP', 8)) return webp(view);
  return is('ftypavif', 4) || is('ftypavis', 4) ? avif(view) : null;
}

const SVG_HEAD_BYTES = 20_000;

/**
 * Drawings are pictures too, though they are written as text: what of it is seen, only drawing it can tell. Null for
 * what does not begin as one.
 */
export function drawingFacts(bytes: Uint8Array): ImageFacts | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SVG_HEAD_BYTES)).toString();
  const start = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg(?=[\s>])/u.exec(head);
  if (start === null) return null;
  const tag = head.slice(start[0].length, head.indexOf('>', start[0].length));
  const box = /\bviewBox\s*=\s*["'][^"',\s]+[\s,]+[^"',\s]+[\s,]+([\d.]{1,12})[\s,]+([\d.]{1,12})\s*["']/u.exec(tag);
  const [width, height] = (['width', 'height'] as const).map((name, index) => {
    const own = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]{1,12})(?:px)?\\s*["']`, 'u').exec(tag)?.[1];
    return Math.round(Number(own ?? box?.[index + 1] ?? 0)) || 0;
  });
  return { format: 'SVG', width: width ?? 0, height: height ?? 0 };
}

/** The frame header (SOF) is the segment with the size (ITU-T T.81, B.2.2). */
function jpeg(view: Buffer): ImageFacts {
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS && at + 9 < view.length; count++) {
    if (view[at] !== 0xff) break;
    const marker = view[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { format: 'JPEG', width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, view.readUInt16BE(at + 2));
  }
  return { format: 'JPEG', width: 0, height: 0 };
}

/** The three forms of the WebP container specification. */
function webp(view: Buffer): ImageFacts {
  const form = view.toString('latin1', 12, 16);
  if (form === 'VP8X') return { format: 'WebP', width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (form === 'VP8L') {
    const bits = view.readUInt32LE(21);
    return { format: 'WebP', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form === 'VP8 ') {
    return { format: 'WebP', width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  }
  return { format: 'WebP', width: 0, height: 0 };
}

/** The largest of the sizes that the file names (`ispe`, ISO/IEC 23008-12): parts of a picture are smaller. */
function avif(view: Buffer): ImageFacts {
  const head = view.subarray(0, MAX_BOXES_BYTES);
  let width = 0;
  let height = 0;
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const [wide, high] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)];
    if (wide * high > width * height) [width, height] = [wide, high];
  }
  return { format: 'AVIF', width, height };
}
