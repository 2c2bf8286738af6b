import type { Font } from 'fontkit';
import type { CommandTarget } from '../../browser/cdp/session.ts';
import { type FontFlaws, flawsOf } from './font-flaws.ts';

/** Fonts of one page that are looked into, and how large each and all may be, in base64 characters. */
const MAX_FONTS = 40;
const MAX_FONT_CHARACTERS = 4_000_000;
const MAX_CHARACTERS = 16_000_000;
const BODY_TIMEOUT_MS = 2_000;

/** Reads the fonts that the browser loaded for the page, and says which of these letters they do not show. */
export async function loadedFontFlaws(
  requests: readonly string[],
  sessions: readonly CommandTarget[],
  letters: ReadonlySet<string>,
): Promise<FontFlaws[]> {
  if (requests.length === 0 || letters.size === 0) return [];
  const { create } = await import('fontkit');
  const flaws: FontFlaws[] = [];
  let characters = 0;
  for (const requestId of requests.slice(0, MAX_FONTS)) {
    const body = await bodyOf(requestId, sessions);
    characters += body?.length ?? 0;
    if (body === null || body.length > MAX_FONT_CHARACTERS || characters > MAX_CHARACTERS) continue;
    try {
      const font: Font = create(Buffer.from(body, 'base64'));
      for (const face of font.fonts ?? [font]) flaws.push(flawsOf(face, letters));
    } catch {
      // What cannot be read here the browser may have drawn all the same: pictures judge it.
    }
  }
  return flaws;
}

/** Base64; null when no session has it any more. */
async function bodyOf(requestId: string, sessions: readonly CommandTarget[]): Promise<string | null> {
  for (const session of sessions) {
    try {
      const answer = await session.send('Network.getResponseBody', { requestId }, { timeoutMs: BODY_TIMEOUT_MS });
      return answer.base64Encoded ? answer.body : null;
    } catch {
      // Of another session, or let go.
    }
  }
  return null;
}
