import { createHash } from 'node:crypto';

/** The standard security handler of revision 2 (PDF 32000-1, 7.6.3): 40-bit RC4, enough to test who may open a file. */
export interface Lock {
  /** The encryption dictionary. */
  readonly dictionary: string;
  readonly id: string;
  encrypt(data: Uint8Array, objectNumber: number): Buffer;
}

const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PERMISSIONS = -4;

/** Opens with `password`; an empty one opens for everyone. */
export function lockWith(password: string): Lock {
  const id = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
  const user = padded(password);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), user);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([user, owner, permissions, id])).subarray(0, 5);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, PAD))} /P ${PERMISSIONS} >>`,
    id: hex(id),
    encrypt(data, objectNumber) {
      const salt = Buffer.from([objectNumber & 255, (objectNumber >> 8) & 255, objectNumber >> 16, 0, 0]);
      return rc4(md5(Buffer.concat([key, salt])).subarray(0, 10), Buffer.from(data));
    },
  };
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PAD]).subarray(0, 32);
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest();
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => {
    const kept = at(i);
    state[i & 255] = at(j);
    state[j & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  const out = Buffer.alloc(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    out[n] = (data[n] ?? 0) ^ at(at(i) + at(j));
  }
  return out;
}
