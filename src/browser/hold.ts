import { randomBytes } from 'node:crypto';
import { CdpFault, ignoreLoss } from './cdp/fault.ts';
import type { EventData } from './cdp/protocol.ts';
import type { CdpSession } from './cdp/session.ts';
import { createWorld } from './isolated-world.ts';

const HOLD_TIMEOUT_MS = 5_000;
const RELEASE_TIMEOUT_MS = 3_000;
const MAX_TRIES = 5;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Stops all scripts of a page at a point that we choose, so that what is measured next is one state and no page
 * script can watch it being measured. A `debugger` statement in an isolated world does that: timers, frames of
 * animation, promises and messages wait and none is lost; the page can only see that time has passed. Plain
 * `Debugger.pause` may stop inside the page's own frame callback, where a screenshot would wait for ever.
 */
export class Hold implements AsyncDisposable {
  readonly #session: CdpSession;
  readonly #evaluation: { readonly ended: Promise<unknown> };
  readonly #offs: ReadonlyArray<() => void>;
  #held = true;

  private constructor(
    session: CdpSession,
    evaluation: { readonly ended: Promise<unknown> },
    offs: ReadonlyArray<() => void>,
  ) {
    this.#session = session;
    this.#evaluation = evaluation;
    this.#offs = offs;
  }

  /**
   * Holds all frames of a session (they share one thread).
   * @throws CdpFault `timeout` when the page's scripts do not let go within five seconds.
   */
  static async take(session: CdpSession, frameId: string, signal: AbortSignal): Promise<Hold> {
    const mark = `hold-${randomBytes(9).toString('base64url')}`;
    let ours = '';
    const isOurs = (pause: EventData<'Debugger.paused'>) => pause.callFrames[0]?.location.scriptId === ours;
    const offParsed = session.on('Debugger.scriptParsed', ({ url, scriptId }) => {
      if (url === mark) ours = scriptId;
    });
    const offPaused = session.on('Debugger.paused', (pause) => {
      // The page has a `debugger` statement of its own and ran into it first.
      if (!isOurs(pause)) void ignoreLoss(session.send('Debugger.resume'));
    });
    try {
      const options = { signal, timeoutMs: HOLD_TIMEOUT_MS };
      // `debugger` statements of the page are passed over from here on.
      const patterns = [`^(?!${mark}$)`];
      const [world] = await Promise.all([
        createWorld(session, frameId, options),
        session.send('Debugger.enable', undefined, options),
        session.send('Debugger.setBlackboxPatterns', { patterns, skipAnonymous: true }, options),
      ]);
      const evaluation = await stop(session, { world, mark, isOurs }, signal);
      const hold: Hold = new Hold(session, evaluation, [offPaused, session.on('Debugger.resumed', () => hold.#end())]);
      return hold;
    } catch (thrown) {
      offPaused();
      void ignoreLoss(session.send('Debugger.disable'));
      throw thrown;
    } finally {
      offParsed();
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
    await ignoreLoss(Promise.race([this.#evaluation.ended, timeLimit(RELEASE_TIMEOUT_MS)]));
    await ignoreLoss(this.#session.send('Debugger.disable', undefined, { timeoutMs: RELEASE_TIMEOUT_MS }));
  }

  #end(): void {
    this.#held = false;
  }
}

interface Stop {
  readonly world: number;
  readonly mark: string;
  isOurs(pause: EventData<'Debugger.paused'>): boolean;
}

/** Resolves, when the page stands still, to the evaluation that ends with the hold. */
async function stop(
  session: CdpSession,
  { world, mark, isOurs }: Stop,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<unknown> }> {
  for (let tries = 1; ; tries++) {
    const paused = session.next('Debugger.paused', isOurs, { timeoutMs: HOLD_TIMEOUT_MS, signal });
    const ended = session.send(
      'Runtime.evaluate',
      { contextId: world, expression: `debugger\n//# sourceURL=${mark}` },
      { timeoutMs: MAX_TIMER_MS },
    );
    // While the page stands in a `debugger` statement of its own, ours is passed over and ends without a stop.
    const first = await Promise.race([paused.then(() => 'held'), ended.then(() => 'missed')]);
    if (first === 'held') {
      ended.catch(() => {});
      return { ended };
    }
    paused.catch(() => {});
    if (tries === MAX_TRIES) throw new CdpFault('timeout', 'Debugger.paused');
  }
}

function timeLimit(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new CdpFault('timeout', 'Runtime.evaluate')), ms).unref();
  });
}
