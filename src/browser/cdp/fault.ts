/**
 * Why a command has no answer. `closed`: the browser died or the connection ended; `gone`: only this tab, frame or
 * worker ended; `timeout`: no answer in time; `refused`: the browser answered with an error.
 */
export type CdpFaultKind = 'closed' | 'gone' | 'timeout' | 'refused';

/** A command that failed. The browser's own words are kept in `detail`: they may quote a page and are never shown. */
export class CdpFault extends Error {
  override readonly name = 'CdpFault';
  readonly kind: CdpFaultKind;
  readonly command: string;
  readonly detail: string;

  constructor(kind: CdpFaultKind, command: string, detail = '') {
    super(`${command}: ${WORDS[kind]}`);
    this.kind = kind;
    this.command = command;
    this.detail = detail;
  }
}

const WORDS: Record<CdpFaultKind, string> = {
  closed: 'the browser has gone',
  gone: 'the tab has gone',
  timeout: 'no answer in time',
  refused: 'the browser refused the command',
};

/** True when the browser or the tab died under a call, so that the same call can be tried on a new one. */
export function isBrowserLoss(thrown: unknown): boolean {
  return thrown instanceof CdpFault && (thrown.kind === 'closed' || thrown.kind === 'gone');
}

/** For cleaning up after something that may be dead already. Any other fault is passed on. */
export async function ignoreLoss(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    if (!(thrown instanceof CdpFault)) throw thrown;
  }
}
