import { delay } from '../base/time.ts';
import { CdpFault } from './cdp/fault.ts';
import type { PageFrame } from './frames.ts';
import { createWorld, evaluate } from './isolated-world.ts';
import { type ProbeFacts, type ProbeWish, probeScript, readProbe } from './settle-probe.ts';
import type { Tab } from './tab.ts';

const GRACE_MS = 3_000;
/** Frames that are watched beside the page; more are seldom read. */
const MAX_FRAMES = 8;

/** The isolated worlds in which a document and the frames in it are watched: made when first needed. */
export class ProbeWorlds {
  readonly #tab: Tab;
  readonly #frames = new Map<string, number>();
  #contextId: number | null = null;
  /** Known from the look before. */
  #hasFrames = false;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async probe(wish: ProbeWish, signal: AbortSignal): Promise<ProbeFacts | 'replaced' | 'unresponsive'> {
    const { session, frameId, document } = this.#tab;
    const { commits } = document;
    const options = { signal, timeoutMs: wish.capMs + GRACE_MS };
    const inFrames = this.#hasFrames ? this.#probeFrames({ ...wish, ifScripted: false }, signal) : null;
    try {
      this.#contextId ??= await createWorld(session, frameId, options);
      const facts = readProbe(await evaluate(session, this.#contextId, probeScript(wish), options));
      if (facts === null) return 'unresponsive';
      this.#hasFrames = facts.frames > 0;
      const frames = await inFrames;
      return {
        ...facts,
        // Frames that nobody has asked yet are not known to be quiet.
        quiet: facts.quiet && (frames ? frames.every(({ quiet }) => quiet) : facts.frames === 0),
        scheduled: (frames ?? []).reduce((sum, { scheduled }) => sum + scheduled, facts.scheduled),
      };
    } catch (thrown) {
      if (!(thrown instanceof CdpFault) || this.#tab.lost) throw thrown;
      if (thrown.kind === 'timeout') return 'unresponsive';
      // The document went away under the probe; the event that says so may be a moment behind.
      this.#contextId = null;
      if (document.commits === commits) await delay(20, signal);
      return 'replaced';
    }
  }

  /** What is going on in the frames. One that cannot be asked does not hold up the page. Never rejects. */
  async #probeFrames(wish: ProbeWish, signal: AbortSignal): Promise<readonly ProbeFacts[]> {
    const all = await this.#tab.frames.list().catch(() => []);
    const frames = all.filter(({ frameId, silent }) => frameId !== this.#tab.frameId && !silent).slice(0, MAX_FRAMES);
    const answers = await Promise.all(frames.map((frame) => this.#probeFrame(frame, wish, signal).catch(() => null)));
    return answers.filter((facts) => facts !== null);
  }

  async #probeFrame({ session, frameId, loaderId }: PageFrame, wish: ProbeWish, signal: AbortSignal) {
    const options = { signal, timeoutMs: wish.capMs + GRACE_MS };
    const key = `${frameId} ${loaderId}`;
    const world = this.#frames.get(key) ?? (await createWorld(session, frameId, options));
    this.#frames.set(key, world);
    return readProbe(await evaluate(session, world, probeScript(wish), options));
  }
}
