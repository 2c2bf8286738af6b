import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Artifact, createArtifactStore } from './artifacts.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plainsight-artifacts-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const store = (maxBytes = 1000) => createArtifactStore({ folder: join(home, 'a', 'artifacts'), maxBytes });
const saved = (outcome: Artifact | string): Artifact => {
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
};

test('a file can be read by its owner only, under a name that nobody can guess, and is found by its address', async () => {
  const artifacts = store();
  const one = saved(await artifacts.save(Buffer.from('picture'), 'screenshot', 'webp'));
  const other = saved(await artifacts.save(Buffer.from('picture'), 'screenshot', 'webp'));
  expect(one.name).toMatch(/^screenshot-\d{8}-\d{6}-[0-9a-f]{32}\.webp$/u);
  expect(one.name).not.toBe(other.name);
  expect((await stat(one.path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, 'a', 'artifacts'))).mode & 0o777).toBe(0o700);
  const opened = await artifacts.open(one.uri);
  expect([opened.mimeType, opened.content.toString()]).toEqual(['image/webp', 'picture']);
});

test('a folder that was open to others is closed', async () => {
  const folder = join(home, 'a', 'artifacts');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  await store().save(Buffer.from('x'), 'screenshot', 'png');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a full folder is said, and nothing that was promised is thrown away for it', async () => {
  const artifacts = store(10);
  const first = saved(await artifacts.save(Buffer.alloc(8), 'table', 'csv'));
  expect(await artifacts.save(Buffer.alloc(8), 'table', 'csv')).toMatch(/full .*PLAINSIGHT_ARTIFACTS_MB/u);
  expect((await artifacts.open(first.uri)).content).toHaveLength(8);
  expect(await store(0).save(Buffer.alloc(1), 'table', 'csv')).toMatch(/ARTIFACTS_MB is 0/u);
});

test('files go when their time is over, others in the folder stay', async () => {
  const artifacts = store(100);
  const old = saved(await artifacts.save(Buffer.alloc(90), 'screenshot', 'png'));
  await writeFile(join(home, 'a', 'artifacts', 'mine.txt'), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(old.path, yesterday, yesterday);
  await utimes(join(home, 'a', 'artifacts', 'mine.txt'), yesterday, yesterday);
  await expect(artifacts.open(old.uri)).rejects.toMatchObject({ code: 'expired_handle' });
  const next = saved(await artifacts.save(Buffer.alloc(90), 'screenshot', 'png'));
  expect((await readdir(join(home, 'a', 'artifacts'))).sort()).toEqual(['mine.txt', next.name]);
});

test('a place that cannot be written is a sentence, not a failure', async () => {
  await writeFile(join(home, 'a'), 'a file where the folder should be');
  expect(await store().save(Buffer.alloc(1), 'screenshot', 'png')).toMatch(/cannot be written \(E[A-Z]+\)/u);
});

test.each([
  'plainsight://artifacts/../../../etc/passwd',
  'plainsight://artifacts/',
  'plainsight://artifacts/screenshot-20260101-000000-00000000000000000000000000000000.webp',
  'file:///etc/passwd',
  'plainsight://artifacts/screenshot-20260101-000000-0000000000000000000000000000000g.webp',
])('%s leads nowhere', async (uri) => {
  await expect(store().open(uri)).rejects.toMatchObject({ code: 'expired_handle' });
});

test('a link in the folder is not followed', async () => {
  const artifacts = store();
  const { path, uri } = saved(await artifacts.save(Buffer.from('x'), 'screenshot', 'webp'));
  await rm(path);
  await writeFile(join(home, 'secret'), 'secret');
  await symlink(join(home, 'secret'), path);
  await expect(artifacts.open(uri)).rejects.toMatchObject({ code: 'expired_handle' });
});

test('two that save at once do not pass the limit together', async () => {
  const artifacts = store(10);
  const outcomes = await Promise.all([1, 2, 3].map(() => artifacts.save(Buffer.alloc(6), 'screenshot', 'png')));
  expect(outcomes.filter((each) => typeof each === 'string')).toHaveLength(2);
});
