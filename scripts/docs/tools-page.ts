import { inputSchema } from '../../src/toolkit/run.ts';
import { accepts, type JsonSchema, type ObjectSchema, publishedSchema } from '../../src/toolkit/schema.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { createTools } from '../../src/tools/all.ts';
import { code, markdownTable, page } from './markdown.ts';

export function toolsPage(): string {
  const tools = createTools();
  return page('Tools', 'src/tools/', [
    'Inputs are read loosely: `null`, `"null"` and `""` mean “not given”, `"12"` is 12, one text is a list of one, and an ' +
      'unknown name is ignored and named in `notes`. `PLAINSIGHT_TOOLSETS` picks sets or single tools.',
    markdownTable(
      ['Tool', 'Set', 'Effect', 'What it is'],
      tools.map((tool) => [`[\`${tool.name}\`](#${tool.name})`, tool.set, tool.effect, tool.title]),
    ),
    ...tools.map(toolPart),
  ]);
}

function toolPart(tool: Tool): string {
  const input = inputSchema(tool);
  const required = new Set(input.required ?? []);
  const inputs = Object.entries(input.properties).map(([name, schema]) => [
    code(name),
    required.has(name) ? 'required' : schema.default === undefined ? 'optional' : code(JSON.stringify(schema.default)),
    accepts(schema),
    schema.description ?? '',
  ]);
  const output = publishedSchema(tool.output, 'output');
  return [
    `## ${tool.name}`,
    tool.description,
    inputs.length > 0
      ? `### Input\n\n${markdownTable(['Name', 'Default', 'Accepts', 'Meaning'], inputs)}`
      : 'It takes no input.',
    `### Answer\n\n${markdownTable(['Name', 'Form', 'Meaning'], outputRows(output))}`,
  ].join('\n\n');
}

function outputRows(schema: ObjectSchema): string[][] {
  return Object.entries(schema.properties).map(([name, property]) => [
    code(name),
    form(property),
    property.description ?? '',
  ]);
}

function form(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(code).join(' ');
  const values = schema.type === 'array' ? schema.items : schema.additionalProperties;
  const fields = Object.keys((schema.type === 'array' ? schema.items?.properties : schema.properties) ?? {});
  if (fields.length > 0) return `${schema.type === 'array' ? 'list of ' : ''}{ ${fields.join(', ')} }`;
  if (schema.type === 'array') return `list of ${values?.type ?? 'values'}`;
  if (schema.type === 'object') return values?.type ? `names to ${values.type}` : 'names to values';
  return schema.type ?? 'value or null';
}
