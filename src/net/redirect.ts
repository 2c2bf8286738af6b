import { canParseUrl } from '../base/url.ts';
import type { WireMethod, WireResponse } from './client.ts';

/** As many as the older of the systems we follow allowed; browsers stop at twenty. */
export const MAX_REDIRECTS = 8;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_LOCATION_LENGTH = 8192;

export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

export function firstHeader(response: WireResponse, name: string): string | null {
  return response.headers.find(([key]) => key === name)?.[1] ?? null;
}

/**
 * Where a Location header leads, resolved as a browser does (white space at the ends dropped, blanks and other
 * characters encoded, the old fragment kept when there is no new one). `missing` when there is none, `invalid` when
 * it is no address at all.
 */
export function locationTarget(location: string | null, from: URL): URL | 'missing' | 'invalid' {
  const text = location?.trim() ?? '';
  if (text === '') return 'missing';
  if (text.length > MAX_LOCATION_LENGTH || !canParseUrl(text, from.href)) return 'invalid';
  const target = new URL(text, from.href);
  if (target.hash === '' && from.hash !== '') target.hash = from.hash;
  return target;
}

/** The method a browser uses after the redirect; a changed one loses its body. */
export function methodAfter(status: number, method: WireMethod): WireMethod {
  if (status === 303 && method !== 'HEAD') return 'GET';
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method;
}
