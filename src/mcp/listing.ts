import type { ListToolsResult, ToolAnnotations } from '@modelcontextprotocol/server';
import { inputSchema } from '../toolkit/run.ts';
import { type JsonSchema, type ObjectSchema, publishedSchema } from '../toolkit/schema.ts';
import type { Tool } from '../toolkit/tool.ts';

type ListedTool = ListToolsResult['tools'][number];

/**
 * Claude Code saves larger results to a file unless the tool asks for more room; pages are read in windows that the
 * caller sizes, so they should arrive whole.
 */
const RESULT_ROOM = { 'anthropic/maxResultSizeChars': 300_000 };

/** The tools as `tools/list` shows them: made once, always the same bytes. */
export function listTools(tools: readonly Tool[]): ListedTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: plain(inputSchema(tool)),
    outputSchema: plain(brief(publishedSchema(tool.output, 'output'))),
    annotations: annotations(tool),
    ...(tool.openWorld ? { _meta: RESULT_ROOM } : {}),
  }));
}

/**
 * The answer's fields with their types, and of what stands deeper the names alone: every session pays for this list,
 * and the whole form stands in docs/tools.md. Answers that fit the whole form fit this one.
 */
function brief(schema: ObjectSchema): JsonSchema {
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, briefly(property)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function briefly({ type, description, enum: values, items, properties }: JsonSchema): JsonSchema {
  const inside = Object.keys(items?.properties ?? properties ?? {});
  const told = [description, inside.length > 0 ? `${type === 'array' ? 'Each: ' : ''}${inside.join(', ')}.` : ''];
  const text = told.filter(Boolean).join(' ');
  return {
    ...(type && { type }),
    ...(text !== '' && { description: text }),
    ...(values && { enum: values }),
    ...(items?.type && { items: { type: items.type } }),
  };
}

/** Truthful hints: a client may decide by them whether to ask the user first. */
function annotations(tool: Tool): ToolAnnotations {
  return {
    title: tool.title,
    readOnlyHint: tool.effect === 'read',
    destructiveHint: tool.effect === 'destroy',
    idempotentHint: tool.effect === 'read',
    openWorldHint: tool.openWorld,
  };
}

function plain(schema: JsonSchema): ListedTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema)); // seam: an ObjectSchema is a JSON Schema of an object
}
