import type { FieldData } from '../extract/extraction.ts';
import { chooseList } from './fit-lists.ts';
import { dataCost } from './tokens.ts';

export interface ChosenFields {
  readonly entries: FieldData;
  readonly tokens: number;
  readonly notes: readonly string[];
}

/** Fields in the template’s order while they fit; of a list its beginning, of a text that is too long nothing. */
export function chooseFields(fields: FieldData, budget: number): ChosenFields {
  const entries: Record<string, FieldData[string]> = {};
  const short: string[] = [];
  let tokens = 0;
  for (const [name, value] of Object.entries(fields)) {
    const room = budget - tokens - dataCost(name) - 2;
    const fitted = typeof value === 'string' ? value : fitList(value, room);
    const cost = dataCost(fitted);
    if (cost > room || (fitted.length === 0 && value.length > 0)) {
      short.push(name);
      continue;
    }
    if (fitted.length < value.length) short.push(`${name} (${fitted.length} of ${value.length})`);
    entries[name] = fitted;
    tokens += cost + dataCost(name) + 2;
  }
  const notes = short.length > 0 ? [`Not all in fields: ${short.join(', ')}; raise max_tokens or read the text.`] : [];
  return { entries, tokens, notes };
}

function fitList<List extends Exclude<FieldData[string], string>>(list: List, room: number): List {
  // seam: a beginning of a list is a list of the same kind
  return list.slice(0, chooseList<unknown>(list, room).entries.length) as unknown as List;
}
