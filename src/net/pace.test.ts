import { describe, expect, it } from 'vitest';
import { AppError } from '../base/errors.ts';
import { createPace } from './pace.ts';

const clockAt = (start: number) => {
  let now = start;
  return {
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
};
const errorOf = (promise: Promise<void>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('pace', () => {
  it('lets the first request pass and makes the next of the same site wait its turn', async () => {
    const pace = createPace({ hostDelayMs: 60 });
    const started = performance.now();
    await pace.enter('a.example.com', 443, {});
    await Promise.all([pace.enter('b.example.com', 443, {}), pace.enter('other.test', 443, {})]);
    expect(performance.now() - started).toBeGreaterThan(50);
  });

  it('refuses at once what would wait too long, with the time to come back', async () => {
    const clock = clockAt(1000);
    const pace = createPace({ hostDelayMs: 4000, maxWaitMs: 5000, clock });
    await pace.enter('x.test', 80, {});
    const error = await errorOf(pace.enter('x.test', 80, { maxWaitMs: 1000 }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 4000, retryable: true });
    clock.advance(4000);
    expect(await errorOf(pace.enter('x.test', 80, {}))).toBeNull();
  });

  it('keeps a site at rest for as long as it asked', async () => {
    const clock = clockAt(0);
    const pace = createPace({ hostDelayMs: 0, clock });
    pace.rest('www.example.com', 443, 120_000);
    expect(await errorOf(pace.enter('example.com', 443, {}))).toMatchObject({ retryAfterMs: 120_000 });
    expect(await errorOf(pace.enter('example.org', 443, {}))).toBeNull();
    clock.advance(120_000);
    expect(await errorOf(pace.enter('example.com', 443, {}))).toBeNull();
  });

  it('lets the pieces of a page come at once, unless the site rests', async () => {
    const clock = clockAt(0);
    const pace = createPace({ hostDelayMs: 9000, maxWaitMs: 1, clock });
    await pace.enter('x.test', 443, {});
    for (let i = 0; i < 5; i++) expect(await errorOf(pace.enter('x.test', 443, { part: true }))).toBeNull();
    expect(await errorOf(pace.enter('x.test', 443, {}))).toMatchObject({ retryAfterMs: 9000 });
    pace.rest('x.test', 443, 60_000);
    expect(await errorOf(pace.enter('x.test', 443, { part: true }))).toMatchObject({ retryAfterMs: 60_000 });
  });

  it('has a bounded line and lets a caller leave it', async () => {
    const pace = createPace({ hostDelayMs: 500, maxQueue: 2 });
    const controller = new AbortController();
    await pace.enter('x.test', 80, {});
    const waiting = [1, 2].map(() => errorOf(pace.enter('x.test', 80, { signal: controller.signal })));
    expect(await errorOf(pace.enter('x.test', 80, {}))).toBeInstanceOf(AppError);
    controller.abort(new Error('gone'));
    expect((await Promise.all(waiting)).map(String)).toEqual(['Error: gone', 'Error: gone']);
  });

  it('tells addresses without a name apart by port', async () => {
    const clock = clockAt(0);
    const pace = createPace({ hostDelayMs: 9000, maxWaitMs: 1, clock });
    await pace.enter('127.0.0.1', 1, {});
    expect(await errorOf(pace.enter('127.0.0.1', 2, {}))).toBeNull();
    expect(await errorOf(pace.enter('127.0.0.1', 1, {}))).toMatchObject({ code: 'rate_limited' });
  });
});
