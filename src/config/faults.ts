/** One wrong setting, with what is needed to put it right. */
export interface ConfigFault {
  /** The variable or flag. */
  readonly name: string;
  readonly source: 'file' | 'env' | 'flag';
  /** The value as it may be shown. */
  readonly shown: string;
  readonly problem: string;
  readonly valid: string;
}

const MAX_SHOWN = 80;

/** A value without its secrets: the whole of a secret setting, and everything before an `@` (user and password). */
export function maskedValue(row: { readonly secret?: boolean }, value: string): string {
  if (value === '') return '';
  if (row.secret) return '[hidden]';
  const open = value.includes('@') ? `[hidden]${value.slice(value.lastIndexOf('@'))}` : value;
  return open.length > MAX_SHOWN ? `${open.slice(0, MAX_SHOWN)}…` : open;
}

/** All the faults of a configuration at once, so that one start shows everything there is to mend. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(faults.map(faultLine).join('\n'));
    this.faults = faults;
  }
}

export function faultLine(fault: ConfigFault): string {
  const value = fault.shown === '' ? '' : ` (“${fault.shown}”)`;
  const where = fault.source === 'file' ? ' in the configuration file' : '';
  return `${fault.name}${value}${where} ${fault.problem}; valid is ${fault.valid}.`;
}
