import { canParseUrl } from '../base/url.ts';

/** Query parameters by which challenges hand on what was solved; worthless later, and no part of a page's address. */
const ALWAYS = /^(?:__cf_chl_\w+|cf_chl_\w+|jsc_\w+|bm-verify|__tmd\w*|x5secdata|x5step|sucuri_\w+|__goaway_\w+)$/iu;
/** Names that pages use as well; they are a challenge’s where its own name stands beside them. */
const BESIDE_CHALLENGE = /^(?:solution|js_challenge|token)$/iu;

/**
 * The address without what a challenge added on the way to it. Parameters of the address that was asked for are the
 * caller's own and stay, but for Cloudflare's, which nobody writes by hand.
 */
export function withoutChallenge(finalUrl: string, askedUrl: string): string {
  if (!finalUrl.includes('?') || !canParseUrl(finalUrl)) return finalUrl;
  const query = finalUrl.slice(finalUrl.indexOf('?') + 1).split('#')[0] ?? '';
  const own = new Set(canParseUrl(askedUrl) ? new URL(askedUrl).searchParams.keys() : []);
  const pairs = query.split('&');
  const isReddit = pairs.some((pair) => nameOf(pair) === 'js_challenge');
  const kept = pairs.filter((pair) => {
    const name = nameOf(pair);
    if (/^__cf_chl_/iu.test(name)) return false;
    if (own.has(name)) return true;
    return !(ALWAYS.test(name) || (isReddit && BESIDE_CHALLENGE.test(name)));
  });
  if (kept.length === pairs.length) return finalUrl;
  const [path = '', rest = ''] = [finalUrl.slice(0, finalUrl.indexOf('?')), finalUrl.split('#')[1]];
  const hash = finalUrl.includes('#') ? `#${rest}` : '';
  return `${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}${hash}`;
}

function nameOf(pair: string): string {
  const name = pair.split('=')[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
