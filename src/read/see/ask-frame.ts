import type { CommandTarget } from '../../browser/cdp/session.ts';
import { createWorld } from '../../browser/isolated-world.ts';

const TIMEOUT_MS = 2_000;

/**
 * What a script says in a frame of a page that stands still, from a world of its own; undefined when the frame does not
 * answer. Promises are not waited for: none is kept in the hold.
 */
export async function askFrame(
  { session, frameId }: { readonly session: CommandTarget; readonly frameId: string },
  expression: string,
): Promise<unknown> {
  try {
    const contextId = await createWorld(session, frameId, { timeoutMs: TIMEOUT_MS });
    const asked = { contextId, expression, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', asked, { timeoutMs: TIMEOUT_MS });
    return exceptionDetails ? undefined : result.value;
  } catch {
    return undefined;
  }
}
