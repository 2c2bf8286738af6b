import type { MessagePort } from 'node:worker_threads';
import { CdpFault } from '../../browser/cdp/fault.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../browser/cdp/protocol.ts';
import type { CallOptions, CommandTarget } from '../../browser/cdp/session.ts';
import { parseSnapshot, type SnapshotOptions } from '../../browser/snapshot.ts';
import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { Picture } from '../../visibility/rendered/picture.ts';
import { forgetLastPage } from './forget-last-page.ts';
import type { SentSnapshot, SightAsk, SightJob, SightReply } from './sight-job.ts';
import type { StandingPage, StandingSheets, StandingSnapshot } from './standing-page.ts';

/** A fault of the page's end, by the number under which it is kept there. */
export class RemoteFault extends CdpFault {
  readonly number: number;

  constructor({ number, kind, command, detail }: Extract<SightReply, { fault: unknown }>['fault']) {
    super(kind, command, detail);
    this.number = number;
  }
}

/** A page that stands still in another thread, seen from within a worker. */
export class RemotePage implements StandingPage {
  readonly frames: StandingPage['frames'];
  readonly elements: number;
  readonly sheets: StandingSheets;
  readonly #asking: Asking;
  readonly #sessions: CommandTarget[] = [];
  #isNew = true;

  constructor(job: SightJob) {
    this.#asking = new Asking(job.port);
    this.elements = job.elements;
    this.frames = job.frames.map(({ session, frameId }) => ({ session: this.#session(session), frameId }));
    this.sheets = {
      frameIds: job.sheetFrameIds,
      set: async (text, frameId) => {
        await this.#asking.ask({ what: 'sheet', text, frameId });
      },
      pageStyles: async () => job.pageStyles,
    };
  }

  async snapshot(options: SnapshotOptions): Promise<readonly StandingSnapshot[]> {
    const asked = this.#asking.ask({ what: 'snapshot', options });
    if (this.#isNew) forgetLastPage();
    this.#isNew = false;
    const sent = (await asked) as readonly SentSnapshot[]; // seam: ServedPage
    return sent.map(({ session, owner, snapshot }) => ({
      session: this.#session(session),
      owner: owner && { session: this.#session(owner.session), backendNodeId: owner.backendNodeId },
      snapshot: snapshot && parseSnapshot(snapshot),
    }));
  }

  async picture(area: Rect, { beyondViewport }: { readonly beyondViewport: boolean }): Promise<Picture | null> {
    return (await this.#asking.ask({ what: 'picture', area, beyondViewport })) as Picture | null; // seam: ServedPage
  }

  /** One object for each session, since they are compared. */
  #session(number: number): CommandTarget {
    this.#sessions[number] ??= new RemoteSession(this.#asking, number);
    return this.#sessions[number];
  }
}

class RemoteSession implements CommandTarget {
  readonly #asking: Asking;
  readonly #number: number;

  constructor(asking: Asking, number: number) {
    this.#asking = asking;
    this.#number = number;
  }

  async send<Name extends CommandName>(
    command: Name,
    input?: CommandInput<Name>,
    options?: CallOptions,
  ): Promise<CommandOutput<Name>> {
    const ask = { what: 'command', session: this.#number, command, input, timeoutMs: options?.timeoutMs } as const;
    return (await this.#asking.ask(ask)) as CommandOutput<Name>; // seam: the protocol's types
  }
}

/** Questions over a port and their answers. The other end puts a limit to each. */
class Asking {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (reply: SightReply) => void>();
  #next = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (reply: SightReply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  ask(ask: SightAsk): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => {
        if ('fault' in reply) reject(new RemoteFault(reply.fault));
        else resolve(reply.answer);
      });
      this.#port.postMessage({ id, ask });
    });
  }
}
