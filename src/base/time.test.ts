import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { Deadline, delay } from './time.ts';

test('a deadline aborts with a TimeoutError and says that it timed out', async () => {
  using deadline = new Deadline(5);
  await expect(delay(1000, deadline.signal)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(deadline.timedOut).toBe(true);
  expect(deadline.remainingMs).toBe(0);
});

test('a caller who cancels ends the deadline with the code “cancelled”', () => {
  const caller = new AbortController();
  using deadline = new Deadline(60_000, caller.signal);
  caller.abort();
  expect(deadline.signal.reason).toBeInstanceOf(AppError);
  expect(deadline.signal.reason).toMatchObject({ code: 'cancelled' });
  expect(deadline.timedOut).toBe(false);
  expect(deadline.remainingMs).toBeGreaterThan(50_000);
});

test('an outer deadline that times out counts as a time-out of the inner one', () => {
  const outer = new AbortController();
  using inner = new Deadline(60_000, outer.signal);
  outer.abort(new DOMException('over', 'TimeoutError'));
  expect(inner.timedOut).toBe(true);
});

test('a deadline under an aborted signal is over from the start', () => {
  using deadline = new Deadline(60_000, AbortSignal.abort());
  expect(deadline.signal.aborted).toBe(true);
});
