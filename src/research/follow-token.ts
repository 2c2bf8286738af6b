import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { oneLine } from '../base/text.ts';
import { canParseUrl } from '../base/url.ts';
import type { DomainFilter } from './domain-filter.ts';

/**
 * Tokens for links that a call may follow. The address stands readable at the end, so that a model copies it as easily
 * as a link; before it depth, expiry and a signature over all of it together with the query and the filters of the
 * call that offered it. So no page and no model can make one up, and none is good for another question.
 *   1.<depth>.<expiry, seconds in base 36>.<signature>.<address>
 */
export interface FollowTokens {
  sign(link: { readonly url: string; readonly depth: number }, nowMs: number): string;
  verify(token: string, nowMs: number): VerifiedToken;
}

export type VerifiedToken =
  | { readonly status: 'valid'; readonly url: string; readonly depth: number }
  | { readonly status: 'invalid_token' }
  | { readonly status: 'expired'; readonly url: string };

/** What a token is bound to beside its address. */
export interface TokenBinding {
  readonly query: string;
  readonly domains: Pick<DomainFilter, 'include' | 'exclude'>;
  readonly publishedAfter: string | null;
}

/** Long enough to think about an answer, short enough that nothing piles up. */
export const TOKEN_LIFETIME_MS = 2 * 60 * 60 * 1000;
const VERSION = '1';
const SIGNATURE_BYTES = 16;
const MAX_TOKEN = 2200;
const FORM = /^1\.(\d)\.([0-9a-z]{6,9})\.([\w-]{22})\.(https?:\/\/\S+)$/u;

export function createFollowTokens(key: Uint8Array, binding: TokenBinding): FollowTokens {
  const bound = digestOf(binding);
  const signature = (depth: number, expiry: string, url: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([VERSION, depth, expiry, url, bound]))
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
  return {
    sign({ url, depth }, nowMs) {
      const expiry = Math.floor((nowMs + TOKEN_LIFETIME_MS) / 1000).toString(36);
      return `${VERSION}.${depth}.${expiry}.${signature(depth, expiry, url)}.${url}`;
    },
    verify(token, nowMs) {
      const [, depthText, expiry = '', given = '', url = ''] =
        FORM.exec(token.length <= MAX_TOKEN ? token.trim() : '') ?? [];
      const depth = Number(depthText);
      // Compared as written: several spellings of base64 decode to the same bytes.
      const written = Buffer.from(given);
      const expected = Buffer.from(signature(depth, expiry, url));
      const genuine = written.length === expected.length && timingSafeEqual(written, expected);
      if (!genuine || !canParseUrl(url)) return { status: 'invalid_token' };
      if (Number.parseInt(expiry, 36) * 1000 <= nowMs) return { status: 'expired', url };
      return { status: 'valid', url, depth };
    },
  };
}

/** The same question asked again with other spaces or capitals, or with its filters in another order, is the same. */
function digestOf({ query, domains, publishedAfter }: TokenBinding): string {
  const facts = [oneLine(query.normalize('NFKC')).toLowerCase(), domains.include, domains.exclude, publishedAfter];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}
