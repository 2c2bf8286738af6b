import { ignoreLoss } from '../cdp/fault.ts';
import type { CdpSession } from '../cdp/session.ts';
import type { Identity } from '../identity.ts';
import { disguiseWorker } from './disguise.ts';

/** Workers that outlive the page that starts them. */
const LASTING = ['service_worker', 'shared_worker'] as const;

/**
 * For the sessions of pages, which else attach to such workers as well and would let them start too early. Tabs are
 * left out as they are by default: a window that a page opens would wait, and the page with it.
 */
export const NO_LASTING_WORKERS = [...['browser', 'tab', ...LASTING].map((type) => ({ type, exclude: true })), {}];

/**
 * Attaches to shared and service workers of the whole browser as they start, and tells them who their visitor is
 * before their first script runs. They answer only once they run, so that the order of the two commands is all there
 * is: waiting for the first answer, a worker would never start (measured). For browsers that are ours alone.
 */
export async function disguiseLastingWorkers(root: CdpSession, identity: Identity): Promise<void> {
  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (!LASTING.some((type) => type === targetInfo.type)) return;
    const session = root.child(sessionId, targetInfo.targetId);
    void ignoreLoss(disguiseWorker(session, identity));
    void ignoreLoss(session.send('Runtime.runIfWaitingForDebugger'));
  });
  const filter = LASTING.map((type) => ({ type }));
  await root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter });
}
