/** An animated GIF of grey noise: what stands on it in grey cannot be read. Written without compression. */
export function noiseGif(width = 64, height = 32, frames = 4): Buffer {
  const palette = Buffer.alloc(768);
  for (let i = 0; i < 256; i++) palette.fill(i, i * 3, i * 3 + 3);
  const size = Buffer.from([width & 255, width >> 8, height & 255, height >> 8]);
  const parts: Buffer[] = [Buffer.from('GIF89a'), size, Buffer.from([0xf7, 0, 0]), palette];
  parts.push(Buffer.from([0x21, 0xff, 11]), Buffer.from('NETSCAPE2.0'), Buffer.from([3, 1, 0, 0, 0]));
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed >> 16;
  };
  for (let frame = 0; frame < frames; frame++) {
    parts.push(Buffer.from([0x21, 0xf9, 4, 0, 4, 0, 0, 0, 0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 8]));
    parts.push(uncompressed(Array.from({ length: width * height }, () => random() & 255)));
  }
  parts.push(Buffer.from([0x3b]));
  return Buffer.concat(parts);
}

const CLEAR_CODE = 256;
const END_CODE = 257;
/** Codes stay nine bits wide as long as the table is cleared before it grows past 512. */
const CLEAR_EVERY = 250;

function uncompressed(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  const write = (code: number) => {
    bits |= code << count;
    count += 9;
    for (; count >= 8; count -= 8) {
      bytes.push(bits & 255);
      bits >>= 8;
    }
  };
  values.forEach((value, i) => {
    if (i % CLEAR_EVERY === 0) write(CLEAR_CODE);
    write(value);
  });
  write(END_CODE);
  if (count > 0) bytes.push(bits & 255);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(Buffer.from([block.length, ...block]));
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}
