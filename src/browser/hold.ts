import { randomBytes } from 'node:crypto';
import { CdpFault, ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import { createWorld } from './isolated-world.ts';

const HOLD_TIMEOUT_MS = 5_000;
const RELEASE_TIMEOUT_MS = 3_000;

/**
 * Stops all scripts of a page at a point that we choose, so that what is measured next is one state and no page
 * script can watch it being measured. A `debugger` statement in an isolated world does that: timers, frames of
 * animation, promises and messages wait and none is lost; the page can only see that time has passed. Plain
 * `Debugger.pause` may stop inside the page's own frame callback, where a screenshot would wait for ever.
 */
export class Hold implements AsyncDisposable {
  readonly #session: CdpSession;
  readonly #evaluation: Promise<unknown>;
  readonly #offs: ReadonlyArray<() => void>;
  #held = true;

  private constructor(session: CdpSession, evaluation: Promise<unknown>, offs: ReadonlyArray<() => void>) {
    this.#session = session;
    this.#evaluation = evaluation;
    this.#offs = offs;
  }

  /**
   * Holds all frames of a session (they share one thread).
   * @throws CdpFault `timeout` when the page's scripts do not let go within five seconds.
   */
  static async take(session: CdpSession, frameId: string, signal: AbortSignal): Promise<Hold> {
    const world = await createWorld(session, frameId, { signal, timeoutMs: HOLD_TIMEOUT_MS });
    const mark = `hold-${randomBytes(9).toString('base64url')}`;
    let isHeld = false;
    const offPaused = session.on('Debugger.paused', ({ callFrames }) => {
      if (callFrames[0]?.url === mark) isHeld = true;
      // The page has a `debugger` statement of its own and ran into it first.
      else if (!isHeld) void ignoreLoss(session.send('Debugger.resume'));
    });
    try {
      await session.send('Debugger.enable', undefined, { signal, timeoutMs: HOLD_TIMEOUT_MS });
      const paused = session.next('Debugger.paused', ({ callFrames }) => callFrames[0]?.url === mark, {
        timeoutMs: HOLD_TIMEOUT_MS,
        signal,
      });
      const evaluation = session.send(
        'Runtime.evaluate',
        { contextId: world, expression: `debugger\n//# sourceURL=${mark}` },
        { timeoutMs: 2 ** 31 - 1 },
      );
      evaluation.catch(() => {});
      await paused;
      const hold = new Hold(session, evaluation, [offPaused, session.on('Debugger.resumed', () => hold.#end())]);
      return hold;
    } catch (thrown) {
      offPaused();
      void ignoreLoss(session.send('Debugger.disable'));
      throw thrown;
    }
  }

  /** False when the page has run again, by release or because it was replaced. */
  get held(): boolean {
    return this.#held && !this.#session.ended;
  }

  /** Lets the scripts run on; never fails. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const off of this.#offs) off();
    const wasHeld = this.held;
    this.#end();
    if (this.#session.ended) return;
    if (wasHeld) await ignoreLoss(this.#session.send('Debugger.resume', undefined, { timeoutMs: RELEASE_TIMEOUT_MS }));
    await ignoreLoss(Promise.race([this.#evaluation, timeLimit(RELEASE_TIMEOUT_MS)]));
    await ignoreLoss(this.#session.send('Debugger.disable', undefined, { timeoutMs: RELEASE_TIMEOUT_MS }));
  }

  #end(): void {
    this.#held = false;
  }
}

function timeLimit(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new CdpFault('timeout', 'Runtime.evaluate')), ms).unref();
  });
}
