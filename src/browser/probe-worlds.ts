import { delay } from '../base/time.ts';
import { CdpFault } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import { createWorld, evaluate } from './isolated-world.ts';
import { type ProbeFacts, type ProbeWish, probeScript, readProbe } from './settle-probe.ts';
import type { Tab } from './tab.ts';

const GRACE_MS = 3_000;
/** Frames of other sites that are watched beside the page; more are seldom read. */
const MAX_FRAMES = 8;

/** The isolated worlds in which a document and the frames of other sites in it are watched: made when first needed. */
export class ProbeWorlds {
  readonly #tab: Tab;
  readonly #frames = new Map<string, number>();
  #contextId: number | null = null;
  /** Known from the look before; the first look waits for nothing and needs none. */
  #hasFrames = false;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async probe(wish: ProbeWish, signal: AbortSignal): Promise<ProbeFacts | 'replaced' | 'unresponsive'> {
    const { session, frameId, document } = this.#tab;
    const { commits } = document;
    const options = { signal, timeoutMs: wish.capMs + GRACE_MS };
    const inFrames = this.#hasFrames ? this.#probeFrames(wish, signal) : null;
    try {
      this.#contextId ??= await createWorld(session, frameId, options);
      const facts = readProbe(await evaluate(session, this.#contextId, probeScript(wish), options));
      if (facts === null) return 'unresponsive';
      this.#hasFrames = facts.frames > 0;
      return { ...facts, quiet: facts.quiet && ((await inFrames) ?? true) };
    } catch (thrown) {
      if (!(thrown instanceof CdpFault) || this.#tab.lost) throw thrown;
      if (thrown.kind === 'timeout') return 'unresponsive';
      // The document went away under the probe; the event that says so may be a moment behind.
      this.#contextId = null;
      if (document.commits === commits) await delay(20, signal);
      return 'replaced';
    }
  }

  /** True when all were quiet. A frame that cannot be asked does not hold up the page. Never rejects. */
  async #probeFrames(wish: ProbeWish, signal: AbortSignal): Promise<boolean> {
    const all = await this.#tab.frames.list().catch(() => []);
    const main = all.find(({ frameId }) => frameId === this.#tab.frameId);
    const foreign = all.filter((frame) => frame !== main && !frame.silent && frame.origin !== main?.origin);
    const answers = await Promise.all(
      foreign
        .slice(0, MAX_FRAMES)
        .map(({ session, frameId, loaderId }) =>
          this.#probeFrame(session, frameId, loaderId, wish, signal).catch(() => null),
        ),
    );
    return answers.every((facts) => facts?.quiet ?? true);
  }

  async #probeFrame(session: CdpSession, frameId: string, loaderId: string, wish: ProbeWish, signal: AbortSignal) {
    const options = { signal, timeoutMs: wish.capMs + GRACE_MS };
    const key = `${frameId} ${loaderId}`;
    const world = this.#frames.get(key) ?? (await createWorld(session, frameId, options));
    this.#frames.set(key, world);
    return readProbe(await evaluate(session, world, probeScript(wish), options));
  }
}
