const CATALOG =
  /(\d{1,10})[ \t\r\n]{1,4}(\d{1,5})[ \t\r\n]{1,4}obj\b(?=[^>]{0,2000}?\/Type[ \t\r\n]{0,4}\/Catalog\b)/gu;
const MAX_OBJECT = 8_388_607;

/**
 * The file without its word on where things are, so that PDFium looks through all of it for objects; with a new end
 * when the catalog can be found. For files that are cut, or were changed without mending their tables. Null where
 * there is nothing to begin with.
 */
export function withoutTables(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const catalog = [...text.matchAll(CATALOG)].at(-1);
  if (!catalog && !text.includes('/Root')) return null;
  const blanked = text.replaceAll('startxref', 'startnone');
  // A new end would hide that the file is encrypted, which its old end says.
  if (!catalog || text.includes('/Encrypt')) return Buffer.from(blanked, 'latin1');
  const end = `\n>>\nendobj\ntrailer\n<< /Root ${catalog[1]} ${catalog[2]} R /Size ${MAX_OBJECT} >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.from(blanked + end, 'latin1');
}
