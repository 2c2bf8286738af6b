import type { MessagePort } from 'node:worker_threads';
import { CdpFault } from '../../browser/cdp/fault.ts';
import type { CommandName } from '../../browser/cdp/protocol.ts';
import type { CdpSession } from '../../browser/cdp/session.ts';
import type { HeldPage } from '../../browser/held-page.ts';
import { decodePicture } from './decode-picture.ts';
import type { SentSnapshot, SightAsk, SightReply } from './sight-job.ts';

/** The page's end of a look in a worker: answers what the worker asks for. */
export class ServedPage {
  /** What commands failed with, by number: such values lose their kind on the way to a worker and back. */
  readonly faults: unknown[] = [];
  readonly sessions: readonly CdpSession[];
  readonly #held: HeldPage;

  constructor(held: HeldPage) {
    this.#held = held;
    this.sessions = [...new Set([held.tab.session, ...held.frames.map(({ session }) => session)])];
  }

  /** Answers until the port is closed. */
  serve(port: MessagePort): void {
    port.on('message', ({ id, ask }: { readonly id: number; readonly ask: SightAsk }) => {
      const transfer: ArrayBuffer[] = [];
      this.#answer(ask, transfer).then(
        (answer) => post(port, { id, answer }, transfer),
        (thrown: unknown) => post(port, { id, fault: this.#fault(thrown) }, []),
      );
    });
  }

  async #answer(ask: SightAsk, transfer: ArrayBuffer[]): Promise<unknown> {
    const held = this.#held;
    switch (ask.what) {
      case 'command': {
        const session = this.sessions[ask.session] ?? held.tab.session;
        const limit = ask.timeoutMs === undefined ? {} : { timeoutMs: ask.timeoutMs };
        const command = ask.command as CommandName; // seam: sent by our own worker, which knows the protocol's types
        return await session.send(command, ask.input as never, limit);
      }
      case 'snapshot': {
        const all = await held.snapshotBytes(ask.options);
        return all.map(({ session, owner, snapshot }): SentSnapshot => {
          if (snapshot?.bytes.buffer instanceof ArrayBuffer) transfer.push(snapshot.bytes.buffer);
          return {
            session: this.sessions.indexOf(session),
            owner: owner && { session: this.sessions.indexOf(owner.session), backendNodeId: owner.backendNodeId },
            snapshot,
          };
        });
      }
      case 'picture':
        return await decodePicture(await held.screenshot(ask.area, { beyondViewport: ask.beyondViewport }), ask.area);
      case 'sheet':
        return await held.sheets.set(ask.text, ask.frameId);
    }
  }

  #fault(thrown: unknown) {
    const number = this.faults.push(thrown) - 1;
    const { kind, command, detail } = thrown instanceof CdpFault ? thrown : new CdpFault('closed', 'a look');
    return { number, kind, command, detail };
  }
}

/** The worker may have been ended meanwhile; then nobody listens. */
function post(port: MessagePort, reply: SightReply, transfer: ArrayBuffer[]): void {
  port.postMessage(reply, transfer);
}
