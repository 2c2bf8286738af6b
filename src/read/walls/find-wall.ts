import type { PageEvidence } from '../evidence.ts';
import { HEADER_MARKERS } from './headers.ts';
import { MARKUP_MARKERS } from './markup.ts';
import { LONG, NEAR_EMPTY, type WallKind } from './wall.ts';
import { WALL_SENTENCES, WALL_TITLES, WORD_MARKERS } from './wording.ts';

export interface Wall {
  readonly vendor: string;
  readonly kind: WallKind;
  readonly certainty: 'header' | 'markup' | 'wording';
}

type WallPage = Pick<PageEvidence, 'httpStatus' | 'headers' | 'markup' | 'title' | 'visibleText' | 'visibleCharacters'>;

/** The wall that a page is, by the most certain kind of sign; null for everything else. */
export function wallOf(page: WallPage): Wall | null {
  return headerWall(page) ?? markupWall(page) ?? wordWall(page) ?? titleWall(page);
}

function isError(page: WallPage): boolean {
  return page.httpStatus !== null && page.httpStatus >= 400;
}

function headerWall(page: WallPage): Wall | null {
  for (const { vendor, kind, name, value, onlyWithError } of HEADER_MARKERS) {
    const sent = page.headers[name]?.trim().toLowerCase();
    if (sent === undefined || (value !== null && sent !== value) || (onlyWithError && !isError(page))) continue;
    return { vendor, kind, certainty: 'header' };
  }
  return null;
}

/** An error status leaves room for the long texts of some walls: nothing but the limit for real pages applies. */
function markupWall(page: WallPage): Wall | null {
  for (const { vendor, kind, all, upTo } of MARKUP_MARKERS) {
    const limit = isError(page) && upTo >= NEAR_EMPTY ? Math.max(upTo, LONG) : upTo;
    if (page.visibleCharacters > limit || !all.every((piece) => page.markup.includes(piece))) continue;
    return { vendor, kind, certainty: 'markup' };
  }
  return null;
}

function wordWall(page: WallPage): Wall | null {
  const text = plain(`${page.title}\n${page.visibleText}`).replaceAll('\n', ' ');
  for (const { vendor, kind, all, upTo } of WORD_MARKERS) {
    if (page.visibleCharacters > upTo || !all.every((phrase) => text.includes(phrase))) continue;
    return { vendor, kind, certainty: 'wording' };
  }
  return null;
}

const TITLE_PARTS = /\s+[|–—-]\s+|\s*\|\s*/u;

/** Below this many characters a page is no article, whatever it is about. */
const TINY = 200;

function titleWall(page: WallPage): Wall | null {
  if (page.visibleCharacters > NEAR_EMPTY) return null;
  const text = plain(page.visibleText);
  const spoken = WALL_SENTENCES.some((sentence) => speaks(text, sentence));
  const backed = spoken || isError(page) || page.visibleCharacters <= TINY;
  const parts = plain(page.title)
    .split(TITLE_PARTS)
    .map((part) => part.replace(/[\s.…!?]+$/u, '').trim());
  for (const { kind, title, sure } of WALL_TITLES) {
    if ((sure || backed) && parts.some((part) => title.test(part))) return { vendor: '', kind, certainty: 'wording' };
  }
  const bare = isError(page) || page.visibleCharacters <= TINY;
  return spoken && bare ? { vendor: '', kind: 'bot_challenge', certainty: 'wording' } : null;
}

/** Said to the visitor: at the start of a line or sentence. Within one it is being talked about. */
function speaks(text: string, sentence: string): boolean {
  for (let at = text.indexOf(sentence); at >= 0; at = text.indexOf(sentence, at + 1)) {
    const before = text.slice(Math.max(0, at - 30), at);
    if (
      /(?:^|[\n.!?…:。] ?)(?:(?:please|we|our systems?|our system has|to continue,|you must|sorry,) )*(?:detected )?$/u.test(
        before,
      )
    )
      return true;
  }
  return false;
}

function plain(text: string): string {
  return text
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
