import {
  type Block,
  type DocumentHtml,
  escapeHtml,
  HiddenTexts,
  htmlPage,
  inkOn,
  joinBlocks,
  linkTarget,
  styleAttribute,
} from './document-html.ts';
import { linesOf } from './docx-styles.ts';
import { chosenOf, OfficePackage, type Relations, related } from './office-package.ts';
import { type Fill, ThemeColors } from './pptx-colors.ts';
import { contains, type Mapping, mappingOf, ON_SLIDE, overlaps, type Place, placeOf } from './pptx-places.ts';
import { at, attribute, childElements, descendants, textOf, type XmlElement } from './xml-tree.ts';
import type { Archive } from './zip.ts';

/** A presentation (ECMA-376, PresentationML): the slides that are shown, in their order, without the speaker’s notes. */
export function readPptx(archive: Archive, includeHidden: boolean): DocumentHtml | null {
  const file = new OfficePackage(archive);
  const main = related(file.relations(''), 'officeDocument') ?? 'ppt/presentation.xml';
  const root = file.part(main) ?? undefined;
  if (root === undefined || root.name !== 'presentation') return null;
  const relations = file.relations(main);
  const hidden = new HiddenTexts(includeHidden);
  const size = at(root, 'sldSz');
  const slideSize: Place = {
    x: 0,
    y: 0,
    width: Number(attribute(size, 'cx')) || 9_144_000,
    height: Number(attribute(size, 'cy')) || 6_858_000,
  };
  let html = '';
  let hiddenSlides = 0;
  let noted = 0;
  const slides = childElements(at(root, 'sldIdLst'), 'sldId').map((one) => attribute(one, 'relation') ?? '');
  for (const [index, id] of slides.entries()) {
    const part = relations.get(id)?.target;
    const slide = file.part(part) ?? undefined;
    if (slide === undefined || part === undefined) continue;
    const location = `slide ${index + 1}`;
    const own = file.relations(part);
    const notes = linesOf(file.part(related(own, 'notesSlide')));
    if (notes !== '') noted++;
    html += hidden.hide('speaker notes', notes, location);
    html += hidden.hide('comment', commentsOf(file, own), location);
    if (attribute(slide, 'show') === '0' || attribute(slide, 'show') === 'false') {
      hiddenSlides++;
      html += hidden.hide('hidden slide', linesOf(slide), location);
    } else
      html += `<section id="slide-${index + 1}">${writeSlide(file, slide, own, slideSize, hidden, location)}</section>`;
  }
  return {
    pages: [{ html: htmlPage(html), location: '' }],
    ...file.facts(),
    hidden: hidden.found,
    beside: [],
    notes: [
      `Slides: ${slides.length}.`,
      ...(hiddenSlides > 0 ? [`Slides that are hidden, not read: ${hiddenSlides}.`] : []),
      ...(noted > 0 ? [`Slides with speaker notes, which are left out: ${noted}.`] : []),
      ...file.notes(),
    ],
  };
}

function commentsOf(file: OfficePackage, relations: Relations): string {
  const root = file.part(related(relations, 'comments')) ?? undefined;
  return descendants(root, 'text', 't').map(textOf).join('\n');
}

function writeSlide(
  file: OfficePackage,
  slide: XmlElement,
  relations: Relations,
  size: Place,
  hidden: HiddenTexts,
  location: string,
): string {
  const layout = related(relations, 'slideLayout');
  const master = layout === undefined ? undefined : related(file.relations(layout), 'slideMaster');
  const theme = new ThemeColors(file, master);
  const ground = theme.groundOf(slide) ?? theme.groundOf(file.part(layout) ?? undefined) ?? theme.ground;
  const writer = new SlideWriter(theme, ground, relations, size, hidden, location);
  writer.shapes(at(slide, 'cSld', 'spTree'), ON_SLIDE);
  // What moves may uncover what it covers.
  return writer.finish(at(slide, 'timing') !== undefined);
}

/** Letters below four points are told to the sight; sizes above are for people to choose. */
const SMALL_HUNDREDTHS = 400;

