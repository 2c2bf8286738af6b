import type { PictureFormat } from '../picture-result.ts';

export interface PictureLimits {
  /** Longest side in pixels. */
  readonly sidePx: number;
  /** Of the encoded picture. */
  readonly bytes: number;
  /** For webp and jpeg, best first; the last is the least that is worth looking at. */
  readonly qualities: readonly number[];
}

export interface Encoded {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** Pixels for one CSS pixel. */
  readonly scale: number;
}

/** Takes the picture; `quality` is null for png. */
export type Shoot = (scale: number, quality: number | null) => Promise<Buffer>;

/**
 * What a conversation bears: larger pictures are refused by models' interfaces, and then the whole conversation with
 * them (claude-code#21572). Clients count base64, which is a third longer than the bytes.
 */
export const BLOCK_LIMITS: PictureLimits = { sidePx: 2_000, bytes: 740_000, qualities: [82, 60] };
/** WebP ends at 16,383 pixels, and so do the textures that Chrome draws on. */
export const FILE_LIMITS: PictureLimits = { sidePx: 16_000, bytes: 20 * 1024 * 1024, qualities: [90, 70] };

const MAX_TRIES = 8;
/** How far below the limit the next try aims: sizes do not follow the area exactly. */
const AIM = 0.85;

/**
 * A picture of an area within limits: by quality first where the format has one, then by scale. Null when even the
 * smallest try was too large, which no real picture is.
 */
export async function fitPicture(
  area: { readonly width: number; readonly height: number },
  format: PictureFormat,
  limits: PictureLimits,
  shoot: Shoot,
): Promise<Encoded | null> {
  const qualities: readonly (number | null)[] = format === 'png' ? [null] : limits.qualities;
  let scale = Math.min(1, limits.sidePx / Math.max(area.width, area.height));
  let step = 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const data = await shoot(scale, qualities[step] ?? null);
    if (data.byteLength <= limits.bytes) {
      return { data, scale, width: pixels(area.width, scale), height: pixels(area.height, scale) };
    }
    if (step < qualities.length - 1) step++;
    else scale *= Math.min(AIM, Math.sqrt(limits.bytes / data.byteLength) * AIM);
  }
  return null;
}

function pixels(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}
