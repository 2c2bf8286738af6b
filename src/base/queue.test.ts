import { expect, test } from 'vitest';
import { abortable, Mutex, Semaphore, SingleFlight } from './queue.ts';
import { delay } from './time.ts';

test('a semaphore lets in as many as its limit and serves the rest in order of arrival', async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      semaphore.run(async () => {
        order.push(n);
        most = Math.max(most, ++running);
        await delay(2);
        running--;
      }),
    ),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(semaphore.held).toBe(0);
});

test('a waiter that gives up leaves the queue and does not swallow a place', async () => {
  const mutex = new Mutex();
  const release = await mutex.acquire();
  const impatient = new AbortController();
  const waiting = mutex.acquire(impatient.signal);
  const patient = mutex.acquire();
  impatient.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  release();
  release();
  (await patient)();
  expect(mutex.held).toBe(0);
  expect(mutex.waiting).toBe(0);
});

test('concurrent calls for one key share a flight, later ones start a new one', async () => {
  const flights = new SingleFlight<number>();
  let started = 0;
  const work = async () => {
    started++;
    await delay(5);
    return started;
  };
  expect(await Promise.all([flights.run('a', work), flights.run('a', work)])).toEqual([1, 1]);
  expect(await flights.run('a', work)).toBe(2);
});

test('one caller that cancels does not take the flight away from the other', async () => {
  const flights = new SingleFlight<string>();
  const quitter = new AbortController();
  let aborted = false;
  const work = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      aborted = true;
    });
    await delay(10, signal);
    return 'page';
  };
  const first = flights.run('a', work, quitter.signal);
  const second = flights.run('a', work);
  quitter.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(await second).toBe('page');
  expect(aborted).toBe(false);
});

test('when every caller has cancelled, the work is told', async () => {
  const flights = new SingleFlight<void>();
  const quitter = new AbortController();
  let aborted = false;
  const flight = flights.run(
    'a',
    (signal) =>
      delay(1000, signal).catch((reason: unknown) => {
        aborted = true;
        throw reason;
      }),
    quitter.signal,
  );
  quitter.abort(new Error('gone'));
  await expect(flight).rejects.toThrow('gone');
  await delay(1);
  expect(aborted).toBe(true);
});

test('abortable rejects at once for a signal that is aborted already', async () => {
  await expect(abortable(delay(1000), AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});
