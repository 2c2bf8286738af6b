import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EvidenceFolder, EvidenceQuotaError } from './evidence-folder.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'plainsight-evidence-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const name = (over: Partial<{ atMs: number; host: string; addressKey: string; contentKey: string }> = {}) => ({
  atMs: Date.UTC(2026, 0, 31, 12),
  host: 'example.com:8080',
  addressKey: 'a'.repeat(64),
  contentKey: 'c'.repeat(64),
  ...over,
});
const bytes = (size: number) => new Uint8Array(size).fill(7);

test('a file is whole, for its owner only, in the folder of its day, and nothing else is left', async () => {
  const folder = new EvidenceFolder({ folder: join(base, 'new', 'folder'), maxBytes: 1000 });
  const path = await folder.keep(name(), bytes(10));
  expect(path).toContain(join('2026-01-31', '20260131T120000.000Z_example.com-8080_ua'));
  expect(await readFile(path)).toHaveLength(10);
  if (process.platform !== 'win32') {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(base, 'new', 'folder'))).mode & 0o077).toBe(0);
  }
  expect(await readdir(join(base, 'new', 'folder', '2026-01-31'))).toHaveLength(1);
});

test('files are found by address and by content, newest first', async () => {
  const folder = new EvidenceFolder({ folder: base, maxBytes: 1000 });
  const old = await folder.keep(name(), bytes(1));
  const next = await folder.keep(name({ atMs: Date.UTC(2026, 1, 1), contentKey: 'd'.repeat(64) }), bytes(1));
  const other = await folder.keep(name({ addressKey: 'b'.repeat(64) }), bytes(1));
  expect(await folder.find({ addressKey: 'a'.repeat(64) })).toEqual([next, old]);
  expect((await folder.find({ contentKey: 'c'.repeat(64) })).sort()).toEqual([old, other].sort());
  expect(await folder.find({ addressKey: 'f'.repeat(64) })).toEqual([]);
});

test('two reads of one page at one moment are two files', async () => {
  const folder = new EvidenceFolder({ folder: base, maxBytes: 1000 });
  const paths = await Promise.all([folder.keep(name(), bytes(1)), folder.keep(name(), bytes(1))]);
  expect(new Set(paths).size).toBe(2);
});

test('nothing is kept beyond the quota, with what earlier processes left counted, and nothing is deleted', async () => {
  await new EvidenceFolder({ folder: base, maxBytes: 1000 }).keep(name(), bytes(600));
  const folder = new EvidenceFolder({ folder: base, maxBytes: 1000 });
  const both = await Promise.allSettled([folder.keep(name(), bytes(300)), folder.keep(name(), bytes(300))]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(folder.keep(name(), bytes(200))).rejects.toThrow(EvidenceQuotaError);
  await folder.keep(name(), bytes(100));
  expect(await readdir(join(base, '2026-01-31'))).toHaveLength(3);
});

test('a folder that cannot be written is an error, and leaves no room taken', async () => {
  const file = join(base, 'file');
  await writeFile(file, '');
  await expect(
    new EvidenceFolder({ folder: join(file, 'x'), maxBytes: 1000 }).keep(name(), bytes(1)),
  ).rejects.toThrow();
  if (process.getuid?.() === 0) return;
  await chmod(base, 0o500);
  const folder = new EvidenceFolder({ folder: base, maxBytes: 10 });
  await expect(folder.keep(name(), bytes(10))).rejects.toMatchObject({ code: 'EACCES' });
  await chmod(base, 0o700);
  await folder.keep(name(), bytes(10));
});
