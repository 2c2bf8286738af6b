import { isIP } from 'node:net';
import { canParseUrl } from '../base/url.ts';

/** Parameters that tell a site where a visitor came from and change nothing on the page. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid|ref_src)$/u;

/** One name for addresses that nearly always lead to the same page. */
export function pageKey(address: string): string {
  if (!canParseUrl(address)) return address;
  const url = new URL(address);
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const path = url.pathname.replace(/\/+$/u, '');
  return `${url.host.replace(/^www\./u, '')}${path}?${new URLSearchParams(kept)}`;
}

/** Tells the registrable domain of a host (net/site-of.ts). */
export type SiteOf = (host: string) => string;

/** The site that an address belongs to. A number is no family of names: each of its ports is a site of its own. */
export function siteKey(address: string, siteOf: SiteOf): string {
  if (!canParseUrl(address)) return address;
  const { hostname, host } = new URL(address);
  return isIP(hostname.replace(/[[\]]/gu, '')) === 0 ? siteOf(hostname) : host;
}
