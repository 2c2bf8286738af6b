import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { Picture } from '../../visibility/rendered/picture.ts';

/** Width times height from which a picture is not decoded: four bytes each would be 256 MB. */
const MAX_PIXELS = 64_000_000;

/** Decodes a PNG; null when the library for it is not installed or the picture is not one. */
export async function decodePicture(png: Buffer, area: Rect): Promise<Picture | null> {
  const sharp = await loadSharp();
  if (!sharp) return null;
  try {
    const { data, info } = await sharp(png, { limitInputPixels: MAX_PIXELS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { pixels: data, channels: info.channels, width: info.width, height: info.height, area };
  } catch {
    return null;
  }
}

type Sharp = typeof import('sharp')['default'];
let loading: Promise<Sharp | null> | null = null;

/** Optional: the package manager leaves it out where it does not run. */
function loadSharp(): Promise<Sharp | null> {
  loading ??= import('sharp').then(
    (module) => module.default,
    () => null,
  );
  return loading;
}
