import type { Deadline } from '../../base/time.ts';
import type { LoadedPage } from '../../browser/loaded-page.ts';
import { parseDocument } from '../../html/parse.ts';
import { visibleText } from '../evidence.ts';
import { collectMarkup } from '../markup-evidence.ts';
import { wallOf } from '../walls/find-wall.ts';

/** Longest wait for a challenge to let the visitor through (five-systems.md, section 3.2), and its share of the time. */
const CHALLENGE_MS = 15_000;
const CHALLENGE_SHARE = 0.7;
/** The same for a page that is only served like one. */
const UNKNOWN_MS = 3_000;
const UNKNOWN_SHARE = 0.3;
/** Statuses that checks of the visitor are served with. */
const CHECKING: ReadonlySet<number> = new Set([202, 403, 405, 428, 429, 503]);
/** Challenge pages are small; what is larger is not looked through. */
const MAX_BYTES = 300_000;

/**
 * Where the site looks at its visitor first, the page asked for comes a little later by itself: its script finds
 * nothing to object to, and loads the page. One that waits for a person is left as it is when the time is over.
 */
export async function waitOutCheck(page: LoadedPage, deadline: Deadline): Promise<void> {
  const challengeEnds = performance.now() + Math.min(CHALLENGE_MS, deadline.remainingMs * CHALLENGE_SHARE);
  const unknownEnds = performance.now() + Math.min(UNKNOWN_MS, deadline.remainingMs * UNKNOWN_SHARE);
  for (;;) {
    const kind = page.kind === 'page' ? await checkOf(page) : 'none';
    if (kind === 'none') return;
    const leftMs = (kind === 'challenge' ? challengeEnds : unknownEnds) - performance.now();
    if (leftMs <= 0 || !(await page.waitForReplacement(leftMs))) return;
  }
}

async function checkOf(page: LoadedPage): Promise<'challenge' | 'unknown' | 'none'> {
  const { status, headers } = page.document;
  const source = await page.source();
  if (source === null || source.bytes.length > MAX_BYTES) return 'none';
  const html = source.bytes.toString('latin1');
  if (!/<script|http-equiv/iu.test(html)) return 'none';
  if (MAY_CHALLENGE.test(html) || CHECKING.has(status ?? 0)) {
    const root = parseDocument(html, { scripting: true });
    const { markup, title } = collectMarkup(root);
    const { text, characters } = visibleText(root, 4_000);
    const wall = wallOf({
      httpStatus: status,
      headers,
      markup,
      title,
      visibleText: text,
      visibleCharacters: characters,
    });
    if (wall?.kind === 'bot_challenge') return 'challenge';
  }
  return CHECKING.has(status ?? 0) ? 'unknown' : 'none';
}

/** Without one of these a page is not worth parsing once more. */
const MAY_CHALLENGE =
  /challenge|captcha|incapsula|reese84|kpsdk|ips\.js|anubis|go-away|bm-verify|gokuprops|awswaf|ddos-guard|cloudproxy|perfdrive|x5sec|just a moment|verify(?:ing)? you|are human|a robot|not a bot|checking your|interruption|tspd|bobcmn/iu;
