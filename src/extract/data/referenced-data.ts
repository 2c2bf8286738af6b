import { type DataNode, MAX_NODES, NOTHING } from './data-node.ts';

/** As deep as values are followed; data that names itself would be followed for ever. */
const MAX_DEPTH = 60;
/** What negative places stand for in the format (devalue). */
const SPECIAL: Readonly<Record<string, string>> = {
  '-1': 'null',
  '-2': 'null',
  '-3': '"NaN"',
  '-4': '"Infinity"',
  '-5': '"-Infinity"',
  '-6': '-0',
};
/** Wrappers of one value, such as `["ShallowReactive", 3]`. */
const WRAPPER = /^(?:Shallow)?(?:Reactive|Ref)$|^Empty(?:Shallow)?Ref$|^NuxtError$/u;

/**
 * Values that were written as one flat list in which objects and lists hold the places of their members: put together
 * again. What is no such list is left as it is.
 */
export function referencedData(node: DataNode): DataNode {
  if (node.type !== 'list' || !isFlat(node.items)) return node;
  let left = MAX_NODES;
  const at = (place: string, depth: number): DataNode => {
    const special = SPECIAL[place];
    if (special !== undefined) return { type: 'value', source: special };
    const value = node.items[Number(place)];
    if (!value || depth > MAX_DEPTH || left-- <= 0) return NOTHING;
    if (value.type === 'object') {
      return { type: 'object', entries: value.entries.map(([key, inner]) => [key, follow(inner, depth + 1)]) };
    }
    if (value.type !== 'list') return value;
    const [name, inner] = value.items;
    if (name?.type !== 'text') return { type: 'list', items: value.items.map((item) => follow(item, depth + 1)) };
    if (inner === undefined) return NOTHING;
    if (WRAPPER.test(name.text)) return follow(inner, depth + 1);
    // A date or a number of any length is written in place, members of a set by their places.
    return { type: 'list', items: [name, ...value.items.slice(1).map((item) => follow(item, depth + 1))] };
  };
  const follow = (reference: DataNode, depth: number): DataNode =>
    reference.type === 'value' && /^-?\d+$/u.test(reference.source) ? at(reference.source, depth) : reference;
  return at('0', 0);
}

/** In a flat list no container holds another: its members are places, names or texts. */
function isFlat(items: readonly DataNode[]): boolean {
  const first = items[0];
  return (
    (first?.type === 'object' || first?.type === 'list') &&
    items.every((item) => {
      if (item.type === 'object') return item.entries.every(([, inner]) => inner.type === 'value');
      return item.type !== 'list' || item.items.every((inner) => inner.type === 'value' || inner.type === 'text');
    })
  );
}
