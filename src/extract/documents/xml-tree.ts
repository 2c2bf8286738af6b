import { Parser } from 'htmlparser2';
import { ArchiveError } from './zip.ts';

/** An element of an office format. Names are without their namespace prefix, which a file chooses as it likes. */
export interface XmlElement {
  readonly name: string;
  /** By local name; of two with the same, the one without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
}

const MAX_DEPTH = 200;
const MAX_NODES = 1_500_000;

/**
 * Parses XML leniently. Document types are not looked at, so nothing is expanded but the five entities of XML and
 * character references, and nothing is fetched. Throws ArchiveError beyond the limits.
 */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] };
  const stack = [root];
  let nodes = 0;
  const count = () => {
    if (++nodes > MAX_NODES) throw new ArchiveError('too_large', 'it has more elements than the limit');
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        count();
        const element = { name: local(name), attributes: localAttributes(attributes), children: [] };
        stack.at(-1)?.children.push(element);
        stack.push(element);
        if (stack.length > MAX_DEPTH) throw new ArchiveError('damaged', 'its elements are nested too deeply');
      },
      ontext(text) {
        const siblings = stack.at(-1)?.children ?? [];
        const last = siblings.at(-1);
        if (typeof last === 'string') siblings[siblings.length - 1] = last + text;
        else {
          count();
          siblings.push(text);
        }
      },
      onclosetag() {
        if (stack.length > 1) stack.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
  return root;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localAttributes(attributes: Readonly<Record<string, string>>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    const isPrefixed = name.includes(':');
    // `id` and `r:id` stand beside each other and mean different things.
    if (isPrefixed && /:(?:id|embed|link|pict)$/u.test(name)) found.set(`relation`, value);
    if (!isPrefixed || !found.has(local(name))) found.set(local(name), value);
  }
  return found;
}

export function childElements(element: XmlElement | undefined, name?: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element?.children ?? []) {
    if (typeof child !== 'string' && (name === undefined || child.name === name)) found.push(child);
  }
  return found;
}

/** The first element at the end of a path of names. */
export function at(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found && childElements(found, name)[0];
  return found;
}

/** All descendants of these names, in the order of the document. */
export function descendants(element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (parent: XmlElement | undefined) => {
    for (const child of childElements(parent)) {
      if (names.includes(child.name)) found.push(child);
      visit(child);
    }
  };
  visit(element);
  return found;
}

export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes.get(name);
}

export function textOf(element: XmlElement | undefined): string {
  let text = '';
  for (const child of element?.children ?? []) text += typeof child === 'string' ? child : textOf(child);
  return text;
}
