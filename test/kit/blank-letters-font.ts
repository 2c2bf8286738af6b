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

/**
 * A TrueType font in which letters show others: `shown` says for a letter which one it shows. Everything else of ASCII
 * stays, and what is beyond is dropped. Its names stay; those of its glyphs go, as in fonts that were made smaller.
 */
export function withOtherLetters(font: Buffer, shown: Readonly<Record<string, string>>): Buffer {
  const cmap = tableAt(font, 'cmap');
  const groups = Array.from({ length: 95 }, (_, i) => 32 + i).map((point) => {
    const letter = String.fromCharCode(point);
    return [point, glyphOf(font, cmap, (shown[letter] ?? letter).codePointAt(0) ?? 0)] as const;
  });
  const table = Buffer.alloc(12 + 16 + 12 * groups.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  groups.forEach(([point, glyph], i) => {
    table.writeUInt32BE(point, 28 + 12 * i);
    table.writeUInt32BE(point, 32 + 12 * i);
    table.writeUInt32BE(glyph, 36 + 12 * i);
  });
  const padded = Buffer.alloc(Math.ceil(font.length / 4) * 4);
  font.copy(padded);
  const copy = Buffer.concat([padded, table]);
  for (let i = 0; i < copy.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    const name = copy.toString('latin1', at, at + 4);
    if (name === 'cmap') {
      copy.writeUInt32BE(padded.length, at + 8);
      copy.writeUInt32BE(table.length, at + 12);
    }
    // Version 3 of the table that names glyphs names none.
    if (name === 'post') {
      copy.writeUInt32BE(0x00030000, copy.readUInt32BE(at + 8));
      copy.writeUInt32BE(32, at + 12);
    }
  }
  return copy;
}

function tableAt(font: Buffer, name: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8);
  }
  throw new Error(`no table ${name}`);
}

/** The same font under another name of as many characters, wherever it says its own. */
export function renamed(font: Buffer, name: string, other: string): Buffer {
  if (name.length !== other.length) throw new Error('names differ in length');
  const copy = Buffer.from(font);
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const bytes = (text: string) =>
      encoding === 'latin1' ? Buffer.from(text, encoding) : Buffer.from(text, encoding).swap16();
    for (let at = copy.indexOf(bytes(name)); at >= 0; at = copy.indexOf(bytes(name), at)) bytes(other).copy(copy, at);
  }
  return copy;
}
