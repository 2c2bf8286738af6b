/**
 * The one place that hides secrets, for logs, events and reports alike: by the name of a field and by the value of
 * every secret that was configured.
 */
const SECRET_NAME = /(?:authorization|cookie|token|secret|password|passwd|api[-_]?key|credential|session[-_]?id)/iu;
const MASK = '[hidden]';
const MAX_DEPTH = 6;

export class SecretMasker {
  readonly #values = new Set<string>();

  /** Registers a value that must never be shown. Values under 4 characters are too common to mask. */
  add(value: string | undefined): void {
    if (value && value.length >= 4) this.#values.add(value);
  }

  text(text: string): string {
    let masked = text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/giu, `$1${MASK}@`);
    for (const value of this.#values) masked = masked.replaceAll(value, MASK);
    return masked;
  }

  /** A copy of plain JSON-like data with secret fields and values replaced. Deep data is cut at six levels. */
  data(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (value === null || typeof value !== 'object') return value;
    if (depth >= MAX_DEPTH) return '[deep]';
    if (Array.isArray(value)) return value.map((item) => this.data(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, isSecret(name, item) ? MASK : this.data(item, depth + 1)]),
    );
  }
}

/** Whether a field or header of this name holds what must not be kept or shown. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A number of tokens is a count, not a secret. */
function isSecret(name: string, value: unknown): boolean {
  return SECRET_NAME.test(name) && !(typeof value === 'number' && /tokens$/iu.test(name));
}
