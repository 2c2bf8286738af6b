import { elements, type HtmlElement, type HtmlNode, textContent } from '../../html/tree.ts';
import { quote } from './prefix.ts';
import { classOf } from './tags.ts';
import { type Block, type Frame, MAX_NESTING, type Writer } from './writer.ts';

/** GitHub's five kinds of alert; every other convention is mapped onto them. */
export type CalloutKind = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION';

export interface Callout {
  readonly kind: CalloutKind;
  readonly title: HtmlElement | null;
  readonly element: HtmlElement;
}

const KIND_OF: ReadonlyMap<string, CalloutKind> = new Map(
  Object.entries({
    NOTE: 'note info information primary secondary seealso see-also abstract summary question example quote todo neutral default',
    TIP: 'tip hint success check done best-practice',
    IMPORTANT: 'important key',
    WARNING: 'warning attention warn alert-warning deprecated experimental',
    CAUTION: 'caution danger error failure fail bug critical destructive',
  }).flatMap(([kind, names]) => names.split(' ').map((name): [string, CalloutKind] => [name, kind as CalloutKind])), // seam: keys of the literal above
);
/** A class that says "this is a callout", whatever its kind. */
const CONTAINER =
  /(?:^|\s)(?:markdown-alert|(?:theme-)?admonition|admonitionblock|callout|notecard|custom-block|hint-container|starlight-aside|alert|notices?|infobox-note|doc-callout|td-alert|book-hint|hint|messagebox)(?=$|[\s_-])/iu;
const TITLE =
  /(?:^|[\s_-])(?:title|heading|header|label|admonitionHeading\S*)(?:$|[\s_]|-(?:text|inner))|admonitionHeading|alert-heading|callout-title|admonition-title/iu;
const TAGS: ReadonlySet<string> = new Set(['div', 'aside', 'section', 'blockquote', 'details']);
const MAX_TITLE_LENGTH = 120;

/** The element as a callout, by its class, role or data attribute. */
export function calloutOf(element: HtmlElement): Callout | null {
  if (!TAGS.has(element.tag)) return null;
  const kind = kindOf(element);
  if (kind === null || textContent(element).trim() === '') return null;
  return { kind, title: findTitle(element), element };
}

function kindOf(element: HtmlElement): CalloutKind | null {
  const value = classOf(element);
  const declared = element.attributes.get('data-callout') ?? element.attributes.get('data-admonition-type');
  if (declared) return KIND_OF.get(declared.toLowerCase()) ?? 'NOTE';
  if (CONTAINER.test(value)) return kindFromClass(value) ?? (isPlainAlert(value) ? null : 'NOTE');
  const role = element.attributes.get('role');
  if (role === 'note' || role === 'doc-tip' || role === 'doc-notice')
    return kindFromClass(value) ?? (role === 'doc-tip' ? 'TIP' : 'NOTE');
  // `aside.note`, `div.warning`: the bare word is the whole class.
  if (element.tag === 'aside' || element.tag === 'div')
    return KIND_OF.has(value.trim().toLowerCase()) && value.trim() !== 'default' ? bareKind(value) : null;
  return null;
}

const BARE = /^(?:note|tip|hint|important|warning|caution|danger|info)$/u;

function bareKind(value: string): CalloutKind | null {
  const word = value.trim().toLowerCase();
  return BARE.test(word) ? (KIND_OF.get(word) ?? null) : null;
}

/** `callout` or `alert` alone says too little: site banners and teasers use those words as well. */
function isPlainAlert(value: string): boolean {
  return /^\s*(?:alert|callout|notices?|hint|messagebox)\s*$/iu.test(value);
}

function kindFromClass(value: string): CalloutKind | null {
  for (const name of value.toLowerCase().split(/\s+/u)) {
    const direct = KIND_OF.get(name);
    if (direct) return direct;
    const tail = /(?:alert|admonition|callout|notecard|aside|hint|notice|block|note|message|bg)-{1,2}([a-z]+)$/u.exec(
      name,
    )?.[1];
    const kind = tail ? KIND_OF.get(tail) : undefined;
    if (kind) return kind;
  }
  return null;
}

/** The callout's own title: its first text-bearing element, when that is marked as a title. */
function findTitle(callout: HtmlElement): HtmlElement | null {
  for (const element of elements(callout)) {
    const text = textContent(element).trim();
    if (text === '') continue;
    if (TITLE.test(classOf(element)) || element.tag === 'summary')
      return text.length <= MAX_TITLE_LENGTH ? element : null;
    if (element.children.some((child) => child.type === 'text' && child.text.trim() !== '')) return null;
  }
  return null;
}

export function writeCallout(writer: Writer, callout: Callout, frame: Frame): Block {
  const inner: Frame = { ...frame, nesting: frame.nesting + 1 };
  const title = callout.title
    ? writer
        .inline([...inlineOf(callout.title)], { ...inner, heading: true })
        .replace(/[*:：]+$|^\*+/gu, '')
        .trim()
    : '';
  const body = writer
    .blocks(without(callout.element.children, callout.title), inner)
    .map((block) => block.text)
    .join('\n\n');
  const named = title === '' || KIND_OF.get(title.toLowerCase()) === callout.kind ? '' : `**${title}**`;
  const content = [named, body].filter((text) => text !== '').join('\n\n');
  const text = `[!${callout.kind}]\n${content}`;
  return { kind: 'quote', text: frame.nesting >= MAX_NESTING ? content : quote(text) };
}

function* inlineOf(title: HtmlElement): Generator<HtmlNode> {
  yield* title.children;
}

/** The nodes without the title, wherever it stands below them; nothing is changed in the tree. */
function without(nodes: readonly HtmlNode[], title: HtmlElement | null): HtmlNode[] {
  if (!title) return [...nodes];
  return nodes.flatMap((node): HtmlNode[] => {
    if (node === title) return [];
    if (node.type !== 'element' || ![...elements(node)].includes(title)) return [node];
    return without(node.children, title);
  });
}
