import { expect, it } from 'vitest';
import { drawingFacts, imageFacts } from './image-facts.ts';

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const joined = parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)));
  return Buffer.concat([...joined, Buffer.alloc(40)]);
}

it.each([
  ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 44], [0, 0, 0, 200])],
  ['GIF', bytes('GIF89a', [44, 1], [200, 0])],
  ['JPEG', bytes([255, 216, 255, 224, 0, 4, 1, 1], [255, 192, 0, 17, 8, 0, 200, 1, 44])],
  ['WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [0, 0, 0, 0], [43, 1, 0], [199, 0, 0])],
  ['WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0], [0, 0, 0], [157, 1, 42], [44, 1, 200, 0])],
  ['AVIF', bytes([0, 0, 0, 28], 'ftypavif', [0, 0, 0, 20], 'ispe', [0, 0, 0, 0], [0, 0, 1, 44], [0, 0, 0, 200])],
] as const)('The size of a picture is told from its header: %s', (format, file) => {
  expect(imageFacts(file)).toEqual({ format, width: 300, height: 200 });
});

it('What is no picture, or ends in its header, has no size', () => {
  expect(imageFacts(bytes('<!doctype html>'))).toBeNull();
  expect(imageFacts(bytes([255, 216, 255, 224, 255, 255]))).toEqual({ format: 'JPEG', width: 0, height: 0 });
});

it.each([
  '<svg width="300" height="200px">',
  '<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">',
])('The size of a drawing is told from its first tag: %s', (source) => {
  expect(drawingFacts(Buffer.from(`${source}<text>x</text></svg>`))).toEqual({
    format: 'SVG',
    width: 300,
    height: 200,
  });
});

it('A page that begins with another tag is no drawing', () => {
  expect(drawingFacts(Buffer.from('<html><svg width="300">'))).toBeNull();
});
