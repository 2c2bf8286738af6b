import type { ServerContext } from '@modelcontextprotocol/server';
import type { OnProgress } from '../toolkit/run.ts';

/** Clients with a reset-on-progress time-out wait for 30 s or longer; several beats fit in that. */
const HEARTBEAT_MS = 8_000;

export interface ProgressReporter {
  readonly onProgress: OnProgress;
  /** Stops the heartbeat and waits for what is still being sent, so that no message follows the result. */
  stop(): Promise<void>;
}

/**
 * Sends `notifications/progress` for one call, if its caller gave a token: each step, and on long silent work a
 * heartbeat. The protocol wants numbers that strictly rise, so a heartbeat goes half of the way to the next whole
 * number and never reaches it.
 */
export function createProgressReporter(context: ServerContext): ProgressReporter | null {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  let last = -1;
  let lastStep = 'waiting';
  let lastTotal: number | null = null;
  let sending: Promise<void> = Promise.resolve();

  const send = (progress: number) => {
    last = progress;
    heartbeat.refresh();
    const total = lastTotal !== null && lastTotal >= progress ? { total: lastTotal } : {};
    const params = { progressToken, progress, ...total, message: lastStep };
    // A caller that went away cannot be told; its call is cancelled by its own signal.
    sending = context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const heartbeat = setTimeout(() => send(last < 0 ? 0 : last + (Math.floor(last) + 1 - last) / 2), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    onProgress: (step, done, total) => {
      lastStep = step;
      lastTotal = total;
      if (done > last) send(done);
    },
    stop: async () => {
      clearTimeout(heartbeat);
      await sending;
    },
  };
}
