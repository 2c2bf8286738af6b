import { hexColor } from './document-html.ts';
import { isOn, type OfficePackage } from './office-package.ts';
import { at, attribute, childElements, descendants, textOf, type XmlElement } from './xml-tree.ts';

/** How letters look; a property that is not said is inherited. */
export interface RunLook {
  readonly vanish?: boolean;
  /** Null for letters that choose their colour by their ground. */
  readonly color?: string | null;
  readonly background?: string | null;
  readonly points?: number;
  /** Points added between letters; far below nothing they lie on one spot. */
  readonly spacing?: number;
  /** Width of letters in percent of what they are. */
  readonly width?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
}

interface Style {
  readonly basedOn: string | undefined;
  readonly name: string;
  readonly run: RunLook;
  readonly paragraph: XmlElement | undefined;
  readonly element: XmlElement;
}

/** Colours of `w:highlight` (ECMA-376, 17.18.40). */
const HIGHLIGHTS: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  green: '#00ff00',
  magenta: '#ff00ff',
  red: '#ff0000',
  yellow: '#ffff00',
  white: '#ffffff',
  darkBlue: '#000080',
  darkCyan: '#008080',
  darkGreen: '#008000',
  darkMagenta: '#800080',
  darkRed: '#800000',
  darkYellow: '#808000',
  darkGray: '#808080',
  lightGray: '#c0c0c0',
};

/** The colour of a shading; null for none, undefined where nothing is said. */
export function shadeOf(properties: XmlElement | undefined): string | null | undefined {
  const shade = at(properties, 'shd');
  return shade === undefined ? undefined : hexColor(attribute(shade, 'fill'));
}

export function runLook(properties: XmlElement | undefined): RunLook {
  const vanish = at(properties, 'vanish') ?? at(properties, 'specVanish');
  const color = at(properties, 'color');
  const highlight = HIGHLIGHTS[attribute(at(properties, 'highlight'), 'val') ?? ''];
  const background = highlight ?? shadeOf(properties);
  const size = Number(attribute(at(properties, 'sz'), 'val') ?? Number.NaN);
  const spacing = Number(attribute(at(properties, 'spacing'), 'val') ?? Number.NaN);
  const width = Number(attribute(at(properties, 'w'), 'val') ?? Number.NaN);
  const filled = filledColor(properties);
  const bold = at(properties, 'b');
  const italic = at(properties, 'i');
  return {
    ...(vanish && { vanish: isOn(vanish) }),
    ...(color && { color: colorOf(color) }),
    ...(filled !== undefined && { color: filled }),
    ...(background !== undefined && { background }),
    ...(Number.isFinite(spacing) && { spacing: spacing / 20 }),
    ...(Number.isFinite(width) && { width }),
    ...(Number.isFinite(size) && { points: size / 2 }),
    ...(bold && { bold: isOn(bold) }),
    ...(italic && { italic: isOn(italic) }),
  };
}

/** The filling of letters that newer programs draw in place of their colour. */
function filledColor(properties: XmlElement | undefined): string | undefined {
  const fill = at(properties, 'textFill');
  if (at(fill, 'noFill') !== undefined) return '#00000000';
  return hexColor(attribute(at(fill, 'solidFill', 'srgbClr'), 'val')) ?? undefined;
}

/** Programs write the colour of a theme beside its name; where they do not, the paper’s own is the one that hides. */
function colorOf(color: XmlElement): string | null {
  const plain = hexColor(attribute(color, 'val'));
  if (plain !== null) return plain;
  return /^(?:background1|light1)$/u.test(attribute(color, 'themeColor') ?? '') ? '#ffffff' : null;
}

const MAX_CHAIN = 20;

/** The styles and the numbering of a text document. */
export class DocxStyles {
  readonly #styles = new Map<string, Style>();
  readonly #defaults: RunLook;
  readonly #defaultParagraph: string | undefined;
  readonly #orderedLevels = new Map<string, boolean>();

