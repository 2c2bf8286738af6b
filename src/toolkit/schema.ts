import { z } from 'zod';

/**
 * The JSON Schema that clients see. Many models and bridges stumble over unions, references and formats, so the
 * published form is a small subset: every input is a flat object of typed properties. Validation itself stays with
 * zod; this is what it looks like from outside.
 *
 * A value that may be null is published without `type` (its other keywords apply to non-null values only, and the
 * description says "or null"): the only form that needs neither a union nor a list of types and that every
 * validator accepts.
 */
export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
}

/** The schema of an object, as tools publish it. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;

const TYPE_WORDS: Readonly<Record<(typeof TYPES)[number], string>> = {
  object: 'Object',
  array: 'List',
  string: 'Text',
  number: 'Number',
  integer: 'Integer',
  boolean: 'Boolean',
};

/** Keywords copied as they are, in the order in which they are published. */
const COPIED = ['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/** What zod writes. Only the parts that are read here. */
type Raw = Readonly<Record<string, unknown>>;

/**
 * The published form of a tool's input or output. Throws on anything the subset cannot say (a real union, a
 * reference), so that such a schema is noticed by the first test and never published.
 */
export function publishedSchema(schema: z.ZodObject, direction: 'input' | 'output'): ObjectSchema {
  const published = simplify(z.toJSONSchema(schema, { io: direction }), direction, '');
  if (published.type !== 'object') throw new TypeError('a tool schema must be an object');
  return { ...published, type: 'object', properties: published.properties ?? {} };
}

function simplify(raw: unknown, direction: 'input' | 'output', path: string): JsonSchema {
  const { nullable, schema } = withoutNull(asRaw(raw, path));
  for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref', 'not']) {
    // An output may hold a mixed value (a number or a word); an input never does.
    if (!(keyword in schema)) continue;
    if (direction === 'input') throw new TypeError(`${path || 'schema'} uses ${keyword}, which is not published`);
    return described({}, schema);
  }
  const type = TYPES.find((name) => name === schema.type);
  const result: Record<string, unknown> = nullable
    ? { description: [schema.description, `${TYPE_WORDS[type ?? 'object']} or null.`].filter(Boolean).join(' ') }
    : described(type ? { type } : {}, schema);
  if (Array.isArray(schema.enum)) result.enum = schema.enum.map(String);
  for (const keyword of COPIED) if (isUseful(keyword, schema[keyword])) result[keyword] = schema[keyword];
  if (typeof schema.exclusiveMinimum === 'number' && type === 'integer') result.minimum = schema.exclusiveMinimum + 1;
  if (schema.items !== undefined) result.items = simplify(schema.items, direction, `${path}[]`);
  if (schema.properties !== undefined) result.properties = simplifyProperties(schema.properties, direction, path);
  if (Array.isArray(schema.required)) result.required = schema.required;
  if (direction === 'output' && isRaw(schema.additionalProperties)) {
    const values = simplify(schema.additionalProperties, direction, `${path}{}`);
    if (values.type) result.additionalProperties = values;
  }
  return result;
}

function simplifyProperties(raw: unknown, direction: 'input' | 'output', path: string): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(asRaw(raw, path)).map(([name, property]) => [
      name,
      simplify(property, direction, path ? `${path}.${name}` : name),
    ]),
  );
}

/** Splits `X or null`, in both ways zod writes it. */
function withoutNull(raw: Raw): { nullable: boolean; schema: Raw } {
  if (Array.isArray(raw.type)) {
    const others = raw.type.filter((name) => name !== 'null');
    return { nullable: true, schema: { ...raw, type: others.length === 1 ? others[0] : undefined } };
  }
  if (!Array.isArray(raw.anyOf)) return { nullable: false, schema: raw };
  const others = raw.anyOf.filter((branch) => !(isRaw(branch) && branch.type === 'null'));
  const only: unknown = others[0];
  if (others.length !== 1 || raw.anyOf.length !== 2 || !isRaw(only)) return { nullable: false, schema: raw };
  const { anyOf: _anyOf, ...rest } = raw;
  return { nullable: true, schema: { ...only, ...rest } };
}

function described(result: Record<string, unknown>, schema: Raw): Record<string, unknown> {
  if (typeof schema.description === 'string') result.description = schema.description;
  return result;
}

/** zod writes the limits of safe integers everywhere; they say nothing to a reader. */
function isUseful(keyword: string, value: unknown): boolean {
  if (value === undefined) return false;
  return !((keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRaw(value: unknown, path: string): Raw {
  if (!isRaw(value)) throw new TypeError(`${path || 'schema'} is not a plain schema`);
  return value;
}

/** One line that says what a property accepts: `a whole number from 1 to 25`, `one of auto, always, never`. */
export function accepts(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer' || schema.type === 'number') {
    const noun = schema.type === 'integer' ? 'a whole number' : 'a number';
    if (schema.minimum !== undefined && schema.maximum !== undefined) {
      return `${noun} from ${schema.minimum} to ${schema.maximum}`;
    }
    return schema.minimum === undefined ? noun : `${noun} of at least ${schema.minimum}`;
  }
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'array') return `a list, each entry ${accepts(schema.items ?? {})}`;
  if (schema.type === 'object') return 'an object';
  return schema.maxLength === undefined ? 'a text' : `a text of at most ${schema.maxLength} characters`;
}
