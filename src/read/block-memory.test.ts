import { expect, it } from 'vitest';
import { createLocalStore } from '../stores/local-key-value.ts';
import { BLOCK_TTL_MS, createBlockMemory } from './block-memory.ts';

const HOUR_MS = 60 * 60 * 1000;

function setUp(random: () => number = () => 0.9999) {
  let now = 1_800_000_000_000;
  const clock = { now: () => now };
  const store = createLocalStore({ file: null, maxEntries: 100, clock });
  const pass = (ms: number) => {
    now += ms;
  };
  return { store, pass, memory: createBlockMemory({ store, clock, random }) };
}

it('remembers a site, with and without www, for a day', async () => {
  const { memory, pass } = setUp();
  expect(await memory.skipsPlain('https://e.test/a')).toBe(false);
  await memory.remember('https://www.e.test/a?b#c');
  expect(await memory.skipsPlain('https://e.test/other')).toBe(true);
  for (const other of ['https://f.test/', 'https://shop.e.test/', 'https://e.test:8443/', 'no address']) {
    expect(await memory.skipsPlain(other)).toBe(false);
  }
  pass(BLOCK_TTL_MS);
  expect(await memory.skipsPlain('https://e.test/a')).toBe(false);
});

it('looks again the likelier, the longer ago it was', async () => {
  let draw = 0;
  const { memory, pass } = setUp(() => draw);
  await memory.remember('https://e.test/');
  expect(await memory.skipsPlain('https://e.test/')).toBe(true);
  pass(6 * HOUR_MS);
  draw = 0.24;
  expect(await memory.skipsPlain('https://e.test/')).toBe(false);
  draw = 0.26;
  expect(await memory.skipsPlain('https://e.test/')).toBe(true);
  pass(12 * HOUR_MS);
  expect(await memory.skipsPlain('https://e.test/')).toBe(false);
});

it('forgets a site that has opened', async () => {
  const { memory } = setUp();
  await memory.remember('https://e.test/');
  await memory.forget('https://www.e.test/x');
  expect(await memory.skipsPlain('https://e.test/')).toBe(false);
});

it('keeps no names of sites', async () => {
  const { memory, store } = setUp();
  await memory.remember('https://very-private.test/');
  expect(JSON.stringify(await store.list(''))).not.toContain('private');
});
