/** Small text helpers that count in Unicode code points, the unit of every offset Plainsight reports. */

/** Number of code points; a surrogate pair counts once. */
export function codePointLength(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        i++;
      }
    }
  }
  return count;
}

/** UTF-16 index of the code point at `offset` (clamped to the end of the text). */
export function indexOfCodePoint(text: string, offset: number): number {
  let index = 0;
  for (let seen = 0; seen < offset && index < text.length; seen++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

/** White space folded to single blanks, ends trimmed. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** At most `limit` UTF-16 units, ending in “…” when cut, never inside a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, Math.max(0, limit - 1));
  return `${/[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut}…`;
}
