import type { PageEvidence } from '../evidence.ts';
import { HEADER_MARKERS } from './headers.ts';
import { MARKUP_MARKERS } from './markup.ts';
import { lineSays, plain, says } from './spoken.ts';
import { LONG, NEAR_EMPTY, type Wall } from './wall.ts';
import { WALL_SENTENCES, WALL_TITLES, WORD_MARKERS } from './wording.ts';

type WallPage = Pick<PageEvidence, 'httpStatus' | 'headers' | 'markup' | 'title' | 'visibleText' | 'visibleCharacters'>;

/** The wall that a page is, by the most certain kind of sign; null for everything else. */
export function wallOf(page: WallPage): Wall | null {
  const byHeader = headerWall(page);
  if (byHeader === null) return markupWall(page) ?? wordWall(page) ?? titleWall(page);
  // A header says that it is a wall; whether there is a way on stands in the page.
  const said = markupWall(page);
  return said?.vendor === byHeader.vendor ? { ...byHeader, kind: said.kind } : byHeader;
}

function isError(page: WallPage): boolean {
  return page.httpStatus !== null && page.httpStatus >= 400;
}

function headerWall(page: WallPage): Wall | null {
  for (const { vendor, kind, name, value, onlyWithError } of HEADER_MARKERS) {
    const sent = page.headers[name]?.trim().toLowerCase();
    if (sent === undefined || (value !== null && sent !== value) || (onlyWithError && !isError(page))) continue;
    return { vendor, kind, certainty: 'header', sign: `response header ${name}${value === null ? '' : `: ${value}`}` };
  }
  return null;
}

/** An error status leaves room for the long texts of some walls: nothing but the limit for real pages applies. */
function markupWall(page: WallPage): Wall | null {
  for (const { vendor, kind, all, upTo, unless } of MARKUP_MARKERS) {
    const limit = isError(page) && upTo >= NEAR_EMPTY ? Math.max(upTo, LONG) : upTo;
    if (page.visibleCharacters > limit || !all.every((piece) => page.markup.includes(piece))) continue;
    if (unless?.test(page.markup)) continue;
    return { vendor, kind, certainty: 'markup', sign: `markup of a wall: ${all.join(' with ')}` };
  }
  return null;
}

/** One of the phrases must begin a line, as nobody quotes there; the others may stand anywhere. */
function wordWall(page: WallPage): Wall | null {
  const lines = plain(`${page.title}\n${page.visibleText}`);
  const text = lines.replaceAll('\n', ' ');
  for (const { vendor, kind, all, upTo } of WORD_MARKERS) {
    if (page.visibleCharacters > upTo || !all.every((phrase) => text.includes(phrase))) continue;
    if (!all.some((phrase) => lineSays(lines, phrase))) continue;
    return { vendor, kind, certainty: 'wording', sign: `wording: “${all.join('” with “')}”` };
  }
  return null;
}

const TITLE_PARTS = /\s+[|–—•-]\s+|\s*\|\s*/u;

/** Below this many characters a page is no article, whatever it is about. */
const TINY = 120;
/** The same for a page whose title is that of a wall and could hardly be anything else. */
const FEW = 150;

function titleWall(page: WallPage): Wall | null {
  if (page.visibleCharacters > NEAR_EMPTY) return null;
  const text = plain(page.visibleText);
  const sentence = WALL_SENTENCES.find((one) => says(text, one));
  const parts = plain(page.title)
    .split(TITLE_PARTS)
    .map((part) => part.replace(/[\s.…!?]+$/u, '').trim());
  for (const { kind, title, sure } of WALL_TITLES) {
    if (!parts.some((part) => title.test(part))) continue;
    const few = page.visibleCharacters <= (sure ? FEW : TINY);
    // A heading that repeats the title says nothing more.
    const isSaid = sentence !== undefined && !parts.some((part) => part.startsWith(sentence));
    if (!few && !isSaid && !isError(page)) continue;
    const beside = sentence === undefined ? 'hardly any text' : `the wording “${sentence}”`;
    return { vendor: '', kind, certainty: 'wording', sign: `the title of a wall, beside ${beside}` };
  }
  if (sentence === undefined || !(isError(page) || page.visibleCharacters <= TINY)) return null;
  return { vendor: '', kind: 'bot_challenge', certainty: 'wording', sign: `hardly more than “${sentence}”` };
}
