import { z } from 'zod';
import { select } from '../../html/select.ts';
import type { HtmlRoot } from '../../html/tree.ts';
import { splitAlternatives } from './alternatives.ts';
import { compilePattern } from './pattern.ts';
import { compileUrlPattern } from './url-pattern.ts';

/** Most fields of a template, and of one kind of item. */
const MAX_FIELDS = 40;
const MAX_SELECTOR_CHARACTERS = 1_000;
const MAX_ITEMS = 1_000;
/** Longest template that an agent may write into a call. */
const MAX_INLINE_CHARACTERS = 20_000;

const selector = z.string().trim().min(1).max(MAX_SELECTOR_CHARACTERS).superRefine(asFault(checkSelector));
const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/iu, 'a name is a letter, then letters, digits and _');

const valueShape = {
  name,
  /** CSS selectors with commas between: ordered, the first one that finds something counts. */
  select: selector,
  /** What is cut out of the value. */
  exclude: selector.optional(),
  /** For `as: attribute`. */
  attribute: z
    .string()
    .regex(/^[a-z][a-z0-9:_-]{0,60}$/iu)
    .optional(),
  /** A small pattern (see pattern.ts); the group, else the whole match, is the value, and no match is no value. */
  match: z.string().max(200).superRefine(asFault(compilePattern)).optional(),
  /** What a mark means that has no words of its own, as a tick: the value, wherever the selector finds something. */
  says: z.string().min(1).max(60).optional(),
  required: z.boolean().optional(),
};

/** `code`: the lines of a listing as they are, without their numbers. */
const child = z.strictObject({ ...valueShape, as: z.enum(['text', 'markdown', 'code', 'attribute']).default('text') });

/** A value in the JSON that a page carries for its scripts: the first path that leads to a text, or to lines of it. */
const embedded = z.strictObject({
  script: selector,
  paths: z
    .array(z.array(z.string().min(1).max(80)).min(1).max(10))
    .min(1)
    .max(10),
});

const field = z.strictObject({
  ...valueShape,
  /** `path`: parts that are laid out with slashes between them, as one text. */
  as: z.enum(['text', 'path', 'markdown', 'code', 'attribute', 'list', 'table', 'items', 'thread']).default('text'),
  /** Where the value stands as data, for a page that does not show it by itself; at the site's own address only. */
  embedded: embedded.optional(),
  /** Required only where the field of this name is missing, too. */
  unless: name.optional(),
  /** The field is looked for in the first of these only. */
  within: selector.optional(),
  /** What is read of each item, for `items` and `thread`. */
  fields: z.array(child).max(MAX_FIELDS).optional(),
  /** An item goes on in the elements beside it, up to the next item. */
  siblings: z.boolean().optional(),
  /**
   * Where a thread says how deep a comment is, or which of its items are replies to the one before; without, items that
   * stand in each other are replies.
   */
  depth: z
    .strictObject({ select: selector.optional(), attribute: z.string(), unit: z.number().positive().default(1) })
    .or(z.strictObject({ replies: selector }))
    .optional(),
  max: z.int().min(1).max(MAX_ITEMS).default(200),
  /** Its place in the text: the first heading, a line of facts, running text, a part with a heading, or none. */
  show: z.enum(['title', 'fact', 'content', 'section', 'data']).optional(),
});

const template = z.strictObject({
  name: z.string().max(60).default('inline'),
  /** `host/path` patterns (see url-pattern.ts); of none, the template is used by name only. */
  urls: z.array(z.string().max(300).superRefine(asFault(compileUrlPattern))).default([]),
  /** Addresses that look alike and are something else. */
  except: z.array(z.string().max(300).superRefine(asFault(compileUrlPattern))).default([]),
  /** What the page says about the software that made it, beside `urls`. */
  evidence: z
    .strictObject({ meta: z.string(), starts: z.string() })
    .or(z.strictObject({ body: selector }))
    .optional(),
  /** Cut out of everything. */
  remove: selector.optional(),
  fields: z.array(field).min(1).max(MAX_FIELDS),
  /** A page to try it on. */
  sample: z.string().max(300).optional(),
});

export type Template = z.output<typeof template>;
/** A template as it is written; those of ours have a name. */
export type TemplateInput = z.input<typeof template> & { readonly name: string };
export type Field = Template['fields'][number];
export type ChildField = NonNullable<Field['fields']>[number];

/** What is wrong with a template, in words for whoever wrote it. */
export class TemplateFault extends Error {}

/** @throws TemplateFault when it is not a template. */
export function checkTemplate(input: unknown): Template {
  const parsed = template.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new TemplateFault(`${issue?.path.join('.') || 'template'}: ${issue?.message ?? 'not a template'}`);
  }
  const names = parsed.data.fields.map((each) => each.name);
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice !== undefined) throw new TemplateFault(`two fields are named ${twice}`);
  for (const each of parsed.data.fields) checkField(each);
  return parsed.data;
}

function checkField(each: Field): void {
  const hasItems = each.as === 'items' || each.as === 'thread';
  if (each.embedded && each.as !== 'text' && each.as !== 'path' && each.as !== 'code') {
    throw new TemplateFault(`${each.name}: only text, a path and code may stand in embedded data`);
  }
  if (hasItems && !each.fields?.length) throw new TemplateFault(`${each.name}: as ${each.as} needs fields`);
  if (!hasItems && each.fields) throw new TemplateFault(`${each.name}: only items and thread have fields`);
  for (const part of [each, ...(each.fields ?? [])]) {
    if (part.as === 'attribute' && part.attribute === undefined) {
      throw new TemplateFault(`${part.name}: as attribute needs attribute`);
    }
  }
}

/** A template that an agent wrote into its call, as JSON. @throws TemplateFault */
export function parseInline(json: string): Template {
  if (json.length > MAX_INLINE_CHARACTERS) {
    throw new TemplateFault(`longer than ${MAX_INLINE_CHARACTERS} characters`);
  }
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch {
    throw new TemplateFault('not JSON');
  }
  const template = checkTemplate(input);
  const reading = template.fields.find((each) => each.embedded);
  // Nobody sees what stands in scripts, so only we say which of it a site shows.
  if (reading) throw new TemplateFault(`${reading.name}: embedded is for templates that come with the program`);
  return template;
}

/** Every alternative has to be CSS that can be used: tried on a page with nothing in it. */
function checkSelector(value: string): void {
  const nothing: HtmlRoot = { type: 'root', children: [], parent: null, depth: 0, quirks: false };
  for (const alternative of splitAlternatives(value)) select(nothing, alternative);
}

/** A check that throws, as one of zod's. */
function asFault(check: (value: string) => unknown) {
  return (value: string, context: z.RefinementCtx) => {
    try {
      check(value);
    } catch (thrown) {
      context.addIssue({ code: 'custom', message: thrown instanceof Error ? thrown.message : 'cannot be used' });
    }
  };
}
