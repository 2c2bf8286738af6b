import type { HttpClient } from './client.ts';
import type { EgressProxy } from './egress-proxy.ts';

/**
 * The browser-like client, or the plain one where its native part does not load (an unusual platform). Loaded on
 * first use: starting must not cost what only a read needs.
 */
export async function loadClient(proxy: EgressProxy): Promise<HttpClient> {
  try {
    const { createWreqClient } = await import('./client-wreq.ts');
    return createWreqClient(proxy);
  } catch {
    return loadPlainClient(proxy);
  }
}

export async function loadPlainClient(proxy: EgressProxy): Promise<HttpClient> {
  const { createUndiciClient } = await import('./client-undici.ts');
  return createUndiciClient(proxy);
}

/** Whether the browser-like client can be used on this machine; for people who look for what is wrong. */
export async function nativeClientLoads(): Promise<boolean> {
  return import('./client-wreq.ts').then(
    () => true,
    () => false,
  );
}
