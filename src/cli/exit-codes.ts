import type { ErrorCode } from '../base/errors.ts';
import type { RunResult } from '../toolkit/run.ts';

/** The exit codes, which scripts branch on. 130 is what shells expect after Ctrl-C. */
export const EXIT = {
  ok: 0,
  doesNotHold: 1,
  usage: 2,
  refused: 3,
  notObtained: 4,
  internal: 5,
  cancelled: 130,
} as const;

export const EXIT_MEANINGS: ReadonlyArray<readonly [number, string]> = [
  [EXIT.ok, 'done'],
  [EXIT.doesNotHold, 'what was checked does not hold: a quote, a link, a replay'],
  [EXIT.usage, 'wrong usage or settings'],
  [EXIT.refused, 'refused by the gate: the address must not be fetched'],
  [EXIT.notObtained, 'the page was not obtained; the answer says why'],
  [EXIT.internal, 'a fault of Plainsight or of this machine'],
  [EXIT.cancelled, 'cancelled with Ctrl-C'],
];

const EXIT_OF_ERROR: Readonly<Record<ErrorCode, number>> = {
  invalid_argument: EXIT.usage,
  not_enabled: EXIT.usage,
  scheme_not_allowed: EXIT.refused,
  credentials_in_url: EXIT.refused,
  blocked_target: EXIT.refused,
  domain_not_allowed: EXIT.refused,
  rate_limited: EXIT.notObtained,
  search_unavailable: EXIT.notObtained,
  navigation_timeout: EXIT.notObtained,
  browser_unavailable: EXIT.notObtained,
  stale_ref: EXIT.notObtained,
  expired_handle: EXIT.notObtained,
  extraction_failed: EXIT.notObtained,
  budget_exceeded: EXIT.notObtained,
  cancelled: EXIT.cancelled,
  internal: EXIT.internal,
};

export function exitOfError(code: ErrorCode): number {
  return EXIT_OF_ERROR[code];
}

/** Statuses of a page that was obtained; every other one means that it was not. */
const OBTAINED: readonly unknown[] = ['ok', 'partial'];

/** What a check found that does not hold. */
const NOT_HELD: readonly unknown[] = ['close', 'absent'];

/** An answer that carries a page status or a finding is judged by it; any other answer is a success. */
export function exitOfRun(result: RunResult): number {
  if (!result.ok) return exitOfError(result.error.code);
  const { status, found } = result.output;
  if (NOT_HELD.includes(found)) return EXIT.doesNotHold;
  return status === undefined || OBTAINED.includes(status) ? EXIT.ok : EXIT.notObtained;
}
