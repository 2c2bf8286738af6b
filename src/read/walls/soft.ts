import type { PageEvidence } from '../evidence.ts';
import { CONSENT, LOGIN, LOGIN_TITLE, NO_RESULTS, PAYWALL, REGION, SEARCH_TITLE } from './soft-wording.ts';
import { lineSays, plain, says } from './spoken.ts';

/**
 * Soft walls: the site answers, and says that this visitor does not get the page, or not all of it. They are told by
 * what is said to the visitor, and only on pages short enough to be no article about such walls.
 */
export interface SoftWall {
  readonly kind: 'login_required' | 'consent_required' | 'region_blocked' | 'paywall' | 'no_results';
  /** In words of ours or from the tables; never what the page wrote. */
  readonly sign: string;
}

type SoftPage = Pick<PageEvidence, 'httpStatus' | 'title' | 'visibleText' | 'visibleCharacters' | 'contentCharacters'> &
  Partial<Pick<PageEvidence, 'markup' | 'passwordField' | 'notFree' | 'asked'>>;

/** Limits of visible text, in characters. A page with more than that has something else to say. */
const SHORT_MESSAGE = 800;
const CONSENT_PAGE = 1_800;
const LOGIN_FORM = 450;
/** What a paywall lets through: a teaser; more when the page marks itself as not free. */
const TEASER = 3_500;
const MARKED_TEASER = 9_000;
const PAYWALL_MARKUP =
  /class="[^"]*(?:paywall|regwall|subscriber-only|subscription-wall|piano-|tp-modal|paid-content)/u;

export function softWallOf(page: SoftPage): SoftWall | null {
  const text = plain(`${page.title}\n${page.visibleText}`);
  return (
    loginWall(page, text) ??
    consentWall(page, text) ??
    regionWall(page, text) ??
    paywall(page, text) ??
    nothing(page, text)
  );
}

function loginWall(page: SoftPage, text: string): SoftWall | null {
  if (page.asked?.login || page.visibleCharacters > SHORT_MESSAGE) return null;
  const lines = text.split('\n');
  const isAsked = lines.some((line) => LOGIN.some((sentence) => sentence.test(line)));
  if (isAsked) return { kind: 'login_required', sign: 'a line that asks the visitor to sign in' };
  if (page.passwordField !== true || page.asked?.root || page.visibleCharacters > LOGIN_FORM) return null;
  const titled = titleParts(page.title).some((part) => LOGIN_TITLE.test(part));
  return titled ? { kind: 'login_required', sign: 'a page titled as a sign-in page, with a password field' } : null;
}

/** Longest line that may be a button. */
const BUTTON_LINE = 40;

function consentWall(page: SoftPage, text: string): SoftWall | null {
  if (page.visibleCharacters > CONSENT_PAGE) return null;
  const buttons = text.split('\n').filter((line) => line.length <= BUTTON_LINE);
  const found = CONSENT.find(([sentence, ...more]) => {
    const last = more.at(-1);
    if (!lineSays(text, sentence) || !more.every((one) => text.includes(one))) return false;
    return last === undefined || buttons.some((line) => line.includes(last));
  });
  return found ? { kind: 'consent_required', sign: `wording: “${found.join('” with “')}”` } : null;
}

function regionWall(page: SoftPage, text: string): SoftWall | null {
  if (page.visibleCharacters > SHORT_MESSAGE) return null;
  const sentence = REGION.find((one) => says(text, one) && !isQuestion(text, one));
  return sentence === undefined ? null : { kind: 'region_blocked', sign: `wording: “${sentence}”` };
}

function paywall(page: SoftPage, text: string): SoftWall | null {
  const isMarked = page.notFree === true || PAYWALL_MARKUP.test(page.markup ?? '');
  if (page.contentCharacters > (isMarked ? MARKED_TEASER : TEASER)) return null;
  const sentence = PAYWALL.find((one) => says(text, one));
  if (sentence === undefined) return null;
  return {
    kind: 'paywall',
    sign: `wording: “${sentence}”${page.notFree ? '; its data says that it is not free' : ''}`,
  };
}

/** A search that found nothing: both that it was a search and that nothing was found must be said. */
function nothing(page: SoftPage, text: string): SoftWall | null {
  if (page.visibleCharacters > SHORT_MESSAGE) return null;
  const sentence = NO_RESULTS.find((one) => lineSays(text, one));
  if (sentence === undefined) return null;
  const isSearch =
    page.asked?.search === true ||
    text
      .split('\n')
      .slice(0, 12)
      .some((line) => SEARCH_TITLE.test(line));
  return isSearch ? { kind: 'no_results', sign: `wording: “${sentence}”` } : null;
}

function titleParts(title: string): string[] {
  return plain(title)
    .split(/\s+[|–—•·/-]\s+|\s*\|\s*/u)
    .map((part) => part.replace(/[\s.…!?:]+$/u, '').trim());
}

/** “Not available in your country? Ask our dealers.” is an offer. */
function isQuestion(text: string, sentence: string): boolean {
  const at = text.indexOf(sentence) + sentence.length;
  return /^[^.!?\n]{0,40}\?/u.test(text.slice(at, at + 50));
}
