import { CdpFault } from './cdp/fault.ts';
import type { CallOptions, CommandTarget } from './cdp/session.ts';

/**
 * A world in which our scripts see the same document as the page's, but share no object with them: the page can
 * neither notice nor change what runs there. Whoever asks for one in a document gets the same (Chrome goes by the
 * name), since each costs two milliseconds; so scripts leave nothing behind there. No page knows the name.
 */
export async function createWorld(session: CommandTarget, frameId: string, options?: CallOptions): Promise<number> {
  const { executionContextId } = await session.send(
    'Page.createIsolatedWorld',
    { frameId, worldName: frameId },
    options,
  );
  return executionContextId;
}

/** Evaluates in a world; awaits promises; the result must be JSON. @throws CdpFault, also when the script throws. */
export async function evaluate(
  session: CommandTarget,
  contextId: number,
  expression: string,
  options?: CallOptions,
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send(
    'Runtime.evaluate',
    { contextId, expression, awaitPromise: true, returnByValue: true },
    options,
  );
  if (exceptionDetails) throw new CdpFault('refused', 'Runtime.evaluate', exceptionDetails.text);
  return result.value;
}

/** Evaluates once in the world of a frame. */
export async function evaluateAlone(
  session: CommandTarget,
  frameId: string,
  expression: string,
  options?: CallOptions,
): Promise<unknown> {
  return evaluate(session, await createWorld(session, frameId, options), expression, options);
}
