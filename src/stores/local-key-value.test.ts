import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyValueContract } from '../../test/kit/key-value-contract.ts';
import { createLocalStore } from './local-key-value.ts';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const newFile = () => join(folder, `state-${files++}`, 'search.json');

function underTest(file: string | null) {
  let now = 1_800_000_000_000;
  const store = createLocalStore({ maxEntries: 100, file, clock: { now: () => now } });
  return {
    store,
    pass: async (ms: number) => {
      now += ms;
    },
  };
}

keyValueContract('memory', async () => underTest(null));
keyValueContract('file', async () => underTest(newFile()));

test('a file outlives the process, is for its owner only and is written whole', async () => {
  const file = newFile();
  const first = createLocalStore({ maxEntries: 100, file });
  await first.set('rest:a', 'tired', 60_000);
  await first.close();
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readdir(join(file, '..'))).toEqual(['search.json']);
  const second = createLocalStore({ maxEntries: 100, file });
  expect(await second.get('rest:a')).toBe('tired');
});

test('two processes on one file keep each other’s values, and the later word on the same one', async () => {
  const file = newFile();
  let now = 1_000;
  const clock = { now: () => now };
  const one = createLocalStore({ maxEntries: 100, file, clock });
  const two = createLocalStore({ maxEntries: 100, file, clock });
  await one.set('shared', 'from one', 60_000);
  await two.set('two', '2', 60_000);
  now += 10;
  await two.set('shared', 'from two', 60_000);
  await two.close();
  await one.close();
  now += 10;
  const third = createLocalStore({ maxEntries: 100, file, clock });
  expect(await third.list('')).toEqual([
    ['shared', 'from two'],
    ['two', '2'],
  ]);
  await third.delete('shared');
  await third.close();
  expect(await createLocalStore({ maxEntries: 100, file, clock }).get('shared')).toBeNull();
});

test('a damaged file is an empty one', async () => {
  const file = newFile();
  const first = createLocalStore({ maxEntries: 100, file });
  await first.set('a', '1', 60_000);
  await first.close();
  for (const damage of ['', '{"a":', '[1]', '{"a":{"value":7,"expiresAt":"x"}}', 'null']) {
    await writeFile(file, damage);
    const store = createLocalStore({ maxEntries: 100, file });
    expect(await store.list('')).toEqual([]);
    await store.set('b', '2', 60_000);
    await store.close();
    expect(await readFile(file, 'utf8')).toContain('"b"');
  }
});

test('a folder that cannot be written costs nothing but the memory', async () => {
  await writeFile(join(folder, 'plain'), '');
  const store = createLocalStore({ maxEntries: 100, file: join(folder, 'plain', 'search.json') });
  await store.set('a', '1', 60_000);
  expect(await store.get('a')).toBe('1');
  await store.close();
});

test('no more values are kept than allowed, the oldest go first', async () => {
  const store = createLocalStore({ maxEntries: 3, file: null });
  for (const key of ['a', 'b', 'c', 'd']) await store.set(key, key, 60_000);
  expect((await store.list('')).map(([key]) => key)).toEqual(['b', 'c', 'd']);
});
