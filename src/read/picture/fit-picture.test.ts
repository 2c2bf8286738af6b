import { expect, test } from 'vitest';
import { onPaper, tileOf } from './areas.ts';
import { BLOCK_LIMITS, fitPicture } from './fit-picture.ts';

/** A picture of noise: so many bytes for each pixel, however often it is taken. */
const noise = (bytesPerPixel: number, area: { width: number; height: number }) => {
  const shots: string[] = [];
  const shoot = async (scale: number, quality: number | null) => {
    shots.push(`${scale.toFixed(2)} ${quality}`);
    return Buffer.alloc(Math.ceil(area.width * scale * area.height * scale * bytesPerPixel * ((quality ?? 100) / 100)));
  };
  return { shots, shoot };
};

test('what fits is taken once, as it is', async () => {
  const area = { width: 1280, height: 800 };
  const { shots, shoot } = noise(0.1, area);
  expect(await fitPicture(area, 'webp', BLOCK_LIMITS, shoot)).toMatchObject({ scale: 1, width: 1280, height: 800 });
  expect(shots).toEqual(['1.00 82']);
});

test('a picture that is too long is made smaller before it is taken', async () => {
  const area = { width: 4000, height: 500 };
  const picture = await fitPicture(area, 'png', BLOCK_LIMITS, noise(0.1, area).shoot);
  expect(picture).toMatchObject({ scale: 0.5, width: 2000, height: 250 });
});

test.each(['png', 'webp', 'jpeg'] as const)('noise fits in the end, as %s', async (format) => {
  const area = { width: 2000, height: 2000 };
  const { shots, shoot } = noise(4, area);
  const picture = await fitPicture(area, format, BLOCK_LIMITS, shoot);
  expect(picture?.data.byteLength).toBeLessThanOrEqual(740_000);
  expect(shots.length).toBeLessThanOrEqual(8);
});

test('quality goes first, then scale', async () => {
  const area = { width: 1000, height: 1000 };
  const { shots, shoot } = noise(1.1, area);
  await fitPicture(area, 'webp', BLOCK_LIMITS, shoot);
  expect(shots).toEqual(['1.00 82', '1.00 60']);
});

test('40,000 pixels are 27 tiles, of which the last is shorter, and a number beyond means the last', () => {
  const page = { x: 0, y: 0, width: 1280, height: 40_000 };
  expect(tileOf(page, null)).toMatchObject({ number: 1, count: 27, area: { y: 0, height: 1500 } });
  expect(tileOf(page, 27)?.area).toEqual({ x: 0, y: 39_000, width: 1280, height: 1000 });
  expect(tileOf(page, 99)?.number).toBe(27);
  expect(tileOf({ ...page, height: 2000 }, 3)).toBeNull();
});

test('an area is cut to whole pixels of the page', () => {
  const page = { width: 1280, height: 900 };
  expect(onPaper({ x: -5.5, y: 10.2, width: 100, height: 20 }, page)).toEqual({ x: 0, y: 10, width: 95, height: 21 });
  expect(onPaper({ x: 0, y: 950, width: 100, height: 20 }, page)).toBeNull();
});
