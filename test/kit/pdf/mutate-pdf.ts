import type { random } from '../fuzz.ts';

type Random = ReturnType<typeof random>;

const KEYWORDS = [
  'obj',
  'endobj',
  'stream',
  'endstream',
  'BT',
  'ET',
  'Tj',
  'Do',
  'gs',
  'q',
  'Q',
  '<<',
  '>>',
  '[',
  ']',
  'null',
];
const NUMBERS = [
  '0',
  '-1',
  '1',
  '255',
  '65536',
  '2147483647',
  '-2147483648',
  '99999999999',
  '1e9',
  '0.0000001',
  '4294967295',
];

/** The file with a few things broken in it: bytes, numbers, keywords, pieces lost, doubled or moved. */
export function mutatePdf(bytes: Uint8Array, random: Random): Buffer {
  let file = Buffer.from(bytes);
  const times = 1 + random.int(6);
  for (let i = 0; i < times; i++) file = mutateOnce(file, random);
  return file;
}

function mutateOnce(file: Buffer, random: Random): Buffer<ArrayBuffer> {
  const at = random.int(Math.max(1, file.length));
  const length = 1 + random.int(200);
  switch (random.int(8)) {
    case 0:
      return flipped(file, random);
    case 1:
      return Buffer.concat([file.subarray(0, at), file.subarray(at + length)]);
    case 2:
      return Buffer.concat([file.subarray(0, at + length), file.subarray(at)]);
    case 3:
      return Buffer.from(file.subarray(0, Math.max(10, at)));
    case 4:
      return Buffer.concat([file.subarray(0, at), Buffer.from(` ${random.pick(KEYWORDS)} `), file.subarray(at)]);
    case 5:
      return renumbered(file, at, /\d+ 0 R/gu, `${random.int(30)} 0 R`);
    default:
      return renumbered(file, at, /-?\d+(?:\.\d+)?/gu, random.pick(NUMBERS));
  }
}

function flipped(file: Buffer, random: Random): Buffer<ArrayBuffer> {
  const copy = Buffer.from(file);
  for (let i = 0; i < 1 + random.int(20); i++) copy[random.int(copy.length)] = random.int(256);
  return copy;
}

/** The first match after a place is replaced. */
function renumbered(file: Buffer, from: number, pattern: RegExp, by: string): Buffer<ArrayBuffer> {
  const text = file.toString('latin1');
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (!match) return Buffer.from(file);
  return Buffer.from(text.slice(0, match.index) + by + text.slice(match.index + match[0].length), 'latin1');
}
