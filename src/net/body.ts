import { deflateRawSync } from 'node:zlib';
import { WireError } from './client.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Longest wait for the next byte. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

export interface BodyRead {
  readonly bytes: Uint8Array;
  readonly end: 'complete' | 'over_cap' | 'broken_off' | 'decode_error';
}

/**
 * Reads a body to its end, its cap or its first fault. Rejects with WireError `timeout` when no byte comes, and
 * with the signal's reason; what the network broke is an `end`, because what came before it is still worth reading.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<BodyRead> {
  const iterator = body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let size = 0;
  const result = (end: BodyRead['end']) => ({ bytes: Buffer.concat(parts, Math.min(size, limits.maxBytes)), end });
  let finished = false;
  try {
    while (true) {
      const next = await within(iterator.next(), limits);
      if (next.done) {
        finished = true;
        return result('complete');
      }
      parts.push(next.value);
      size += next.value.length;
      if (size > limits.maxBytes) return result('over_cap');
    }
  } catch (thrown) {
    if (!(thrown instanceof WireError) || thrown.fault === 'timeout') throw thrown;
    return result(thrown.fault === 'decode' ? 'decode_error' : 'broken_off');
  } finally {
    // Not awaited: a stream that hangs would hang here as well.
    if (!finished) iterator.return?.()?.catch(() => {});
  }
}

function within<T>(promise: Promise<T>, { idleMs, signal }: BodyLimits): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      act();
    };
    const onAbort = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => settle(() => reject(new WireError('timeout', 'the server went silent'))), idleMs);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (value) => settle(() => resolve(value)),
      (fault) => settle(() => reject(fault)),
    );
  });
}

const SAMPLE_BYTES = 262_144;
const FILLER_RATIO = 100;

/**
 * True for a bomb's filling: text of people compresses three- to tenfold, repeated page markup up to some thirtyfold,
 * never a hundredfold. Judged on the last bytes that came, since a bomb may begin like a page.
 */
export function looksLikeFiller(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(Math.max(0, bytes.length - SAMPLE_BYTES));
  return sample.length === SAMPLE_BYTES && deflateRawSync(sample, { level: 6 }).length * FILLER_RATIO < sample.length;
}
