import { type DataNode, parseData } from './data-node.ts';
import { MAX_SOURCE_CHARACTERS, type ReadData } from './embedded-data.ts';
import { referencedData } from './referenced-data.ts';

/** What stands in a script as JSON. `referenced`: a list of values that name each other by their place (Nuxt, Svelte). */
export function readSource(source: string, referenced = false): ReadData {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    const cut = source.length - MAX_SOURCE_CHARACTERS;
    return { node: null, source: source.slice(0, MAX_SOURCE_CHARACTERS), dropped: 0, cut };
  }
  const parsed = parseData(source);
  const node = parsed && referenced ? referencedData(parsed.node) : (parsed?.node ?? null);
  return { node, source, dropped: parsed?.dropped ?? 0, cut: 0 };
}

export function readNode(node: DataNode): ReadData {
  return { node, source: '', dropped: 0, cut: 0 };
}
