import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FIELD_KEYS, FIELDS } from '../../src/config/fields.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('every setting of compose.yaml is one, and the files it mounts are there', async () => {
  const compose = await readFile(join(ROOT, 'compose.yaml'), 'utf8');
  const known = FIELD_KEYS.map((key) => FIELDS[key].name as string); // seam: widened to compare with any name
  const named = [...compose.matchAll(/PLAINSIGHT_[A-Z_]+/gu)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  for (const [, file = ''] of compose.matchAll(/- (\.\/[\w./-]+):/gu)) {
    expect((await readFile(join(ROOT, file), 'utf8')).length).toBeGreaterThan(0);
  }
  // Beyond this machine nothing is published.
  expect([...compose.matchAll(/^ +- (.*:\d+:\d+)$/gmu)].map(([, port = '']) => port.startsWith('127.0.0.1:'))).toEqual([
    true,
    true,
  ]);
});

test('the SearXNG beside Plainsight answers in JSON and does not turn programs away', async () => {
  const settings = await readFile(join(ROOT, 'deploy/searxng/settings.yml'), 'utf8');
  expect(settings).toMatch(/formats:\n(?: +- \w+\n)* +- json\n/u);
  expect(settings).toMatch(/limiter: false/u);
  expect(settings).toMatch(/suspended_times:/u);
});
