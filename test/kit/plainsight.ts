import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ErrorReport } from '../../src/base/errors.ts';
import type { ReadResult } from '../../src/read/result.ts';

export const BINARY = new URL('../../dist/bin.js', import.meta.url).pathname;

export type CallAnswer = { ok: true; result: ReadResult } | { ok: false; error: ErrorReport };

/** The built program as an agent has it: a child process that speaks MCP over stdio, with an empty home folder. */
export interface Plainsight extends AsyncDisposable {
  readonly client: Client;
  readonly home: string;
  /** `read_page`; throws when the call is refused. */
  read(input: Record<string, unknown>): Promise<ReadResult>;
  call(tool: string, input: Record<string, unknown>): Promise<CallAnswer>;
  stderr(): string;
}

export async function startPlainsight(env: Record<string, string> = {}): Promise<Plainsight> {
  const home = await mkdtemp(join(tmpdir(), 'plainsight-test-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'stdio'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      PLAINSIGHT_HOME: join(home, 'data'),
      PLAINSIGHT_HOST_DELAY_MS: '0',
      ...env,
    },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const call = async (tool: string, input: Record<string, unknown>): Promise<CallAnswer> => {
    const answer = await client.callTool({ name: tool, arguments: input });
    if (!answer.isError) return { ok: true, result: answer.structuredContent as unknown as ReadResult }; // seam: checked by the client against the published schema
    const [block] = answer.content;
    return { ok: false, error: JSON.parse(block?.type === 'text' ? block.text : '{}') as ErrorReport }; // seam: our own JSON
  };
  return {
    client,
    home,
    call,
    stderr: () => stderr,
    read: async (input) => {
      const answer = await call('read_page', input);
      if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
      return answer.result;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
