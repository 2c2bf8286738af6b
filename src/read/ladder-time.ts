import type { Rung } from './rung.ts';

/**
 * How the rungs share one deadline (five-systems.md, section 3.2): the plain request may not use up the time of the
 * browser, and the browser leaves some to the archive.
 */
type RungName = Rung['name'];

/** Longest time of the plain request while other rungs could follow. */
const PLAIN_MS = 12_000;
/** Kept for the archive while there is more than twice as much. */
const ARCHIVE_MS = 6_000;
const ARCHIVE_KEPT_ABOVE_MS = 12_000;
/** With less time left than this a rung is not begun. */
const LEAST_MS: Readonly<Record<RungName, number>> = { cache: 0, native: 0, http: 0, browser: 2_000, archive: 1_500 };

export function hasTimeFor(rung: RungName, remainingMs: number): boolean {
  return remainingMs > LEAST_MS[rung];
}

/** Most time for this rung, given the rungs that could still follow it. */
export function limitOf(rung: RungName, remainingMs: number, later: ReadonlySet<RungName>): number {
  if (rung === 'http')
    return later.has('browser') ? Math.min(PLAIN_MS, remainingMs) : leavingArchive(remainingMs, later);
  return rung === 'browser' ? leavingArchive(remainingMs, later) : remainingMs;
}

/**
 * Most time for asking a rung once more; null when there is none: a second try may not cost the archive its time, as
 * the first one was already turned away.
 */
export function limitOfSecondTry(rung: RungName, remainingMs: number, later: ReadonlySet<RungName>): number | null {
  const left = remainingMs - (later.has('archive') ? ARCHIVE_MS : 0);
  return hasTimeFor(rung, left) ? left : null;
}

function leavingArchive(remainingMs: number, later: ReadonlySet<RungName>): number {
  return later.has('archive') && remainingMs > ARCHIVE_KEPT_ABOVE_MS ? remainingMs - ARCHIVE_MS : remainingMs;
}
