import type { Tool } from './tool.ts';

export interface Selection {
  /** In the order of the list, whatever the order of the names: clients cache the list byte for byte. */
  readonly tools: readonly Tool[];
  /** One sentence for each name that is neither a set nor a tool. */
  readonly faults: readonly string[];
}

const DEFAULT_SET = 'web';

/**
 * Tools of the named sets, plus tools named singly. Names may be one text with commas or blanks between them
 * (`web,browser_click`); nothing named means the default set.
 */
export function selectTools(all: readonly Tool[], names: string | readonly string[]): Selection {
  const wanted = (typeof names === 'string' ? names.split(/[\s,]+/u) : names)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const chosen = new Set(wanted.length === 0 ? [DEFAULT_SET] : wanted);
  const sets = all.map((tool): string => tool.set);
  const valid = new Set([...sets, ...all.map((tool) => tool.name)]);
  const faults = [...chosen]
    .filter((name) => !valid.has(name))
    .map((name) => `unknown tool set or tool "${name}"; valid: ${[...valid].join(', ')}`);
  return { tools: all.filter((tool) => chosen.has(tool.set) || chosen.has(tool.name)), faults };
}
