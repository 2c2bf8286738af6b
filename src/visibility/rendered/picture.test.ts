import { describe, expect, test } from 'vitest';
import { judgeMeasure } from './judge-measure.ts';
import { measure, type Picture } from './picture.ts';

const AREA = { x: 100, y: 50, width: 120, height: 20 };

/** A picture whose pixels are given by a function of their place. */
function picture(color: (x: number, y: number) => number): Picture {
  const pixels = new Uint8Array(AREA.width * AREA.height * 3);
  for (let y = 0; y < AREA.height; y++) {
    for (let x = 0; x < AREA.width; x++)
      pixels.fill(color(x, y), (y * AREA.width + x) * 3, (y * AREA.width + x) * 3 + 3);
  }
  return { pixels, channels: 3, width: AREA.width, height: AREA.height, area: AREA };
}

/** Strokes two pixels wide, as letters have. */
const isStroke = (x: number, y: number) => x % 6 < 2 && y > 3 && y < 16;
const label = (shown: Picture, hidden: Picture, again: Picture | null = null) => {
  const { label: found, reason } = judgeMeasure(measure(shown, hidden, again, AREA), 'mask', 'some words');
  return `${found} ${reason}`;
};
const white = picture(() => 255);

describe('two pictures, with and without the text', () => {
  test('that differ in strokes show it', () => {
    expect(
      label(
        picture((x, y) => (isStroke(x, y) ? 0 : 255)),
        white,
      ),
    ).toBe('visible mask');
  });

  test('that are equal do not', () => {
    expect(label(white, white)).toBe('hidden not painted (mask)');
  });

  test('that differ by a shade do not', () => {
    expect(
      label(
        picture((x, y) => (isStroke(x, y) ? 240 : 255)),
        white,
      ),
    ).toBe('hidden same colour as what is behind it (mask)');
  });

  test('that differ in a smear do not', () => {
    expect(
      label(
        picture((x) => 150 + 50 * Math.sin(x / 18)),
        white,
      ),
    ).toBe('hidden blurred (mask)');
  });

  test('that differ in one row only do not', () => {
    expect(
      label(
        picture((_x, y) => (y === 8 ? 0 : 255)),
        white,
      ),
    ).toBe('hidden not painted (mask)');
  });

  test('that differ by themselves do not', () => {
    const noise = (seed: number) => picture((x, y) => (Math.imul(x + 17 * y + seed, 2654435761) >>> 8) & 255);
    expect(label(noise(1), noise(2), noise(3))).toBe('hidden lost in moving pictures (mask)');
  });

  test('on still noise do not, however strong single pixels are', () => {
    const noise = (x: number, y: number) => (Math.imul(x + 131 * y + 7, 2654435761) >>> 8) & 255;
    const grey = picture((x, y) => (isStroke(x, y) ? 128 : noise(x, y)));
    expect(label(grey, picture(noise))).toBe('hidden lost in the pattern behind it (mask)');
  });

  test('say which part of the line is inked', () => {
    const half = picture((x, y) => (x < 60 && isStroke(x, y) ? 0 : 255));
    expect(judgeMeasure(measure(half, white, null, AREA), 'overlapped', 'some words').flags).toContain('partial');
  });

  test('are only compared inside the rectangle', () => {
    const left = picture((x, y) => (x < 60 && isStroke(x, y) ? 0 : 255));
    const right = { x: AREA.x + 62, y: AREA.y, width: 58, height: AREA.height };
    expect(measure(left, white, null, right).ink).toBe(0);
  });
});
