import { estimateTokenCount } from 'tokenx';
import { describe, expect, test } from 'vitest';
import { serverInstructions } from '../../src/mcp/instructions.ts';
import { listTools } from '../../src/mcp/listing.ts';
import { createTools } from '../../src/tools/all.ts';

/**
 * What clients see of us. A red test here means: decide. If the change is meant, update the pinned file with
 * `vitest run --project unit test/pins -u` and say it in the changelog.
 */
const listed = listTools(createTools());

test('the names of the tools', () => {
  const names = ['web_search', 'read_page', 'research', 'extract_table', 'take_screenshot', 'verify_quote', 'status'];
  expect(listed.map((tool) => tool.name)).toEqual(names);
});

test('the whole list, byte for byte', async () => {
  await expect(`${JSON.stringify(listed, null, 1)}\n`).toMatchFileSnapshot('./tools-list.snapshot');
  expect(JSON.stringify(listTools(createTools()))).toBe(JSON.stringify(listed));
});

test('the list costs a client less than 4,500 tokens', () => {
  expect(estimateTokenCount(JSON.stringify({ tools: listed }))).toBeLessThan(4_500);
});

test('the instructions fit into what clients read', () => {
  expect(Buffer.byteLength(serverInstructions(createTools()))).toBeLessThanOrEqual(2_048);
});

describe.each(listed)('$name', (tool) => {
  test('has a name every client takes and a description it does not cut', () => {
    expect(tool.name).toMatch(/^[a-z][a-z_]{1,29}$/u);
    expect(tool.description?.length).toBeLessThan(600);
    expect(tool.description?.length).toBeGreaterThan(60);
  });

  test('publishes schemas without the keywords that models and bridges stumble over', () => {
    const banned = [
      'anyOf',
      'oneOf',
      'allOf',
      'not',
      '$ref',
      '$defs',
      'format',
      'pattern',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'const',
      'nullable',
    ];
    for (const [path, node] of nodes(tool)) {
      for (const keyword of banned) expect([path, Object.hasOwn(node, keyword)]).toEqual([path, false]);
      expect([path, Array.isArray(node.type)]).toEqual([path, false]);
      expect([path, node.additionalProperties]).not.toEqual([path, false]);
    }
  });

  test('has flat inputs, each with a type and a sentence, none required that has a default', () => {
    const { properties = {}, required = [] } = tool.inputSchema;
    for (const [name, property] of Object.entries(properties)) {
      expect(property).toMatchObject({ type: expect.any(String), description: expect.any(String) });
      expect(property).not.toHaveProperty('properties');
      expect(required.includes(name) && Object.keys(Object(property)).includes('default')).toBe(false);
    }
  });
});

type Node = Record<string, unknown>;

/** Every schema inside a schema, with its path. */
function* nodes(node: unknown, path = ''): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  const entries = Object.entries(node);
  yield [path, Object.fromEntries(entries)];
  for (const [name, child] of entries) {
    // The names below `properties` are ours, not keywords.
    if (name === 'properties') for (const [key, value] of Object.entries(child)) yield* nodes(value, `${path}.${key}`);
    else if (name !== 'enum' && name !== 'required') yield* nodes(child, `${path}/${name}`);
  }
}
