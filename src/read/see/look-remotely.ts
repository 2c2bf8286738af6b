import { look } from './look.ts';
import { packSight } from './packed-sight.ts';
import { RemoteFault, RemotePage } from './remote-page.ts';
import type { SightJob, SightJobResult } from './sight-job.ts';

/** A whole look, in the worker: from snapshots and pictures to the packed tree with its verdicts. */
export async function lookRemotely(job: SightJob): Promise<SightJobResult> {
  try {
    const looked = await look(new RemotePage(job), job.look);
    if (looked === 'scroll first') return { type: looked };
    return { type: 'seen', sight: packSight(looked.seen), notes: looked.seen.notes };
  } catch (thrown) {
    if (thrown instanceof RemoteFault) return { type: 'fault', fault: thrown.number };
    throw thrown;
  } finally {
    job.port.close();
  }
}
