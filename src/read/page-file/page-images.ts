import type { LoadedPicture } from '../../browser/network-activity.ts';
import type { SeenLook } from '../see/see-page.ts';

/** Formats that hold pixels only; a drawing (SVG) can hold text that it does not show. */
const PIXELS = /^image\/(?:png|jpeg|webp|gif|avif|bmp|x-icon|vnd\.microsoft\.icon)$/u;
/** Characters of base64. */
const MAX_ONE = 512 * 1024;
/** With these the file can still be read as a resource (stores/artifacts.ts). */
const MAX_ALL = 4 * 1024 * 1024;
const ASK_TIMEOUT_MS = 5_000;

/** Pictures that the page has loaded, by address, as `data:` addresses: from the browser's memory, nothing is fetched. */
export async function loadedImages({ held }: SeenLook, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  let size = 0;
  for (const picture of held.tab.network.pictures) {
    if (!PIXELS.test(picture.mimeType) || !/^https?:/u.test(picture.url)) continue;
    const content = await contentOf(picture, signal);
    if (content === null || content.length > MAX_ONE || size + content.length > MAX_ALL) continue;
    images.set(picture.url, `data:${picture.mimeType};base64,${content}`);
    size += content.length;
  }
  return images;
}

/** As base64; null when the browser does not have it any more. */
async function contentOf({ session, requestId }: LoadedPicture, signal: AbortSignal): Promise<string | null> {
  const options = { signal, timeoutMs: ASK_TIMEOUT_MS };
  const answer = await session.send('Network.getResponseBody', { requestId }, options).catch(() => null);
  signal.throwIfAborted();
  return answer?.base64Encoded ? answer.body : null;
}
