import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadKeyFile } from './key-file.ts';

const folders: string[] = [];
const place = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plainsight-key-'));
  folders.push(folder);
  return join(folder, 'keys', 'follow.key');
};
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

it('makes one key for its owner only and gives it again', async () => {
  const file = await place();
  const first = await loadKeyFile(file);
  expect(first).toMatchObject({ lasting: true });
  expect(first.bytes).toHaveLength(32);
  expect(Buffer.from((await loadKeyFile(file)).bytes)).toEqual(Buffer.from(first.bytes));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
});

it('lets processes that start at once agree', async () => {
  const file = await place();
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadKeyFile(file)));
  expect(new Set(keys.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).size).toBe(1);
  expect(await readdir(dirname(file))).toEqual(['follow.key']);
});

it('replaces a damaged key and lives without a place to write to', async () => {
  const file = await place();
  await loadKeyFile(file);
  await writeFile(file, 'short');
  expect((await loadKeyFile(file)).bytes).toHaveLength(32);
  const nowhere = join(file, 'below-a-file', 'follow.key');
  expect(await loadKeyFile(nowhere)).toMatchObject({ lasting: false });
});
