import { expect, test } from 'vitest';
import { z } from 'zod';
import { accepts, publishedSchema } from './schema.ts';

test('publishes typed properties, with defaults and bounds and without the noise of the generator', () => {
  const schema = publishedSchema(
    z.object({
      url: z.url().describe('Address.'),
      count: z.int().default(3),
      share: z.number().positive().optional(),
      many: z.int().positive().max(9).default(1),
      mode: z.enum(['a', 'b']).default('a'),
      list: z.array(z.string()).max(3).default([]),
    }),
    'input',
  );
  expect(schema).toEqual({
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Address.' },
      count: { type: 'integer', default: 3 },
      share: { type: 'number' },
      many: { type: 'integer', default: 1, minimum: 1, maximum: 9 },
      mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
      list: { type: 'array', default: [], maxItems: 3, items: { type: 'string' } },
    },
    required: ['url'],
  });
});

test('publishes a value that may be null without a type, in every form', () => {
  const schema = publishedSchema(
    z.object({
      code: z.int().nullable().describe('The code.'),
      name: z.string().max(9).nullable(),
      cached: z.object({ age_s: z.number() }).nullable(),
    }),
    'output',
  );
  expect(schema.properties).toEqual({
    code: { description: 'The code. Integer or null.' },
    name: { description: 'Text or null.', maxLength: 9 },
    cached: { description: 'Object or null.', properties: { age_s: { type: 'number' } }, required: ['age_s'] },
  });
});

test('keeps outputs open, with the type of the values of a table', () => {
  const schema = publishedSchema(
    z.object({ counts: z.record(z.string(), z.int()), limits: z.record(z.string(), z.union([z.int(), z.string()])) }),
    'output',
  );
  expect(schema).not.toHaveProperty('additionalProperties');
  expect(schema.properties.counts).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
  expect(schema.properties.limits).toEqual({ type: 'object' });
});

test('refuses to publish an input that clients would stumble over', () => {
  const union = z.object({ when: z.union([z.object({ a: z.string() }), z.array(z.string())]) });
  expect(() => publishedSchema(union, 'input')).toThrow(/when uses anyOf/u);
});

test('says in words what a property accepts', () => {
  expect(accepts({ type: 'integer', minimum: 1, maximum: 25 })).toBe('a whole number from 1 to 25');
  expect(accepts({ type: 'number', minimum: 0 })).toBe('a number of at least 0');
  expect(accepts({ type: 'string', enum: ['a', 'b'] })).toBe('one of a, b');
  expect(accepts({ type: 'array', items: { type: 'string' } })).toBe('a list, each entry a text');
});
