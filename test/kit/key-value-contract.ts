import { describe, expect, test } from 'vitest';
import type { KeyValueStore } from '../../src/stores/key-value.ts';

export interface StoreUnderTest {
  readonly store: KeyValueStore;
  /** Lets so much time pass for the store: by a clock of the test, or by waiting. */
  pass(ms: number): Promise<void>;
}

const RULE = { limit: 3, windowMs: 1000, gapMs: 100 };

/** What every driver of the key-value store holds. `open` gives an empty one; drivers of a server take a prefix of their own. */
export function keyValueContract(driver: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the key-value store (${driver})`, () => {
    test('gives back what was put in, until its time is over', async () => {
      const { store, pass } = await open();
      await store.set('a', 'one ✓', 500);
      expect(await store.get('a')).toBe('one ✓');
      expect(await store.get('b')).toBeNull();
      await pass(600);
      expect(await store.get('a')).toBeNull();
      await store.close();
    });

    test('takes the later value and its time', async () => {
      const { store, pass } = await open();
      await store.set('a', 'one', 200);
      await store.set('a', 'two', 5000);
      await pass(400);
      expect(await store.get('a')).toBe('two');
      await store.close();
    });

    test('forgets what is deleted, and nothing else', async () => {
      const { store } = await open();
      await store.set('a', 'one', 5000);
      await store.set('b', 'two', 5000);
      await store.delete('a');
      await store.delete('never there');
      expect([await store.get('a'), await store.get('b')]).toEqual([null, 'two']);
      await store.close();
    });

    test('lists the live values under a prefix by their keys', async () => {
      const { store, pass } = await open();
      await store.set('rest:b', '2', 5000);
      await store.set('rest:a', '1', 5000);
      await store.set('rest:*', 'no pattern', 5000);
      await store.set('rest:c', '3', 100);
      await store.set('other:d', '4', 5000);
      await pass(300);
      expect(await store.list('rest:')).toEqual([
        ['rest:*', 'no pattern'],
        ['rest:a', '1'],
        ['rest:b', '2'],
      ]);
      await store.close();
    });

    test('hands out moments of a lane in order: never closer than the gap, never more than the limit in a window', async () => {
      const { store } = await open();
      const taken = await Promise.all(Array.from({ length: 7 }, () => store.reserve('lane', RULE, 60_000)));
      expect(taken.every(({ granted }) => granted)).toBe(true);
      const waits = taken.map(({ waitMs }) => waitMs);
      for (let at = 1; at < waits.length; at++) {
        // A store with a clock of its own may have moved on by a few milliseconds between two of them.
        expect((waits[at] ?? 0) - (waits[at - 1] ?? 0)).toBeGreaterThanOrEqual(RULE.gapMs - 60);
        if (at >= RULE.limit) {
          expect((waits[at] ?? 0) - (waits[at - RULE.limit] ?? 0)).toBeGreaterThanOrEqual(RULE.windowMs - 60);
        }
      }
      await store.close();
    });

    test('takes nothing when the wait would be too long, and says how long it would be', async () => {
      const { store } = await open();
      for (let turn = 0; turn < RULE.limit; turn++) await store.reserve('lane', RULE, 60_000);
      const refused = await store.reserve('lane', RULE, 100);
      expect(refused.granted).toBe(false);
      expect(refused.waitMs).toBeGreaterThan(100);
      const next = await store.reserve('lane', RULE, 60_000);
      expect(next).toMatchObject({ granted: true });
      expect(next.waitMs).toBeLessThanOrEqual(refused.waitMs);
      await store.close();
    });

    test('keeps lanes apart, and frees a lane as time passes', async () => {
      const { store, pass } = await open();
      await store.reserve('a', { limit: 1, windowMs: 400, gapMs: 0 }, 0);
      expect(await store.reserve('a', { limit: 1, windowMs: 400, gapMs: 0 }, 0)).toMatchObject({ granted: false });
      expect(await store.reserve('b', { limit: 1, windowMs: 400, gapMs: 0 }, 0)).toMatchObject({ granted: true });
      await pass(600);
      expect(await store.reserve('a', { limit: 1, windowMs: 400, gapMs: 0 }, 0)).toMatchObject({ granted: true });
      await store.close();
    });
  });
}