interface Written {
  readonly html: string;
  readonly place: Place | null;
  readonly words: string;
  /** How many shapes had been painted by then, its own included. */
  readonly painted: number;
}

function isSolid(fill: Fill): boolean {
  return fill !== null && fill !== 'unknown' && fill.length === 7;
}

class SlideWriter {
  readonly #theme: ThemeColors;
  readonly #ground: Fill;
  readonly #relations: Relations;
  readonly #size: Place;
  readonly #hidden: HiddenTexts;
  readonly #location: string;
  /** What was painted before, which later shapes may stand on. */
  readonly #written: Written[] = [];
  readonly #painted: { readonly place: Place; readonly fill: Fill }[] = [];

  constructor(
    theme: ThemeColors,
    ground: Fill,
    relations: Relations,
    size: Place,
    hidden: HiddenTexts,
    location: string,
  ) {
    this.#theme = theme;
    this.#ground = ground;
    this.#relations = relations;
    this.#size = size;
    this.#hidden = hidden;
    this.#location = location;
  }

  shapes(tree: XmlElement | undefined, mapping: Mapping): void {
    for (const shape of childElements(tree)) this.#shape(shape, mapping);
  }

  /** Everything written, without what stands behind something that was painted over it. */
  finish(moves: boolean): string {
    return this.#written
      .map(({ html, place, words, painted }) => {
        const over = this.#painted.slice(painted);
        const isCovered = place !== null && over.some((one) => isSolid(one.fill) && contains(one.place, place));
        return isCovered && !moves ? this.#hidden.hide('behind a shape', words, this.#location) : html;
      })
      .join('');
  }

