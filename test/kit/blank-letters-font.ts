/** A TrueType font without the outlines of some letters: their glyphs become empty, their widths stay. */
export function withoutLetters(font: Buffer, letters: string): Buffer {
  const copy = Buffer.from(font);
  const tables = new Map<string, number>();
  for (let i = 0; i < copy.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    tables.set(copy.toString('latin1', at, at + 4), copy.readUInt32BE(at + 8));
  }
  const table = (name: string) => tables.get(name) ?? 0;
  const isLong = copy.readInt16BE(table('head') + 50) === 1;
  for (const letter of letters) {
    const glyph = glyphOf(copy, table('cmap'), letter.codePointAt(0) ?? 0);
    // A glyph is as long as the next one's offset says: the one before swallows this one's outline.
    const at = table('loca') + glyph * (isLong ? 4 : 2);
    if (isLong) copy.writeUInt32BE(copy.readUInt32BE(at + 4), at);
    else copy.writeUInt16BE(copy.readUInt16BE(at + 2), at);
  }
  return copy;
}

/** Looks a character up in a format 4 table of the cmap. */
function glyphOf(font: Buffer, cmap: number, point: number): number {
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4);
    if (font.readUInt16BE(at) !== 4) continue;
    const segments = font.readUInt16BE(at + 6) / 2;
    for (let segment = 0; segment < segments; segment++) {
      const end = font.readUInt16BE(at + 14 + 2 * segment);
      const start = font.readUInt16BE(at + 16 + 2 * (segments + segment));
      if (point < start || point > end) continue;
      const delta = font.readInt16BE(at + 16 + 2 * (2 * segments + segment));
      const rangeAt = at + 16 + 2 * (3 * segments + segment);
      const range = font.readUInt16BE(rangeAt);
      if (range === 0) return (point + delta) & 0xffff;
      return (font.readUInt16BE(rangeAt + range + 2 * (point - start)) + delta) & 0xffff;
    }
  }
  throw new Error(`no glyph for ${point}`);
}
