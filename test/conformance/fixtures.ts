import {
  createRequestStateCodec,
  McpServer,
  type McpServerFactory,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { registerContent } from './fixture-content.ts';
import { registerQuestions } from './fixture-questions.ts';
import { registerTools } from './fixture-tools.ts';

/**
 * The tools, resources and prompts that the official conformance suite asks a server for. They exist for that suite
 * alone and are served through our own transport; nothing of the product knows them.
 */
export function conformanceFixtures(notify: () => ServerNotifier): McpServerFactory {
  const states = createRequestStateCodec<string>({ key: 'a key of thirty-two bytes or more', ttlSeconds: 600 });
  return () => {
    const server = new McpServer(
      { name: 'plainsight-conformance', version: '0.0.0' },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          prompts: { listChanged: true },
          logging: {},
          completions: {},
        },
        requestState: { verify: states.verify },
      },
    );
    registerTools(server, notify);
    registerQuestions(server, states);
    registerContent(server);
    return server;
  };
}
