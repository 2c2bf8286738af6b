/** Parameters that only say where a visitor came from. */
const TRACKING =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|ga_\w+|_ga|_gl|_hs\w*|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ymclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|mkt_tok|oly_\w+|rb_clickid|s_cid|srsltid|vero_\w+|wickedid|at_medium|at_campaign|cmpid|ref_src|ref_url|__twitter_impression)$/iu;
/** Fragments that name a page of their own: `#/guide`, `#!/guide`. */
const ROUTE = /^#!?\//u;

/**
 * Equal for two addresses that lead to the same page. Only ever compared, never shown: scheme, “www.”, the order of
 * parameters, tracking parameters, a slash at the end, the fragment and the form of percent-encoding do not count.
 */
export function canonicalKey(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./u, '').replace(/\.$/u, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = evenPath(url.pathname);
  const kept = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`);
  const query = kept.length === 0 ? '' : `?${kept.sort().join('&')}`;
  return `${host}${port}${path}${query}${ROUTE.test(url.hash) ? url.hash : ''}`;
}

function evenPath(path: string): string {
  const bare = path.replace(/\/(?:index\.(?:html?|php))?$/u, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}
