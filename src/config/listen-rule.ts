import { isIPv4 } from 'node:net';
import type { Config } from './fields.ts';

/** True for addresses that only this machine can reach. */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Why this configuration must not be served, or null. Without a token, everyone on the network could use the server. */
export function listenFault(config: Pick<Config, 'host' | 'authToken'>): string | null {
  if (isLoopbackHost(config.host) || config.authToken !== '') return null;
  return `PLAINSIGHT_HOST is ${config.host}, which other machines can reach: set PLAINSIGHT_AUTH_TOKEN (for example to the output of \`openssl rand -hex 32\`), or listen on 127.0.0.1.`;
}
