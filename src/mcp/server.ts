import type { CallToolResult, McpServerFactory, ServerContext } from '@modelcontextprotocol/server';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { truncate } from '../base/text.ts';
import { type RunContext, type RunResult, runTool } from '../toolkit/run.ts';
import type { ArtifactReader } from '../toolkit/services.ts';
import type { Attachment, Tool } from '../toolkit/tool.ts';
import { serverInstructions } from './instructions.ts';
import { listTools } from './listing.ts';
import { createProgressReporter } from './progress.ts';
import { serveArtifacts } from './resources.ts';

export interface McpServerOptions {
  /** The tools to list, already selected. */
  readonly tools: readonly Tool[];
  /** What every call shares; signal and progress come with the call. */
  readonly run: Omit<RunContext, 'signal' | 'onProgress'>;
  readonly version: string;
  /** The files that answers point at, served as resources. */
  readonly artifacts?: ArtifactReader;
  /** Replaces the standard instructions. At most 2 KB are read by clients. */
  readonly instructions?: string;
}

/** The list changes only with a new version or other settings, so a client may keep it for a while. */
const LIST_TTL_MS = 300_000;

/**
 * Makes MCP servers over the tools, for every protocol revision the SDK serves. One is made for each connection or
 * request, so everything that does not differ between them is made once, here. Arguments are not validated by the
 * SDK: the one runner reads them, loosely, for every caller alike.
 */
export function createMcpServerFactory(options: McpServerOptions): McpServerFactory {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]));
  const instructions = options.instructions ?? serverInstructions(options.tools);
  let listed: ReturnType<typeof listTools> | undefined;

  return () => {
    const mcp = new McpServer(
      { name: 'plainsight', title: 'Plainsight', version: options.version },
      {
        instructions,
        cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
      },
    );
    mcp.server.registerCapabilities({ tools: {} });
    mcp.server.setRequestHandler('tools/list', () => {
      listed ??= listTools(options.tools);
      return { tools: listed };
    });
    mcp.server.setRequestHandler('tools/call', (request, context) => {
      const tool = byName.get(request.params.name);
      if (!tool) throw unknownTool(request.params.name, byName);
      return callTool(tool, request.params.arguments, options.run, context);
    });
    if (options.artifacts) serveArtifacts(mcp.server, options.artifacts);
    return mcp;
  };
}

async function callTool(
  tool: Tool,
  rawArguments: unknown,
  run: McpServerOptions['run'],
  context: ServerContext,
): Promise<CallToolResult> {
  const progress = createProgressReporter(context);
  try {
    const result = await runTool(tool, rawArguments, {
      ...run,
      signal: context.mcpReq.signal,
      ...(progress ? { onProgress: progress.onProgress } : {}),
    });
    return toCallToolResult(result);
  } finally {
    await progress?.stop();
  }
}

/** The answer stands in both forms, since clients show one or the other; an error stands in the text alone. */
function toCallToolResult(result: RunResult): CallToolResult {
  const text = { type: 'text' as const, text: result.text };
  if (!result.ok) return { content: [text], isError: true };
  return { content: [text, ...result.attachments.map(blockOf)], structuredContent: { ...result.output } };
}

function blockOf(attachment: Attachment): CallToolResult['content'][number] {
  if (attachment.type === 'image') {
    const { data, mimeType } = attachment;
    return { type: 'image', mimeType, data: Buffer.from(data).toString('base64') };
  }
  const { uri, name, mimeType, bytes } = attachment;
  return { type: 'resource_link', uri, name, mimeType, size: bytes };
}

function unknownTool(name: string, known: ReadonlyMap<string, Tool>): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(truncate(name, 60))}. Available: ${[...known.keys()].join(', ')}.`,
  );
}
