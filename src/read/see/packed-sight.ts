import { deserialize, serialize } from 'node:v8';
import type { HtmlElement, HtmlNode, HtmlRoot } from '../../html/tree.ts';
import { type RenderedSight, renderedSight } from '../../visibility/rendered/rendered-sight.ts';
import type { Collapsed, HiddenReason, Sight } from '../../visibility/sight.ts';
import type { SeenPage } from './look.ts';
import { type PackedTree, packTree, unpackTree } from './packed-tree.ts';

/** A rendered sight whose nodes are numbers in the lists of the tree. */
interface Packed {
  readonly tree: PackedTree;
  readonly hidden: ReadonlyArray<readonly [number, HiddenReason]>;
  readonly shown: readonly number[];
  readonly collapsed: ReadonlyArray<readonly [number, Collapsed]>;
  readonly rest: Pick<Sight, 'findings' | 'proof'>;
  readonly removals: RenderedSight['removals'];
}

/**
 * What was seen of a page, as bytes: they cross into a worker at no cost, and can be kept and counted in the cache.
 * Of a page as captured they are a small part: the tree and the verdicts, without styles and layout. Rules, pictures
 * and the tree are made while the page stands still for them; all that follows runs in another worker.
 */
export function packSight(seen: SeenPage): Uint8Array {
  return serialize(packed(renderedSight(seen)));
}

/** Takes bytes of packSight only. Nodes that verdicts speak of are the nodes of the tree again. */
export function unpackSight(bytes: Uint8Array): RenderedSight {
  return unpacked(deserialize(bytes)); // seam: written by packSight, in this process
}

function packed({ root, sight, removals }: RenderedSight): Packed {
  const { packed: tree, numbers } = packTree(root);
  const { hidden, shown, collapsed, findings, proof } = sight;
  const number = (node: HtmlNode) => numbers.get(node) ?? -1;
  // What was taken out of the tree meanwhile has no number, and nobody asks about it.
  const known = <T>(map: ReadonlyMap<HtmlNode, T>) =>
    [...map].map(([node, value]) => [number(node), value] as const).filter(([at]) => at >= 0);
  return {
    tree,
    hidden: known(hidden),
    shown: [...shown].map(number).filter((at) => at >= 0),
    collapsed: known(collapsed),
    rest: { findings, proof },
    removals,
  };
}

function unpacked({ tree, hidden, shown, collapsed, rest, removals }: Packed): RenderedSight {
  const nodes = unpackTree(tree);
  const nodeAt = (at: number) => nodes[at] as HtmlNode; // seam: numbers of packTree
  const elementAt = (at: number) => nodes[at] as HtmlElement; // seam: the same
  return {
    root: nodes[0] as HtmlRoot, // seam: the first of packTree
    sight: {
      hidden: new Map(hidden.map(([at, reason]) => [nodeAt(at), reason])),
      shown: new Set(shown.map(elementAt)),
      collapsed: new Map(collapsed.map(([at, panel]) => [elementAt(at), panel])),
      ...rest,
    },
    removals,
  };
}