  constructor(file: OfficePackage, stylesPart: string | undefined, numberingPart: string | undefined) {
    const root = file.part(stylesPart) ?? undefined;
    this.#defaults = runLook(at(root, 'docDefaults', 'rPrDefault', 'rPr'));
    let defaultParagraph: string | undefined;
    for (const element of childElements(root, 'style')) {
      const id = attribute(element, 'styleId') ?? '';
      if (attribute(element, 'type') === 'paragraph' && attribute(element, 'default') === '1') defaultParagraph = id;
      this.#styles.set(id, {
        basedOn: attribute(at(element, 'basedOn'), 'val'),
        name: (attribute(at(element, 'name'), 'val') ?? '').toLowerCase(),
        run: runLook(at(element, 'rPr')),
        paragraph: at(element, 'pPr'),
        element,
      });
    }
    this.#defaultParagraph = defaultParagraph;
    this.#readNumbering(file.part(numberingPart) ?? undefined);
  }

  /** The look of a run of this style in a paragraph of that style, before what the run itself says. */
  look(paragraphStyle: string | undefined, runStyle: string | undefined, table: RunLook): RunLook {
    const chain = [...this.#chain(runStyle), ...this.#chain(paragraphStyle ?? this.#defaultParagraph)].reverse();
    return Object.assign({}, this.#defaults, table, ...chain.map(({ run }) => run));
  }

  paragraphShade(style: string | undefined): string | null {
    for (const { paragraph } of this.#chain(style)) {
      const shade = shadeOf(paragraph);
      if (shade !== undefined) return shade;
    }
    return null;
  }

  /** A property of paragraphs by its own word, or by that of its style. */
  paragraphProperty(properties: XmlElement | undefined, style: string | undefined, name: string) {
    return (
      at(properties, name) ??
      this.#chain(style)
        .map((one) => at(one.paragraph, name))
        .find(Boolean)
    );
  }

  /** 1 to 6; null for what is no heading. */
  headingLevel(properties: XmlElement | undefined, style: string | undefined): number | null {
    const outlines = [at(properties, 'outlineLvl')];
    for (const { name, paragraph } of this.#chain(style)) {
      const named = /^heading ([1-9])$/u.exec(name)?.[1];
      if (named !== undefined) return Math.min(6, Number(named));
      if (name === 'title') return 1;
      outlines.push(at(paragraph, 'outlineLvl'));
    }
    const outline = Number(attribute(outlines.find(Boolean), 'val') ?? 9);
    return outline < 9 ? Math.min(6, outline + 1) : null;
  }

  /** The place of a paragraph in a list; null for others. */
  list(properties: XmlElement | undefined, style: string | undefined) {
    const numbering = [at(properties, 'numPr'), ...this.#chain(style).map((one) => at(one.paragraph, 'numPr'))];
    const found = numbering.find(Boolean);
    const id = attribute(at(found, 'numId'), 'val');
    if (id === undefined || id === '0') return null;
    const level = Math.max(0, Number(attribute(at(found, 'ilvl'), 'val') ?? 0) || 0);
    return { level, ordered: this.#orderedLevels.get(`${id}/${level}`) ?? false };
  }

  /** What the style of a table gives its first row and its other rows. */
  tableLook(style: string | undefined, firstRow: boolean): { look: RunLook; fill: string | null } {
    let look: RunLook = {};
    let fill: string | null = null;
    for (const { element, run } of this.#chain(style).reverse()) {
      look = { ...look, ...run };
      fill = shadeOf(at(element, 'tcPr')) ?? fill;
      const first = childElements(element, 'tblStylePr').find((part) => attribute(part, 'type') === 'firstRow');
      if (!firstRow || first === undefined) continue;
      look = { ...look, ...runLook(at(first, 'rPr')) };
      fill = shadeOf(at(first, 'tcPr')) ?? fill;
    }
    return { look, fill };
  }

  /** A style with those that it stands on, itself first; a circle ends where it closes. */
  #chain(id: string | undefined): Style[] {
    const chain: Style[] = [];
    for (let style = this.#styles.get(id ?? ''); style && chain.length < MAX_CHAIN; ) {
      if (chain.includes(style)) break;
      chain.push(style);
      style = this.#styles.get(style.basedOn ?? '');
    }
    return chain;
  }

  #readNumbering(root: XmlElement | undefined): void {
    const abstract = new Map(childElements(root, 'abstractNum').map((one) => [attribute(one, 'abstractNumId'), one]));
    for (const number of childElements(root, 'num')) {
      const levels = childElements(abstract.get(attribute(at(number, 'abstractNumId'), 'val')), 'lvl');
      for (const level of levels) {
        const format = attribute(at(level, 'numFmt'), 'val') ?? 'decimal';
        const key = `${attribute(number, 'numId')}/${attribute(level, 'ilvl')}`;
        this.#orderedLevels.set(key, format !== 'bullet' && format !== 'none');
      }
    }
  }
}

/** The text of a part that stands beside the document, a line for each paragraph. */
export function linesOf(root: XmlElement | null): string {
  const lines = descendants(root ?? undefined, 'p').map((paragraph) =>
    descendants(paragraph, 't').map(textOf).join(''),
  );
  return lines.join('\n').trim();
}
