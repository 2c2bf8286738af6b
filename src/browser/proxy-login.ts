import { createHash } from 'node:crypto';
import { canParseUrl } from '../base/url.ts';
import { ignoreLoss } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';
import { evaluateAlone } from './isolated-world.ts';
import type { ProxyLogin } from './running-browser.ts';

/**
 * Chrome takes no password for a proxy on its command line. It asks for one when the proxy answers 407, and then
 * remembers it for everything that the context loads: sub-resources, WebSockets, workers. So a new context makes one
 * request of its own before it is used, from an isolated world of its blank first page, and the question that follows
 * is answered here. The name in it ends in `.invalid`, which exists nowhere (RFC 2606), and its path cannot be guessed,
 * so that no page can ask for it and know its visitor by the answer. What the browser itself tries
 * to send home belongs to no context, knows no password and is turned away by the proxy.
 */
export function loginUrl(proxy: ProxyLogin): string {
  return `http://proxy-login.invalid/${createHash('sha256').update(proxy.password).digest('hex')}`;
}

const LOGIN_TIMEOUT_MS = 5_000;

/**
 * Answers questions for passwords from now on: the proxy's with the login, a site's with a cancel (the page that
 * goes with the refusal is shown, instead of a window that waits for a person).
 */
export function answerPasswordQuestions(session: CdpSession, proxy: ProxyLogin | null): void {
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const mine = proxy !== null && authChallenge.source === 'Proxy' && isProxy(authChallenge.origin, proxy);
    const answer = mine
      ? { response: 'ProvideCredentials' as const, username: proxy.username, password: proxy.password }
      : { response: 'CancelAuth' as const };
    void ignoreLoss(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }));
  });
}

/** Makes the context known to the proxy. To be called on the blank page, with Fetch enabled for the address. */
export async function logInToProxy(session: CdpSession, frameId: string, proxy: ProxyLogin): Promise<void> {
  await evaluateAlone(
    session,
    frameId,
    `fetch(${JSON.stringify(loginUrl(proxy))},{mode:'no-cors'}).then(()=>1,()=>0)`,
    {
      timeoutMs: LOGIN_TIMEOUT_MS,
    },
  );
}

function isProxy(origin: string, proxy: ProxyLogin): boolean {
  const url = canParseUrl(origin) ? new URL(origin) : null;
  return url !== null && url.hostname === proxy.host && url.port === String(proxy.port);
}
