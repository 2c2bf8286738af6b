import type { McpServer } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { toAppError } from '../base/errors.ts';
import type { ArtifactReader } from '../toolkit/services.ts';

const TEMPLATE = {
  name: 'artifact',
  title: 'File that an answer points at',
  uriTemplate: 'plainsight://artifacts/{name}',
  description:
    'The full picture, PDF or saved page of take_screenshot and the like, by the link in the answer, until its time is over.',
};

/**
 * The files that answers link to. None is listed: a server may have several clients, and what one has been given is
 * not the other's to find; who holds the link can read it.
 */
export function serveArtifacts(server: McpServer['server'], artifacts: ArtifactReader): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    try {
      const { mimeType, content } = await artifacts.open(uri);
      return { contents: [{ uri, mimeType, blob: Buffer.from(content).toString('base64') }] };
    } catch (thrown) {
      const { code, message, hint } = toAppError(thrown);
      if (code === 'expired_handle') throw new ResourceNotFoundError(uri, `${message} ${hint}`);
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${message} ${hint}`);
    }
  });
}
