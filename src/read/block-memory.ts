import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '../base/time.ts';
import { canParseUrl } from '../base/url.ts';
import type { KeyValueStore } from '../stores/key-value.ts';

/**
 * Which sites turn plain requests away. For a day after that a browser is sent at once. The longer ago it was, the
 * likelier one read tries the plain way again, so a site that has opened is found out early, and a site that is read
 * often sooner than one that is read once.
 */
export interface BlockMemory {
  /** Whether the plain request can be spared this time. */
  skipsPlain(url: string): Promise<boolean>;
  /** The site turned a plain request away just now. */
  remember(url: string): Promise<void>;
  /** A plain request got the page. */
  forget(url: string): Promise<void>;
}

export interface BlockMemoryOptions {
  /** Keeps what is remembered across restarts. */
  readonly store: KeyValueStore;
  readonly clock?: Clock;
  /** Between 0 and 1; decides on looking again. Default: Math.random. */
  readonly random?: () => number;
}

/** How long a block is believed at most: five-systems.md, section 3.2. */
export const BLOCK_TTL_MS = 24 * 60 * 60 * 1000;

export function createBlockMemory({
  store,
  clock = systemClock,
  random = Math.random,
}: BlockMemoryOptions): BlockMemory {
  return {
    async skipsPlain(url) {
      const key = keyOf(url);
      const since = key === null ? null : await store.get(key);
      if (since === null) return false;
      const age = Math.max(0, clock.now() - Number(since));
      return !(random() < age / BLOCK_TTL_MS);
    },
    async remember(url) {
      const key = keyOf(url);
      if (key !== null) await store.set(key, String(clock.now()), BLOCK_TTL_MS);
    },
    async forget(url) {
      const key = keyOf(url);
      if (key !== null && (await store.get(key)) !== null) await store.delete(key);
    },
  };
}

/** The site, as a digest: what lies on the disk must not be a list of what was read. */
function keyOf(url: string): string | null {
  if (!canParseUrl(url)) return null;
  const host = new URL(url).host.replace(/^www\./u, '');
  return `block:${createHash('sha256').update(host).digest('base64url').slice(0, 22)}`;
}
