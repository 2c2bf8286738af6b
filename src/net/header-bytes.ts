/**
 * The target of a redirect with its bytes beyond ASCII percent-encoded, as browsers read them. Takes a header value
 * in which each character is one byte (Latin-1), the form in which Node hands them over.
 */
export function encodeLocationBytes(value: string): string {
  return value.replace(/[\x80-\xff]/gu, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
