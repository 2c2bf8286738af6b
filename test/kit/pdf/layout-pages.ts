import { image, line, writePdf } from './write-pdf.ts';

/** Lines of running text, about as long as a column of half a page is wide. */
export function prose(seed: number, lines: number, wordsPerLine: number): string[] {
  const words =
    'river stone morning letter garden window market season silver harbour winter little bridge evening'.split(' ');
  return Array.from({ length: lines }, (_, row) =>
    Array.from({ length: wordsPerLine }, (_, i) => words[(seed * 5 + row * 3 + i * 7) % words.length]).join(' '),
  );
}

export function block(lines: readonly string[], x: number, y: number, size = 10, font = 'F1'): string {
  return lines.map((text, i) => line(text, x, y - i * size * 1.2, size, font)).join('');
}

/** Written row by row across both columns, as some programs do. */
export function twoColumns(left: readonly string[], right: readonly string[], y = 640): string {
  return left.map((text, i) => line(text, 60, y - i * 12, 10) + line(right[i] ?? '', 320, y - i * 12, 10)).join('');
}

export function table(rows: ReadonlyArray<readonly string[]>, x: number, y: number): string {
  return rows.map((cells, row) => cells.map((cell, i) => line(cell, x + i * 130, y - row * 18, 10)).join('')).join('');
}

/** A picture of a page, and over it the words that a program read from it, without ink. */
export function scan(words: readonly string[]): Buffer {
  const rows = words.map((_, i) => 700 - i * 40);
  const picture = image(306, 396, (x, y) => {
    const at = 792 - y * 2;
    // Stripes, so that every letter's place holds ink and paper.
    return rows.some((row) => at >= row - 4 && at <= row + 12) && x > 30 && x % 3 === 0 ? 20 : 250;
  });
  const layer = words.map((word, i) => line(word, 72, rows[i] ?? 0, 12).replace('BT', 'BT 3 Tr')).join('');
  const content = `q 612 0 0 792 0 0 cm /Scan Do Q ${layer}`;
  return writePdf({ pages: [{ content, resources: '/XObject << /Scan @scan >>' }], objects: { scan: picture } });
}
