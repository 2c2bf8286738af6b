import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { IMAGE } from './fixture-tools.ts';

const plain = { mimeType: 'text/plain' };

/** Resources and prompts. */
export function registerContent(server: McpServer): void {
  registerResources(server);
  registerPrompts(server);
  const subscriptions = new Set<string>();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscriptions.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscriptions.delete(params.uri);
    return {};
  });
}

function registerResources(server: McpServer): void {
  const words = (uri: string, text: string) => ({ contents: [{ uri, ...plain, text }] });
  server.registerResource('static-text', 'test://static-text', plain, () =>
    words('test://static-text', 'This is the content of the static text resource.'),
  );
  server.registerResource('watched', 'test://watched-resource', plain, () =>
    words('test://watched-resource', 'This one may change.'),
  );
  server.registerResource('static-binary', 'test://static-binary', { mimeType: IMAGE.mimeType }, () => ({
    contents: [{ uri: 'test://static-binary', mimeType: IMAGE.mimeType, blob: IMAGE.data }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
}

function registerPrompts(server: McpServer): void {
  const said = (...contents: readonly PromptContent[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  });
  const text = (words: string) => ({ type: 'text' as const, text: words });
  const argument = (words: string) => completable(z.string().describe(words), (typed) => [`${typed}is`, `${typed}k`]);

  server.registerPrompt('test_simple_prompt', { description: 'A plain prompt.' }, () =>
    said(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A prompt with two arguments.',
      argsSchema: z.object({ arg1: argument('First.'), arg2: argument('Second.') }),
    },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A prompt with a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      said(
        { type: 'resource', resource: { uri: resourceUri, ...plain, text: 'Embedded resource content for testing.' } },
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with an image.' }, () =>
    said({ type: 'image', ...IMAGE }, text('Please analyze the image above.')),
  );
  server.registerPrompt('test_input_required_result_prompt', { description: 'A prompt that asks back.' }, (context) => {
    const answer = acceptedContent(context.mcpReq.inputResponses, 'user_context', z.object({ context: z.string() }));
    if (answer) return said(text(`In the context of ${answer.context}.`));
    const requestedSchema = z.object({ context: z.string() });
    const message = 'What context should the prompt use?';
    return inputRequired({ inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) } });
  });
}

type PromptContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };
