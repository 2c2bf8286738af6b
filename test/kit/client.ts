import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Both protocol eras, as the real client speaks them. */
export const ERAS = ['legacy', 'modern'] as const;
export type Era = (typeof ERAS)[number];

export function newClient(era: Era, options: ClientOptions = {}): Client {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  return new Client({ name: 'plainsight-tests', version: '1.0.0' }, { versionNegotiation: { mode }, ...options });
}

export async function connectHttp(url: string, era: Era, token?: string): Promise<Client> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** Starts the program as a client would and speaks over its stdin and stdout. */
export async function connectStdio(command: string, args: readonly string[], era: Era): Promise<Client> {
  const client = newClient(era);
  await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
  return client;
}
