import { type Command, Option } from 'commander';
import type { Field } from '../config/field.ts';
import { FIELD_KEYS, FIELDS } from '../config/fields.ts';
import { inputSchema } from '../toolkit/run.ts';
import { accepts, type JsonSchema } from '../toolkit/schema.ts';
import type { Tool } from '../toolkit/tool.ts';

/**
 * Flags of a tool, made from its published schema, so that the command line and MCP can never drift apart. Values are
 * handed on as text: the runner reads and checks them like those of any other caller.
 */
export function addToolFlags(command: Command, tool: Tool, except: readonly string[]): void {
  for (const [property, schema] of Object.entries(inputSchema(tool).properties)) {
    if (except.includes(property)) continue;
    for (const option of optionsOf(property, schema)) command.addOption(option);
  }
}

/** What was given, by the names of the tool's inputs. */
export function toolArguments(tool: Tool, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const property of Object.keys(inputSchema(tool).properties)) {
    const value = options[attributeOf(property)];
    if (value !== undefined) given[property] = value;
  }
  return given;
}

/** Flags of the settings. A flag that the command already has keeps the command's meaning. */
export function addConfigFlags(command: Command): void {
  const taken = new Set(command.options.map((option) => option.long));
  for (const key of FIELD_KEYS) {
    const row: Field<unknown> = FIELDS[key];
    if (row.flag === null || taken.has(row.flag)) continue;
    const value = typeof row.fallback === 'boolean' ? '[on|off]' : '<value>';
    const option = new Option(`${row.flag} ${value}`, `${row.about} Default: ${defaultText(row)}.`).helpGroup(
      'Settings:',
    );
    if (typeof row.fallback === 'boolean') option.preset('on');
    command.addOption(option);
  }
}

/** The given settings by key, without the tool's own options of the same name. */
export function configFlags(command: Command): Record<string, unknown> {
  const options = command.opts<Record<string, unknown>>();
  const settings = command.options.filter((option) => option.helpGroupHeading === 'Settings:');
  return Object.fromEntries(settings.map((option) => [option.attributeName(), options[option.attributeName()]]));
}

export function defaultText(row: Field<unknown>): string {
  if (row.fallbackText) return row.fallbackText;
  if (typeof row.fallback === 'boolean') return row.fallback ? 'on' : 'off';
  const text = Array.isArray(row.fallback) ? row.fallback.join(',') : String(row.fallback);
  return text === '' ? 'none' : text;
}

function optionsOf(property: string, schema: JsonSchema): Option[] {
  const flag = `--${property.replaceAll('_', '-')}`;
  const about = schema.description ?? '';
  const fallback = schema.default === undefined ? '' : ` (default: ${String(schema.default)})`;
  if (schema.type !== 'boolean') return [new Option(`${flag} <${placeholder(schema)}>`, `${about}${fallback}`)];
  // A switch that is on by default is only ever written to turn it off.
  const on = new Option(flag, about);
  const off = new Option(`--no-${flag.slice(2)}`, `Off: ${about}`);
  return schema.default === true ? [on.hideHelp(), off] : [on, off.hideHelp()];
}

function placeholder(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.join('|');
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.type === 'array' ? `list, each ${accepts(schema.items ?? {})}` : 'text';
}

/** Commander's name for `--max-tokens`: maxTokens. */
function attributeOf(property: string): string {
  return property.replace(/_(\w)/gu, (_match, letter: string) => letter.toUpperCase());
}
