import type { DataNode } from './data-node.ts';

/**
 * `json-ld`, `microdata`, `rdfa` and `meta` (Open Graph and its like) describe the page; `state` is what its scripts
 * start from, `json` other data between script tags, `attribute` what a component was given.
 */
export type DataKind = 'json-ld' | 'microdata' | 'rdfa' | 'meta' | 'state' | 'json' | 'attribute';

/** One piece of data that a page carries beside its text. Nobody who opens the page sees it. */
export interface EmbeddedData {
  readonly kind: DataKind;
  /** What it describes or is called: `Product`, `__NEXT_DATA__`; plain identifiers only, empty when it has no name. */
  readonly label: string;
  /** The element that holds it, in a few words of ours. */
  readonly where: string;
  /** Length as written, in UTF-16 units. */
  readonly characters: number;
  /** Its values, or its text where it is no data that can be read. Made when asked: most pieces never are. */
  read(): ReadData;
}

export interface ReadData {
  readonly node: DataNode | null;
  /** The source as it stands, when `node` is null. */
  readonly source: string;
  /** Values left out because there were too many, characters because the source is too long. */
  readonly dropped: number;
  readonly cut: number;
}

/** Longer sources are not parsed; as much of their text is given. */
export const MAX_SOURCE_CHARACTERS = 5_000_000;

/** Page-written names are repeated only when they are plain identifiers. */
export function plainName(name: string | undefined): string {
  return name !== undefined && /^[\w$@:.-]{1,40}$/u.test(name) ? name : '';
}
