import type { Kind } from './kinds.ts';

/** One setting. The loader, the flags, the help, `plainsight config` and docs/config.md all read this table. */
export interface Field<T> {
  /** Name in the environment; in the configuration file the same name, or its lower-case rest (`host_delay_ms`). */
  readonly name: `PLAINSIGHT_${string}`;
  /** Command-line flag; null for secrets, which a process list would show. */
  readonly flag: `--${string}` | null;
  readonly kind: Kind<T>;
  readonly fallback: T;
  /** One sentence. */
  readonly about: string;
  /** What the default is when `fallback` cannot say it. */
  readonly fallbackText?: string;
  readonly secret?: boolean;
  /** Version in which the setting came. */
  readonly since: string;
}

export function field<T>(row: Field<T>): Field<T> {
  return row;
}
