import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgressReporter } from './progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function contextWith(progressToken: string | number | undefined) {
  const sent: Array<{ progress: number; total?: number; message: string }> = [];
  const mcpReq = {
    _meta: progressToken === undefined ? {} : { progressToken },
    notify: async ({ params }: { params: (typeof sent)[number] }) => {
      sent.push(params);
    },
  };
  // seam: the two parts of the context that are used
  return { context: { mcpReq } as unknown as ServerContext, sent };
}

test('nothing is sent to a caller that gave no token', () => {
  expect(createProgressReporter(contextWith(undefined).context)).toBeNull();
});

test('the tokens 0 and "" are tokens', () => {
  for (const token of [0, '']) expect(createProgressReporter(contextWith(token).context)).not.toBeNull();
});

test('long silent work beats at least every 10 s, with numbers that rise and never reach the next step', async () => {
  const { context, sent } = contextWith('t');
  const reporter = createProgressReporter(context);
  await vi.advanceTimersByTimeAsync(20_000);
  reporter?.onProgress('fetch', 1, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  reporter?.onProgress('extract', 2, 3);
  await reporter?.stop();
  await vi.advanceTimersByTimeAsync(60_000);

  const numbers = sent.map(({ progress }) => progress);
  expect(numbers.length).toBeGreaterThanOrEqual(2 + 1 + 6 + 1);
  expect(numbers.slice(1).every((number, index) => number > (numbers[index] ?? Number.POSITIVE_INFINITY))).toBe(true);
  expect(numbers.filter((number) => number > 1 && number < 2).length).toBeGreaterThanOrEqual(6);
  expect(sent.at(-1)).toMatchObject({ progress: 2, total: 3, message: 'extract' });
});
