import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './faults.ts';
import { loadConfigWithFile } from './file.ts';
import { listenFault } from './listen-rule.ts';
import { ensurePrivateFolder, isOpenToOthers } from './paths.ts';
import { shownSettings } from './shown.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plainsight-config-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('config.json in the data folder is read when it exists', async () => {
  const env = { PLAINSIGHT_HOME: home };
  expect((await loadConfigWithFile({ env, flags: {} })).filePath).toBeNull();
  await writeFile(join(home, 'config.json'), '\uFEFF{"port": 9000}');
  const loaded = await loadConfigWithFile({ env, flags: {} });
  expect([loaded.config.port, loaded.sources.port, loaded.filePath]).toEqual([9000, 'file', join(home, 'config.json')]);
});

test('a named file that is absent, broken or a folder is a fault that names the variable', async () => {
  await writeFile(join(home, 'broken.json'), '{port: 1}');
  for (const name of ['absent.json', 'broken.json', '.']) {
    const loading = loadConfigWithFile({ env: { PLAINSIGHT_HOME: home }, flags: { config: join(home, name) } });
    await expect(loading).rejects.toThrow(ConfigError);
    await expect(loading).rejects.toThrow(/PLAINSIGHT_CONFIG/u);
  }
});

test('a new data folder is for its owner only, and one that was there keeps its mode', async () => {
  const fresh = join(home, 'a', 'b');
  await ensurePrivateFolder(fresh);
  expect((await stat(fresh)).mode & 0o777).toBe(0o700);
  expect(await isOpenToOthers(fresh)).toBe(false);
  const shared = join(home, 'shared');
  await mkdir(shared, { mode: 0o755 });
  await ensurePrivateFolder(shared);
  expect((await stat(shared)).mode & 0o777).toBe(0o755);
  expect(await isOpenToOthers(shared)).toBe(true);
});

test('the shown settings carry sources and no secrets', async () => {
  const env = { PLAINSIGHT_HOME: home, PLAINSIGHT_AUTH_TOKEN: 'topsecret', PLAINSIGHT_PROXY: 'http://me:pa55@proxy:1' };
  const shown = shownSettings(await loadConfigWithFile({ env, flags: { port: 1 } }));
  expect(JSON.stringify(shown)).not.toMatch(/topsecret|pa55/u);
  expect(shown.find(({ name }) => name === 'PLAINSIGHT_PROXY')?.value).toContain('@proxy:1');
  expect(shown.find(({ name }) => name === 'PLAINSIGHT_PORT')).toMatchObject({ value: '1', source: 'flag' });
});

test.each([
  ['127.0.0.1', '', true],
  ['127.9.9.9', '', true],
  ['::1', '', true],
  ['localhost', '', true],
  ['0.0.0.0', '', false],
  ['::', '', false],
  ['192.168.1.2', '', false],
  ['0.0.0.0', 'a-token', true],
])('listening on %s with the token “%s” is allowed: %s', (host, authToken, allowed) => {
  expect(listenFault({ host, authToken }) === null).toBe(allowed);
});