  /** Writes a shape, and whatever of the report stands in its place. */
  #write(html: string, place: Place | null = null, words = ''): void {
    if (html !== '') this.#written.push({ html, place, words, painted: this.#painted.length });
  }

  #shape(shape: XmlElement, mapping: Mapping): void {
    if (shape.name === 'AlternateContent') {
      for (const one of chosenOf(shape)) this.#shape(one, mapping);
      return;
    }
    if (!/^(?:sp|grpSp|graphicFrame|pic|cxnSp)$/u.test(shape.name)) return;
    const facts = childElements(shape).find(({ name }) => /^nv\w+Pr$/u.test(name));
    const alternative = attribute(at(facts, 'cNvPr'), 'descr') ?? '';
    this.#write(this.#hidden.hide('alternative text', alternative, this.#location));
    if (attribute(at(facts, 'cNvPr'), 'hidden') === '1') {
      this.#write(this.#hidden.hide('hidden shape', linesOf(shape), this.#location));
      return;
    }
    if (shape.name === 'grpSp') {
      this.shapes(shape, mappingOf(at(shape, 'grpSpPr', 'xfrm'), mapping));
      return;
    }
    const frame = at(shape, 'spPr', 'xfrm') ?? at(shape, 'xfrm');
    const place = placeOf(frame, mapping);
    if (place !== null && !overlaps(place, this.#size)) {
      this.#write(this.#hidden.hide('off the slide', linesOf(shape), this.#location));
      return;
    }
    this.#placed(shape, place, attribute(at(facts, 'nvPr', 'ph'), 'type') ?? '');
  }

  #placed(shape: XmlElement, place: Place | null, kind: string): void {
    const table = descendants(at(shape, 'graphic'), 'tbl')[0];
    if (table !== undefined) {
      this.#write(this.#tableHtml(table), place, linesOf(shape));
      return;
    }
    const fill = shape.name === 'pic' ? 'unknown' : this.#theme.fillOf(at(shape, 'spPr'));
    const styled = at(shape, 'style', 'fillRef');
    const isStyled = fill === null && styled !== undefined && attribute(styled, 'idx') !== '0';
    const noFill = at(shape, 'spPr', 'noFill') !== undefined;
    const own: Fill = isStyled && !noFill ? 'unknown' : fill;
    const ground = own ?? this.#groundAt(place);
    if (place !== null && own !== null) this.#painted.push({ place, fill: own });
    if (/^(?:sldNum|dt|ftr)$/u.test(kind)) return;
    const html = this.#body(at(shape, 'txBody'), ground, kind === 'title' || kind === 'ctrTitle');
    this.#write(html, place, linesOf(shape));
  }

  /** Unknown where something that is not of one colour, or that is only partly beneath, was painted before. */
  #groundAt(place: Place | null): Fill {
    if (place === null) return this.#painted.length === 0 ? this.#ground : 'unknown';
    const beneath = this.#painted.filter((one) => overlaps(one.place, place)).at(-1);
    if (beneath === undefined) return this.#ground;
    return contains(beneath.place, place) ? beneath.fill : 'unknown';
  }

  #body(body: XmlElement | undefined, ground: Fill, isTitle: boolean): string {
    const blocks = childElements(body, 'p').map((paragraph): Block => {
      const inner = this.#runs(paragraph, ground);
      if (inner === '') return { html: '', list: null };
      if (isTitle) return { html: `${inner} `, list: null };
      const properties = at(paragraph, 'pPr');
      const level = Number(attribute(properties, 'lvl') ?? 0) || 0;
      const ordered = at(properties, 'buAutoNum') !== undefined;
      const isPoint = ordered || at(properties, 'buChar') !== undefined || level > 0;
      return { html: `<p>${inner}</p>`, list: isPoint ? { level, ordered } : null };
    });
    const html = joinBlocks(blocks);
    if (html.trim() === '') return '';
    const known = ground === 'unknown' ? null : ground;
    const css = styleAttribute({ 'background-color': known, color: inkOn(known) });
    return isTitle ? `<h2${css}>${html}</h2>` : `<div${css}>${html}</div>`;
  }

  #runs(paragraph: XmlElement, ground: Fill): string {
    let html = '';
    for (const child of childElements(paragraph)) {
      if (child.name === 'br') html += '<br>';
      else if (child.name === 'r' || child.name === 'fld') html += this.#run(child, ground);
      else if (child.name === 'm' || child.name === 'AlternateContent') {
        html += escapeHtml(
          descendants(chosenOf(child)[0] ?? child, 't')
            .map(textOf)
            .join(''),
        );
      }
    }
    return html;
  }

  #run(run: XmlElement, ground: Fill): string {
    const properties = at(run, 'rPr');
    const text = escapeHtml(textOf(at(run, 't')));
    if (text === '') return '';
    const color = this.#theme.fillOf(properties);
    const size = Number(attribute(properties, 'sz') ?? 1800);
    const isNone = at(properties, 'noFill') !== undefined && at(properties, 'ln') === undefined;
    const known = isNone ? '#00000000' : ground === 'unknown' || color === 'unknown' ? null : color;
    const css = styleAttribute({ color: known, 'font-size': size < SMALL_HUNDREDTHS ? `${size / 100}pt` : null });
    let html = css === '' ? text : `<span${css}>${text}</span>`;
    if (attribute(properties, 'b') === '1') html = `<strong>${html}</strong>`;
    const link = this.#relations.get(attribute(at(properties, 'hlinkClick'), 'relation') ?? '');
    const target = linkTarget(link?.isExternal ? link.target : undefined);
    return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`;
  }

  #tableHtml(table: XmlElement): string {
    const isStyled = at(table, 'tblPr', 'tableStyleId') !== undefined;
    const rows = childElements(table, 'tr').map((row, index) => {
      const cells = childElements(row, 'tc').map((cell) => {
        if (attribute(cell, 'hMerge') === '1') return '';
        const fill = this.#theme.fillOf(at(cell, 'tcPr')) ?? (isStyled ? 'unknown' : this.#ground);
        const span = Math.min(60, Number(attribute(cell, 'gridSpan') ?? 1) || 1);
        const tag = index === 0 ? 'th' : 'td';
        const spans = span > 1 ? ` colspan="${span}"` : '';
        return `<${tag}${spans}>${this.#body(at(cell, 'txBody'), fill, false)}</${tag}>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table>${rows.join('')}</table>`;
  }
}
