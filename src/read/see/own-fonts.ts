import { unescapeCss } from '../../visibility/css/tokens.ts';
import { askFrame } from './ask-frame.ts';
import type { StandingPage } from './standing-page.ts';

/**
 * Whether any text may be drawn with a font that the page brings along. `sheets`: the text of its style, null for what
 * is not known; `requests`: those by which fonts came. True as well when a frame does not say. For use in the hold.
 */
export async function bringsFonts(
  { frames }: Pick<StandingPage, 'frames'>,
  sheets: readonly (string | null)[],
  requests: readonly string[],
): Promise<boolean> {
  if (requests.length > 0) return true;
  if (sheets.some((text) => text === null || /@font-face/iu.test(unescapeCss(text)))) return true;
  // Those of scripts stand in no sheet.
  const sizes = await Promise.all(frames.map((frame) => askFrame(frame, 'document.fonts.size')));
  return sizes.some((size) => size !== 0);
}
