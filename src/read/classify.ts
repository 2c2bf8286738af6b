import { isBuilt, type PageEvidence } from './evidence.ts';
import { type ReasonCode, type Verdict, verdict } from './reasons.ts';
import { wallOf } from './walls/find-wall.ts';
import { softWallOf } from './walls/soft.ts';
import type { Wall } from './walls/wall.ts';

/**
 * Is this the page that was asked for? Signals rank strictly, a later one is only asked when no earlier one spoke:
 * headers a protection service sends with its wall; its marks in tags and scripts; an error status; the content
 * type; wording, on nearly empty pages only; what the site says to its visitor on soft walls; signs that scripts would
 * build the page. An error status ranks above the content type, as the type of an error’s body says nothing about the
 * page.
 */
export function classify(page: PageEvidence): Verdict {
  const wall = wallOf(page);
  const status = page.httpStatus === null ? '' : `HTTP ${page.httpStatus}`;
  if (wall && wall.certainty !== 'wording') return ofWall(wall, page, status);
  const byStatus = page.httpStatus === null ? null : statusReason(page.httpStatus, page);
  if (byStatus && !mayBeWall(byStatus, page)) return verdict(byStatus, status, seenIn(status));
  if (wall) return ofWall(wall, page, status);
  const soft = page.kind === 'html' ? softWallOf(page) : null;
  if (byStatus) {
    // With an error status the page itself is not there, so only what says why is better than the status.
    if (soft && soft.kind !== 'paywall' && soft.kind !== 'no_results') {
      return verdict(soft.kind, status, [soft.sign, ...seenIn(status)]);
    }
    return verdict(byStatus, status, seenIn(status));
  }
  if (page.kind === null) return verdict('media_type', page.contentType);
  if (page.redirectedToLogin) return verdict('login_required', '', ['redirected to a sign-in page']);
  return soft ? verdict(soft.kind, '', [soft.sign]) : ofContent(page);
}

function ofWall(wall: Wall, page: PageEvidence, status: string): Verdict {
  // 999 is LinkedIn’s own refusal, whatever the page then does.
  const kind = page.httpStatus === 999 ? 'bot_block' : wall.kind;
  return verdict(kind, [wall.vendor, status].filter(Boolean).join(', '), [wall.sign, ...seenIn(status)]);
}

function seenIn(status: string): string[] {
  return status === '' ? [] : [`status ${status}`];
}

/** Statuses that walls are served with, so that their wording is heard: refusals, and Cloudflare’s 503. */
function mayBeWall(reason: ReasonCode, page: PageEvidence): boolean {
  return reason === 'http_forbidden' || reason === 'odd_status' || page.httpStatus === 503;
}

/** The reason that an HTTP status gives by itself; null when the body decides. */
function statusReason(status: number, page: PageEvidence): ReasonCode | null {
  if (status === 204 || status === 205) return 'no_content';
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return page.hasLocation ? 'odd_status' : 'redirect_without_target';
  if (status === 404) return 'page_not_found';
  if (status === 410) return 'page_gone';
  if (status === 429) return 'too_many_requests';
  // 999 is LinkedIn’s own refusal.
  if ((status >= 400 && status < 500) || status === 999) return 'http_forbidden';
  return status >= 500 && status < 600 ? 'server_fault' : 'odd_status';
}

/** Below this many characters of content a page with the marks of a script-built one has not been read. */
const THIN_CONTENT = 250;

function ofContent(page: PageEvidence): Verdict {
  if (page.kind === 'html' && page.contentCharacters < THIN_CONTENT && isBuilt(page)) {
    return verdict(page.contentCharacters === 0 ? 'needs_javascript' : 'needs_javascript_partial');
  }
  if (page.contentCharacters === 0) return verdict('no_text');
  if (page.cut === 'limit') return verdict('body_cut');
  return page.cut === 'damaged' ? verdict('body_damaged') : verdict('ok');
}
