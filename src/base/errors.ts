/**
 * The closed list of errors a caller can meet. A code is a promise: clients branch on it, so codes are added
 * deliberately, never renamed. What happened to a *page* (blocked, not found, …) is a status, not an error.
 */
export const ERROR_CODES = {
  invalid_argument: 'An argument is missing or has a value that the tool does not accept.',
  scheme_not_allowed: 'Only http and https addresses can be read.',
  credentials_in_url: 'The address carries a user name or password; such addresses are never fetched.',
  blocked_target: 'The address leads to a network that is not public, or is malformed in a way used to disguise one.',
  domain_not_allowed: 'The operator’s allow or deny list keeps this site out.',
  rate_limited: 'Too many requests to one site or service; the error says when to try again.',
  search_unavailable: 'No search engine answered; this is not the same as “no results”.',
  navigation_timeout: 'The browser did not finish loading in the time allowed.',
  browser_unavailable: 'The call needs a browser and none can be started.',
  stale_ref: 'The element reference belongs to an earlier state of the page.',
  expired_handle: 'The handle was closed or its lifetime is over.',
  not_enabled: 'The operator has not switched this feature on.',
  extraction_failed: 'The page was fetched, but its text could not be extracted.',
  budget_exceeded: 'The call needs more time, memory or tokens than its budget allows.',
  cancelled: 'The caller cancelled the call.',
  internal: 'Something went wrong inside Plainsight.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface AppErrorOptions {
  /** What to do next, in one sentence for an agent. */
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The JSON form that reaches a caller. Holds our own words only, never page text. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly retryable: boolean;
  readonly retry_after_ms: number | null;
}

/** An error that a caller can act on: a code of the closed list, a sentence, and the next step. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? ERROR_CODES[code];
    this.retryable = options.retryable ?? code === 'rate_limited';
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  report(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      retryable: this.retryable,
      retry_after_ms: this.retryAfterMs,
    };
  }
}

/**
 * Anything thrown, as an AppError. An unknown error keeps its text only in `cause`: a page or a server may have
 * written that text, so it must not reach the model.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof Error && (thrown.name === 'AbortError' || thrown.name === 'CancelledError')) {
    return new AppError('cancelled', 'The call was cancelled.', { cause: thrown });
  }
  if (thrown instanceof Error && thrown.name === 'TimeoutError') {
    return new AppError('budget_exceeded', 'The call ran out of time.', {
      hint: 'Ask for less, or give a longer timeout_s.',
      retryable: true,
      cause: thrown,
    });
  }
  return new AppError('internal', 'An unexpected fault stopped this call.', {
    hint: 'Try once more; if it stays, run `plainsight doctor` and look at the log on stderr.',
    cause: thrown,
  });
}
