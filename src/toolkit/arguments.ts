import type { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { truncate } from '../base/text.ts';
import { coerceArguments } from './coerce.ts';
import { accepts, type JsonSchema, type ObjectSchema } from './schema.ts';

const MAX_ECHO = 60;
const MAX_NAMES = 12;
const MAX_FAULTS = 12;

export interface Arguments<Input extends z.ZodObject> {
  readonly input: z.output<Input>;
  /** At most one note: the names that were ignored. */
  readonly notes: readonly string[];
}

/**
 * Arguments as a caller sent them → the tool's input. Throws `invalid_argument` with every fault of the call in one
 * message and, for each, what would be valid.
 */
export function readArguments<Input extends z.ZodObject>(
  raw: unknown,
  input: Input,
  published: ObjectSchema,
): Arguments<Input> {
  try {
    return coerceAndParse(raw, input, published);
  } catch (thrown) {
    // The stack ran out on a value of tens of thousands of levels.
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new AppError('invalid_argument', 'The arguments are nested too deeply.', {
      hint: 'Give plain values: texts, numbers, true or false, flat lists.',
    });
  }
}

function coerceAndParse<Input extends z.ZodObject>(
  raw: unknown,
  input: Input,
  published: ObjectSchema,
): Arguments<Input> {
  const coerced = coerceArguments(raw, published);
  if (coerced.notAnObject) {
    throw new AppError('invalid_argument', `The arguments must be an object, not ${echo(raw)}.`, {
      hint: `Give an object with ${Object.keys(published.properties).slice(0, MAX_NAMES).join(', ')}.`,
    });
  }
  const parsed = input.safeParse(coerced.value);
  if (!parsed.success) throw fault(parsed.error.issues, coerced.value, coerced.unknown, published);
  return { input: parsed.data, notes: unknownNote(coerced.unknown, published) };
}

function fault(
  issues: readonly z.core.$ZodIssue[],
  value: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
  published: ObjectSchema,
): AppError {
  const faults = new Map<string, string>();
  const valid = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || 'arguments';
    const top = String(issue.path[0] ?? '');
    const schema = schemaAt(published, issue.path);
    const given = valueAt(value, issue.path);
    const wanted = issue.code === 'custom' ? issue.message : accepts(schema);
    if (!faults.has(name)) {
      faults.set(
        name,
        given === undefined ? `${name} is missing (${wanted})` : `${name} must be ${wanted}, not ${echo(given)}`,
      );
    }
    const property = published.properties[top];
    if (property)
      valid.set(top, `${top}: ${accepts(property)}${property.description ? `. ${property.description}` : ''}`);
  }
  const message = [...faults.values()].slice(0, MAX_FAULTS).join('; ');
  const ignored = unknownNote(unknown, published);
  return new AppError('invalid_argument', `${message}.`, {
    hint: ['Valid:', [...valid.values()].slice(0, MAX_FAULTS).join(' | '), ...ignored].join(' '),
  });
}

function unknownNote(unknown: readonly string[], published: ObjectSchema): string[] {
  if (unknown.length === 0) return [];
  const known = new Map(Object.keys(published.properties).map((name) => [folded(name), name]));
  const names = unknown.slice(0, MAX_NAMES).map((name) => {
    const meant = known.get(folded(name));
    const shown = truncate(name.replace(/[^\p{L}\p{N}_.$-]+/gu, ' '), 40);
    return meant === undefined ? shown : `${shown} (did you mean ${meant}?)`;
  });
  const more = unknown.length > MAX_NAMES ? ` and ${unknown.length - MAX_NAMES} more` : '';
  return [`Ignored unknown arguments: ${names.join(', ')}${more}.`];
}

/** `maxTokens`, `max-tokens` and `MAX_TOKENS` are near misses of `max_tokens`. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, '');
}

function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema {
  let found: JsonSchema = schema;
  for (const step of path) {
    found = (typeof step === 'number' ? found.items : found.properties?.[String(step)]) ?? {};
  }
  return found;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found: unknown = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

/** The caller's own value, short, as JSON. */
function echo(value: unknown): string {
  return truncate(JSON.stringify(value) ?? String(value), MAX_ECHO);
}
