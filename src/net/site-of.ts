import { isIP } from 'node:net';

/**
 * The site a host belongs to, near enough to the registrable domain for pacing and for cookie domains: the last two
 * labels, or three when the last two are a registry's own level (`co.uk`) or a well-known host of strangers' sites.
 * A full public suffix list would be 200 KB of data for the same decision on nearly every host; where this rule is
 * wrong, unrelated sites share a pace, which is slow but safe.
 */
export function siteOf(host: string): string {
  if (isIP(host) !== 0) return host;
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  const second = labels.at(-2) ?? '';
  const registryLevel = last.length === 2 && REGISTRY_LABELS.has(second);
  const shared = SHARED_HOSTS.has(`${second}.${last}`);
  return labels.slice(registryLevel || shared ? -3 : -2).join('.');
}

/** True when cookies for this domain would be shared by unrelated sites. */
export function isSharedSuffix(domain: string): boolean {
  const labels = domain.split('.');
  if (labels.length < 2) return true;
  return labels.length === 2 && siteOf(`x.${domain}`) === `x.${domain}`;
}

/** Second-level labels under which two-letter country domains register names. */
const REGISTRY_LABELS: ReadonlySet<string> = new Set(
  'ac asn biz co com edu ed firm gen go gob gouv gov gub id ind inf info int lg ltd me mil mod ne net nhs nic nom or org plc police sch school res web'.split(
    ' ',
  ),
);

/** Domains that hand out names to strangers. */
const SHARED_HOSTS: ReadonlySet<string> = new Set(
  'github.io gitlab.io pages.dev workers.dev netlify.app vercel.app herokuapp.com web.app firebaseapp.com blogspot.com wordpress.com substack.com tumblr.com azurewebsites.net cloudfront.net amazonaws.com appspot.com readthedocs.io surge.sh glitch.me fly.dev onrender.com neocities.org'.split(
    ' ',
  ),
);
