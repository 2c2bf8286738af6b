import { hexColor } from './document-html.ts';
import { type OfficePackage, related } from './office-package.ts';
import { at, attribute, childElements, type XmlElement } from './xml-tree.ts';

/** A colour, or that there is one that is not known (a picture, a gradient, a tint); null for none. */
export type Fill = string | 'unknown' | null;

/** Names of a theme’s colours as a slide uses them, where its master does not map them otherwise. */
const USUAL_MAP: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };

/** The colours of the theme that the slides of one master use. */
export class ThemeColors {
  readonly #colors = new Map<string, string>();
  readonly #map = new Map<string, string>(Object.entries(USUAL_MAP));
  /** What the master paints behind everything. */
  readonly ground: Fill;

  constructor(file: OfficePackage, master: string | undefined) {
    const root = file.part(master) ?? undefined;
    const theme = master === undefined ? undefined : related(file.relations(master), 'theme');
    for (const element of childElements(at(file.part(theme) ?? undefined, 'themeElements', 'clrScheme'))) {
      const color = childElements(element)[0];
      const value = hexColor(attribute(color, 'lastClr') ?? attribute(color, 'val'));
      if (value !== null) this.#colors.set(element.name, value);
    }
    for (const [name, value] of at(root, 'clrMap')?.attributes ?? []) this.#map.set(name, value);
    this.ground = this.groundOf(root) ?? '#ffffff';
  }

  /** What a slide, a layout or a master paints behind its shapes; null when it leaves that to the one below. */
  groundOf(root: XmlElement | undefined): Fill {
    const background = at(root, 'cSld', 'bg');
    const reference = at(background, 'bgRef');
    if (reference !== undefined) return this.#color(childElements(reference)[0]);
    return this.fillOf(at(background, 'bgPr'));
  }

  fillOf(properties: XmlElement | undefined): Fill {
    const solid = at(properties, 'solidFill');
    if (solid !== undefined) return this.#color(childElements(solid)[0]);
    const other = childElements(properties).some(({ name }) => /^(?:gradFill|blipFill|pattFill|grpFill)$/u.test(name));
    return other ? 'unknown' : null;
  }

  /** A changed colour (a tint, an alpha) is not known. */
  #color(color: XmlElement | undefined): Fill {
    if (color === undefined) return null;
    const alpha = Number(attribute(at(color, 'alpha'), 'val') ?? 100_000);
    if (childElements(color).some(({ name }) => name !== 'alpha')) return 'unknown';
    // Letters that let nearly everything through are as good as not there.
    if (alpha < 100_000) return alpha < 5000 ? '#00000000' : 'unknown';
    const value = attribute(color, 'val') ?? '';
    if (color.name === 'srgbClr') return hexColor(value) ?? 'unknown';
    if (color.name === 'sysClr') return hexColor(attribute(color, 'lastClr')) ?? 'unknown';
    if (color.name !== 'schemeClr') return 'unknown';
    return this.#colors.get(this.#map.get(value) ?? value) ?? 'unknown';
  }
}
