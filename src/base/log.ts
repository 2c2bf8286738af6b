import type { SecretMasker } from './secrets.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Counts, timings, codes: what a log line may hold by default. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * JSON lines on a stream that is never stdout (stdout belongs to MCP). `details` are URLs, queries and messages:
 * they are written only when the operator asked for them.
 */
export interface Log {
  debug(message: string, fields?: LogFields, details?: LogFields): void;
  info(message: string, fields?: LogFields, details?: LogFields): void;
  warn(message: string, fields?: LogFields, details?: LogFields): void;
  error(message: string, fields?: LogFields, details?: LogFields): void;
  child(fields: LogFields): Log;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly details: boolean;
  readonly masker: SecretMasker;
  readonly write: (line: string) => void;
}

export function createLog(options: LogOptions, bound: LogFields = {}): Log {
  const threshold = LOG_LEVELS.indexOf(options.level);
  const at = (level: LogLevel) => (message: string, fields?: LogFields, details?: LogFields) => {
    if (LOG_LEVELS.indexOf(level) < threshold) return;
    const line = {
      time: new Date().toISOString(),
      level,
      message,
      ...bound,
      ...fields,
      ...(options.details ? details : {}),
    };
    options.write(`${JSON.stringify(options.masker.data(line))}\n`);
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => createLog(options, { ...bound, ...fields }),
  };
}

/** For tests and for parts that were given no log. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
};
