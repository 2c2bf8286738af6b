/**
 * Whether `new URL(text, base)` would succeed. Stands in for `URL.canParse`, which on Node 20 answers wrongly for
 * addresses with letters such as “ü” once V8 has optimised the call (195,526 of 200,000 calls on v20.20.2).
 */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
