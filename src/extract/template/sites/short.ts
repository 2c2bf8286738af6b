import type { TemplateInput } from '../template.ts';

type FieldInput = TemplateInput['fields'][number];
type ChildInput = NonNullable<FieldInput['fields']>[number];

/** The forms of fields that most templates have, in short. */
export const title = (select: string, more: Partial<FieldInput> = {}): FieldInput => ({
  name: 'title',
  select,
  required: true,
  show: 'title',
  ...more,
});

export const fact = (name: string, select: string, more: Partial<FieldInput> = {}): FieldInput => ({
  name,
  select,
  ...more,
});

export const list = (name: string, select: string, more: Partial<FieldInput> = {}): FieldInput => ({
  name,
  select,
  as: 'list',
  ...more,
});

/** Running text without a heading of its own: the page’s main text. */
export const content = (select: string, more: Partial<FieldInput> = {}): FieldInput => ({
  name: 'content',
  select,
  as: 'markdown',
  show: 'content',
  required: true,
  ...more,
});

export const part = (name: string, select: string, more: Partial<FieldInput> = {}): FieldInput => ({
  name,
  select,
  as: 'markdown',
  ...more,
});

export const table = (name: string, select: string, more: Partial<FieldInput> = {}): FieldInput => ({
  name,
  select,
  as: 'table',
  ...more,
});

export const date = (name: string, select: string): FieldInput & ChildInput => ({
  name,
  select,
  as: 'attribute',
  attribute: 'datetime',
});

export const address = (name: string, select: string): FieldInput & ChildInput => ({
  name,
  select,
  as: 'attribute',
  attribute: 'href',
});

export const thread = (
  name: string,
  select: string,
  fields: ChildInput[],
  more: Partial<FieldInput> = {},
): FieldInput => ({
  name,
  select,
  as: 'thread',
  fields,
  ...more,
});

export const items = (
  name: string,
  select: string,
  fields: ChildInput[],
  more: Partial<FieldInput> = {},
): FieldInput => ({
  name,
  select,
  as: 'items',
  fields,
  ...more,
});

export const said = (select: string, more: Partial<ChildInput> = {}): ChildInput => ({
  name: 'text',
  select,
  as: 'markdown',
  required: true,
  ...more,
});
