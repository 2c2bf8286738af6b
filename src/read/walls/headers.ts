import type { HeaderMarker } from './wall.ts';

/**
 * Response headers that protection services send with a wall and not with a page. Left out on purpose: `server`,
 * `cf-ray`, `x-iinfo` and the cookies `__cf_bm`, `_abck`, `_px3`, `datadome`, which come with allowed pages as well.
 */
export const HEADER_MARKERS: readonly HeaderMarker[] = [
  { vendor: 'Cloudflare', kind: 'bot_challenge', name: 'cf-mitigated', value: 'challenge', onlyWithError: false },
  { vendor: 'Vercel', kind: 'bot_challenge', name: 'x-vercel-mitigated', value: 'challenge', onlyWithError: false },
  { vendor: 'Vercel', kind: 'bot_block', name: 'x-vercel-mitigated', value: 'deny', onlyWithError: false },
  { vendor: 'AWS WAF', kind: 'bot_challenge', name: 'x-amzn-waf-action', value: 'challenge', onlyWithError: false },
  { vendor: 'AWS WAF', kind: 'bot_challenge', name: 'x-amzn-waf-action', value: 'captcha', onlyWithError: false },
  { vendor: 'DataDome', kind: 'bot_challenge', name: 'x-dd-b', value: null, onlyWithError: true },
  { vendor: 'DataDome', kind: 'bot_challenge', name: 'x-datadome', value: 'protected', onlyWithError: true },
  { vendor: 'DataDome', kind: 'bot_challenge', name: 'x-datadome-cid', value: null, onlyWithError: true },
  { vendor: 'Kasada', kind: 'bot_challenge', name: 'x-kpsdk-ct', value: null, onlyWithError: true },
  { vendor: 'SiteGround', kind: 'bot_challenge', name: 'sg-captcha', value: 'challenge', onlyWithError: false },
  { vendor: 'Sucuri', kind: 'bot_block', name: 'x-sucuri-block', value: null, onlyWithError: false },
];
