import { expect, it } from 'vitest';
import { createMemoryStore } from './memory.ts';

function store(now: { ms: number }) {
  return createMemoryStore<{ size: number }>({
    maxBytes: 1000,
    ttlMs: 1000,
    sizeOf: ({ size }) => size,
    clock: { now: () => now.ms },
  });
}

it('forgets the least recently used when the bytes run out', () => {
  const values = store({ ms: 0 });
  for (const key of ['a', 'b', 'c']) values.set(key, { size: 300 });
  values.get('a');
  values.set('d', { size: 300 });
  expect(['a', 'b', 'c', 'd'].map((key) => values.get(key) !== undefined)).toEqual([true, false, true, true]);
  expect(values.bytes).toBeLessThanOrEqual(1000);
});

it('does not keep what is larger than the whole store', () => {
  const values = store({ ms: 0 });
  values.set('a', { size: 5000 });
  expect(values.get('a')).toBeUndefined();
  expect(values.entries).toBe(0);
});

it('forgets after the time of the store, or sooner when told', () => {
  const now = { ms: 0 };
  const values = store(now);
  values.set('a', { size: 1 });
  values.set('b', { size: 1 }, 10);
  values.set('c', { size: 1 }, 99_999);
  now.ms = 20;
  expect(values.get('a')).toBeDefined();
  expect(values.get('b')).toBeUndefined();
  now.ms = 1500;
  expect(values.get('a')).toBeUndefined();
  expect(values.get('c')).toBeUndefined();
});
