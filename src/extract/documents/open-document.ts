import { hexColor } from './document-html.ts';
import { at, attribute, childElements, descendants, parseXml, textOf, type XmlElement } from './xml-tree.ts';
import { type Archive, ArchiveError } from './zip.ts';

interface Look {
  readonly isHidden: boolean;
  readonly color: string | null;
  readonly background: string | null;
  readonly paragraphBackground: string | null;
  readonly cellBackground: string | null;
  readonly points: number | null;
}

const PLAIN: Look = {
  isHidden: false,
  color: null,
  background: null,
  paragraphBackground: null,
  cellBackground: null,
  points: null,
};
const MAX_CHAIN = 20;

/** The parts that all OpenDocument files have (ISO/IEC 26300): content, styles, facts. Throws ArchiveError. */
export class OpenDocument {
  readonly content: XmlElement | undefined;
  readonly #archive: Archive;
  readonly #styles = new Map<string, XmlElement>();
  readonly #stylesRoot: XmlElement | undefined;
  readonly #lists = new Map<string, XmlElement>();

  constructor(archive: Archive) {
    this.#archive = archive;
    // Encrypted parts stand in a whole archive; its list of parts says so.
    if (/<(?:\w+:)?encryption-data[\s>]/u.test(archive.text('META-INF/manifest.xml') ?? '')) {
      throw new ArchiveError('locked', 'it opens only with a password');
    }
    this.content = this.#part('content.xml');
    this.#stylesRoot = this.#part('styles.xml');
    for (const root of [this.#stylesRoot, this.content]) {
      for (const name of ['styles', 'automatic-styles']) {
        for (const style of childElements(at(root, name))) {
          const family = attribute(style, 'family') ?? '';
          if (style.name === 'list-style') this.#lists.set(attribute(style, 'name') ?? '', style);
          else if (style.name === 'style') this.#styles.set(`${family}/${attribute(style, 'name')}`, style);
          else if (style.name === 'default-style') this.#styles.set(`${family}/`, style);
        }
      }
    }
  }

  /** A style with what it inherits; circles end where they close. */
  look(name: string | undefined, family: string): Look {
    let look = PLAIN;
    for (const style of this.#chain(name, family).reverse()) look = { ...look, ...lookOf(style) };
    return look;
  }

  style(name: string | undefined, family: string): XmlElement | undefined {
    return this.#styles.get(`${family}/${name}`);
  }

  isOrdered(listStyle: string, level: number): boolean {
    const levels = childElements(this.#lists.get(listStyle));
    const own = levels.find((one) => attribute(one, 'level') === String(level + 1));
    return own?.name === 'list-level-style-number' && attribute(own, 'num-format') !== '';
  }

  headersAndFooters(): string[] {
    const master = at(this.#stylesRoot, 'master-styles');
    return descendants(master, 'header', 'footer').map((one) => descendants(one, 'p').map(textOf).join('\n').trim());
  }

  facts() {
    const meta = at(this.#part('meta.xml'), 'meta');
    const fact = (name: string) => textOf(at(meta, name)).trim() || null;
    return {
      title: fact('title') ?? '',
      author: fact('initial-creator') ?? fact('creator'),
      created: fact('creation-date'),
      modified: fact('date'),
      language: fact('language'),
    };
  }

  notes(): string[] {
    const { names } = this.#archive;
    const pictures = names.filter((name) => /^(?:Pictures|media)\/./iu.test(name)).length;
    const objects = names.filter((name) => /^Object [^/]+\/content\.xml$/u.test(name)).length;
    return [
      ...(names.some((name) => /^(?:Basic|Scripts)\/./u.test(name))
        ? ['The file holds macros; they were not run.']
        : []),
      ...(objects > 0 ? [`Files embedded in it, not opened: ${objects}.`] : []),
      ...(pictures > 0 ? [`Pictures and media in it, not read: ${pictures}.`] : []),
    ];
  }

  #part(name: string): XmlElement | undefined {
    const source = this.#archive.text(name);
    return source === null ? undefined : childElements(parseXml(source))[0];
  }

  #chain(name: string | undefined, family: string): XmlElement[] {
    const chain: XmlElement[] = [];
    for (let style = this.#styles.get(`${family}/${name}`); style && chain.length < MAX_CHAIN; ) {
      if (chain.includes(style)) break;
      chain.push(style);
      style = this.#styles.get(`${family}/${attribute(style, 'parent-style-name')}`);
    }
    return chain;
  }
}

function lookOf(style: XmlElement): Partial<Look> {
  const text = at(style, 'text-properties');
  const color = attribute(text, 'color');
  const background = attribute(text, 'background-color');
  const size = /^([\d.]{1,8})pt$/u.exec(attribute(text, 'font-size') ?? '')?.[1];
  const paragraph = attribute(at(style, 'paragraph-properties'), 'background-color');
  const cell = attribute(at(style, 'table-cell-properties'), 'background-color');
  const display = attribute(text, 'display');
  return {
    ...(display !== undefined && { isHidden: display === 'none' || display === 'condition' }),
    ...(color !== undefined && { color: hexColor(color) }),
    ...(background !== undefined && { background: hexColor(background) }),
    ...(size !== undefined && { points: Number(size) }),
    ...(paragraph !== undefined && { paragraphBackground: hexColor(paragraph) }),
    ...(cell !== undefined && { cellBackground: hexColor(cell) }),
  };
}
