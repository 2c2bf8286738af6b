import { expect, test } from 'vitest';
import { answeredCommand, decodeCbor, encodeCbor, envelopeLength } from './cbor.ts';

const VALUES = {
  numbers: [
    0,
    1,
    23,
    24,
    255,
    256,
    65_535,
    65_536,
    2 ** 31 - 1,
    2 ** 31,
    -1,
    -24,
    -25,
    -300,
    -(2 ** 31),
    0.5,
    -1.25,
    1e300,
  ],
  texts: ['', 'plain', 'é', '漢字', '😀', '\ud800 alone', 'x'.repeat(300), 'ü'.repeat(70_000)],
  others: [true, false, null, {}, [], { deep: [[{ deeper: [1] }]] }],
};

test('what is written reads the same, whole numbers, halves of letters and all', () => {
  expect(decodeCbor(encodeCbor(VALUES))).toEqual(VALUES);
  expect(decodeCbor(encodeCbor({ left: undefined, kept: 1 }))).toEqual({ kept: 1 });
  // As in JSON: a place on the page may come out of a calculation so.
  expect(decodeCbor(encodeCbor({ x: -0 }))).toEqual({ x: 0 });
});

test('a message says how long it is, and what it answers', () => {
  const message = encodeCbor({ id: 70_000, result: VALUES });
  expect(envelopeLength(message)).toBe(message.length);
  expect(envelopeLength(Buffer.from('{"id":1}'))).toBeNull();
  expect(answeredCommand(message)).toBe(70_000);
  expect(answeredCommand(encodeCbor({ id: 5, error: { code: -32_000, message: 'no' } }))).toBeNull();
  expect(answeredCommand(encodeCbor({ method: 'Page.loadEventFired', params: {} }))).toBeNull();
});

test('bytes that stand for binary data become base64, as they are in JSON', () => {
  const data = Buffer.from([1, 2, 3, 255]);
  const map = Buffer.concat([
    Buffer.from([0xbf, 0x64]),
    Buffer.from('data'),
    Buffer.from([0xd6, 0x44]),
    data,
    Buffer.of(0xff),
  ]);
  const head = Buffer.from([0xd8, 0x18, 0x5a, 0, 0, 0, map.length]);
  expect(decodeCbor(Buffer.concat([head, map]))).toEqual({ data: data.toString('base64') });
});

test('a name that a site chose does not become a prototype', () => {
  const headers = Object.fromEntries([['safe', '1']]);
  Object.defineProperty(headers, '__proto__', { value: { polluted: true }, enumerable: true });
  const read = decodeCbor(encodeCbor({ headers })) as { headers: Record<string, unknown> };
  expect(Object.getPrototypeOf(read.headers)).toBe(Object.prototype);
  expect(Object.keys(read.headers)).toEqual(['safe', '__proto__']);
});

test('broken bytes are refused and never read past their end', () => {
  const message = encodeCbor({ id: 1, result: VALUES });
  const refused = (bytes: Uint8Array) => expect(() => decodeCbor(bytes)).toThrow(/refused/u);
  for (let length = 0; length < 400; length++) refused(message.subarray(0, length));
  refused(Buffer.concat([message, Buffer.of(0)]));
  refused(Buffer.alloc(5_000, 0x9f));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let run = 0; run < 3_000; run++) {
    const bytes = Buffer.from(message.subarray(0, 400));
    for (let change = 0; change < 4; change++) bytes[random(bytes.length)] = random(256);
    refused(bytes);
  }
});
