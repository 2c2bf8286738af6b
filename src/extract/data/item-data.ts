import { type HtmlElement, type HtmlNode, type HtmlRoot, textContent } from '../../html/tree.ts';
import { type DataNode, textNode } from './data-node.ts';

/** Items of microdata or RDFa that a page holds, as one list of objects. */
export interface ItemData {
  readonly node: DataNode;
  /** What they are of, without vocabulary, each once. */
  readonly types: readonly string[];
  readonly characters: number;
}

/** How markup says what is an item, of what type, and what of it a value is. */
interface Vocabulary {
  readonly isItem: (element: HtmlElement) => boolean;
  readonly type: string;
  readonly id: string;
  readonly property: string;
}

const MICRODATA: Vocabulary = {
  isItem: ({ attributes }) => attributes.has('itemscope'),
  type: 'itemtype',
  id: 'itemid',
  property: 'itemprop',
};
const RDFA: Vocabulary = {
  isItem: ({ attributes }) => attributes.has('typeof'),
  type: 'typeof',
  id: 'resource',
  property: 'property',
};

/** Values of one page; more are counted as what they are, not shown. */
const MAX_VALUES = 5_000;

export const microdataOf = (document: HtmlRoot): ItemData | null => itemsOf(document, MICRODATA);
export const rdfaOf = (document: HtmlRoot): ItemData | null => itemsOf(document, RDFA);

type Entries = Array<readonly [string, DataNode]>;

function itemsOf(document: HtmlRoot, vocabulary: Vocabulary): ItemData | null {
  const items: DataNode[] = [];
  const types = new Set<string>();
  const counted = { values: 0, characters: 0 };
  /** Values belong to the nearest item around them; an item that is no value is one of the page. */
  const visit = (nodes: readonly HtmlNode[], owner: Entries | null): void => {
    for (const element of nodes) {
      if (element.type !== 'element' || counted.values >= MAX_VALUES) continue;
      const names = namesOf(element.attributes.get(vocabulary.property));
      const isItem = vocabulary.isItem(element);
      const own: Entries = isItem ? headOf(element, vocabulary, types) : [];
      if (owner) {
        for (const name of names) {
          const value = isItem ? ({ type: 'object', entries: own } as const) : textNode(contentOf(element));
          counted.values++;
          counted.characters += name.length + (value.type === 'text' ? value.text.length : 0);
          owner.push([shortName(name), value]);
        }
      }
      if (isItem && (owner === null || names.length === 0)) items.push({ type: 'object', entries: own });
      visit(element.children, isItem ? own : owner);
    }
  };
  visit(document.children, null);
  return items.length === 0 ? null : { node: { type: 'list', items }, types: [...types], ...counted };
}

const NONE: readonly string[] = [];

function namesOf(written: string | undefined): readonly string[] {
  return written === undefined ? NONE : written.split(/\s+/u).filter((each) => each !== '');
}

function headOf({ attributes }: HtmlElement, { type, id }: Vocabulary, types: Set<string>): Entries {
  const written = (attributes.get(type) ?? '').trim();
  const short = shortName(written.split(/\s+/u)[0] ?? '');
  if (short !== '') types.add(short);
  const about = attributes.get(id)?.trim() ?? '';
  return [
    ...(written === '' ? [] : [['@type', textNode(written)] as const]),
    ...(about === '' ? [] : [['@id', textNode(about)] as const]),
  ];
}

/** `https://schema.org/Product` and `schema:Product` are `Product`. */
function shortName(name: string): string {
  return name.replace(/^.*[/#:]/u, '');
}

/** Attributes that hold the value of an element (HTML Standard, values of microdata); of others their text is it. */
const BY_ATTRIBUTE: Readonly<Record<string, string>> = {
  meta: 'content',
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
};

function contentOf(element: HtmlElement): string {
  const { attributes, tag } = element;
  const name = Object.hasOwn(BY_ATTRIBUTE, tag) ? BY_ATTRIBUTE[tag] : undefined;
  const value = attributes.get('content') ?? (name === undefined ? undefined : attributes.get(name));
  return (value ?? textContent(element)).replace(/\s+/gu, ' ').trim();
}

const DESCRIPTIVE =
  /^(?:og|article|product|profile|book|video|music|place|business|fb|al|twitter|dc|dcterms|citation|parsely|sailthru|prism)[:._]/iu;
const MAX_TAGS = 400;

/** Open Graph and its like: what the head says of the page to those who link to it. */
export function metaOf(metas: readonly HtmlElement[]): ItemData | null {
  const entries: Entries = [];
  let characters = 0;
  let type = '';
  for (const { attributes } of metas) {
    if (entries.length >= MAX_TAGS) break;
    const name = attributes.get('property') ?? attributes.get('name') ?? '';
    const content = attributes.get('content')?.trim() ?? '';
    if (content === '' || !DESCRIPTIVE.test(name)) continue;
    entries.push([name, textNode(content)]);
    characters += name.length + content.length;
    if (name.toLowerCase() === 'og:type') type = content;
  }
  return entries.length === 0 ? null : { node: { type: 'object', entries }, types: [type], characters };
}
