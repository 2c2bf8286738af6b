import type { JsonSchema, ObjectSchema } from './schema.ts';

/**
 * Reads arguments the way models write them. The published schema is strict; what arrives is not: null for “not
 * given”, numbers and lists as text, one value where a list is meant, extra keys with the model's thoughts. Each
 * such form has exactly one sensible reading, and that reading is taken here. Anything else is left as it came, for
 * validation to refuse with a message.
 */
export interface Coerced {
  /** Known properties only; the absent ones are left out, so that defaults apply. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Names that the tool does not know, in the order given. */
  readonly unknown: readonly string[];
  /** Set when the arguments as a whole are not an object. */
  readonly notAnObject: boolean;
}

/** Texts that stand for “not given”, whatever the type. */
const ABSENT_TEXTS = new Set(['', 'null', 'undefined']);
/** Further ones for a property that is not free text, where they cannot be meant as a value. */
const ABSENT_WORDS = new Set(['none', 'nil', 'nan', 'n/a']);
const TRUE_WORDS = new Set(['true', 'yes', 'on', '1']);
const FALSE_WORDS = new Set(['false', 'no', 'off', '0']);
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/iu;
/** Text longer than this is not taken for JSON: no argument needs it. */
const MAX_JSON_LENGTH = 1_000_000;

export function coerceArguments(raw: unknown, schema: ObjectSchema): Coerced {
  const given = raw === undefined || isAbsent(raw, {}) ? {} : fromJson(raw, isRecord);
  if (!isRecord(given)) return { value: {}, unknown: [], notAnObject: true };
  return { ...coerceObject(given, schema), notAnObject: false };
}

function coerceObject(given: Record<string, unknown>, schema: JsonSchema): Pick<Coerced, 'value' | 'unknown'> {
  const properties = schema.properties ?? {};
  const value: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, entry] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) unknown.push(name);
    else if (!isAbsent(entry, property)) value[name] = coerceValue(entry, property);
  }
  return { value, unknown };
}

function isAbsent(value: unknown, schema: JsonSchema): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (ABSENT_TEXTS.has(word)) return true;
    const free = schema.type === 'string' && !schema.enum;
    return !free && ABSENT_WORDS.has(word) && !schema.enum?.some((member) => member.toLowerCase() === word);
  }
  // [null] and ["null"], also where a single value is meant; an empty list is a value and stays.
  return Array.isArray(value) && value.length > 0 && value.every((entry) => isAbsent(entry, schema.items ?? schema));
}

function coerceValue(value: unknown, schema: JsonSchema): unknown {
  switch (schema.type) {
    case 'array':
      return coerceList(value, schema);
    case 'object': {
      const parsed = fromJson(value, isRecord);
      return isRecord(parsed) && schema.properties ? coerceObject(parsed, schema).value : parsed;
    }
    case 'integer':
    case 'number':
      return coerceNumber(single(value));
    case 'boolean':
      return coerceBoolean(single(value));
    default:
      return coerceText(single(value), schema);
  }
}

/** A one-entry list where one value is meant. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return NUMBER.test(text) ? Number(text) : value;
}

function coerceBoolean(value: unknown): unknown {
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : value;
}

function coerceText(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return coerceText(String(value), schema);
  // An object or a list where the tool takes its JSON as text.
  if (typeof value === 'object' && value !== null && !schema.enum) return JSON.stringify(value);
  if (typeof value !== 'string' || !schema.enum) return value;
  const word = value.trim().toLowerCase();
  return schema.enum.find((member) => member.toLowerCase() === word) ?? value;
}

function coerceList(value: unknown, schema: JsonSchema): unknown {
  const items = schema.items ?? {};
  const list = asList(value, items);
  if (!Array.isArray(list)) return list;
  return list.filter((entry) => !isAbsent(entry, items)).map((entry) => coerceValue(entry, items));
}

function asList(value: unknown, items: JsonSchema): unknown {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const parsed = fromJson(
    value,
    (candidate) => Array.isArray(candidate) || (items.type === 'object' && isRecord(candidate)),
  );
  if (parsed !== value) return Array.isArray(parsed) ? parsed : [parsed];
  if (items.type === 'object') return value;
  // Lines before commas: a line may hold a comma of its own.
  return value.split(value.trim().includes('\n') ? '\n' : ',').map((entry) => entry.trim());
}

/** The value parsed from JSON text when that gives what is wanted, else the value itself. */
function fromJson(value: unknown, wanted: (candidate: unknown) => boolean): unknown {
  if (typeof value !== 'string' || value.length > MAX_JSON_LENGTH || !/^\s*[[{]/u.test(value)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return wanted(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
