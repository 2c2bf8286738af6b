import { fromJsonSchema, type McpServer, type ServerContext, type ServerNotifier } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { delay } from '../../src/base/time.ts';

/** The smallest PNG and WAV: one pixel, one sample. */
export const IMAGE = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  mimeType: 'image/png',
};
const SOUND = { data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=', mimeType: 'audio/wav' };

const PAUSE_MS = 50;
const text = (words: string) => ({ type: 'text' as const, text: words });
const none = z.object({});

/** Tools that answer at once, in every kind of content. */
export function registerTools(server: McpServer, notify: () => ServerNotifier): void {
  const tool = (name: string, description: string, run: (context: ServerContext) => Promise<Content[]> | Content[]) =>
    server.registerTool(name, { description, inputSchema: none }, async (_args, context) => ({
      content: await run(context),
    }));

  tool('test_simple_text', 'Answers in text.', () => [text('This is a simple text response for testing.')]);
  tool('test_image_content', 'Answers with an image.', () => [{ type: 'image', ...IMAGE }]);
  tool('test_audio_content', 'Answers with a sound.', () => [{ type: 'audio', ...SOUND }]);
  tool('test_embedded_resource', 'Answers with a resource.', () => [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', 'Answers in three kinds.', () => [
    text('Multiple content types test:'),
    { type: 'image', ...IMAGE },
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  tool('test_error_handling', 'Fails.', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  tool('test_tool_with_logging', 'Logs while it works.', logThrice);
  tool('test_logging_tool', 'Logs once, if it may.', async (context) => {
    await context.mcpReq.log('info', 'working');
    return [text('done')];
  });
  tool('test_tool_with_progress', 'Reports its progress.', reportProgress);
  tool('test_trigger_tool_change', 'Says that the list of tools has changed.', () => {
    notify().toolsChanged();
    return [text('done')];
  });
  tool('test_trigger_prompt_change', 'Says that the list of prompts has changed.', () => {
    notify().promptsChanged();
    return [text('done')];
  });
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    server.registerTool(name, { description: 'Has a rich schema.', inputSchema: fromJsonSchema(schema) }, () => ({
      content: [text('done')],
    }));
  }
}

type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | ReturnType<typeof resource>;

function resource(uri: string, mimeType: string, words: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text: words } };
}

async function logThrice(context: ServerContext): Promise<Content[]> {
  for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data: words } });
    await delay(PAUSE_MS);
  }
  return [text('Logged three times.')];
}

async function reportProgress(context: ServerContext): Promise<Content[]> {
  const progressToken = context.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100, message: `${progress} of 100` };
      await context.mcpReq.notify({ method: 'notifications/progress', params });
    }
    await delay(PAUSE_MS);
  }
  return [text('Went from 0 to 100.')];
}

/** Schemas that have to reach the client with every keyword they have. */
const SCHEMAS = {
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    // Spread in, because a property named "then" would make the object look like a promise.
    ...Object.fromEntries([
      ['if', { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] }],
      ['then', { required: ['phone'] }],
    ]),
    else: { required: ['email'] },
    additionalProperties: false,
  },
  test_x_mcp_header: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      query: { type: 'string' },
    },
  },
} as const;
