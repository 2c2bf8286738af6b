import {
  type Block,
  type DocumentHtml,
  escapeHtml,
  HiddenTexts,
  hexColor,
  htmlPage,
  inkOn,
  joinBlocks,
  linkTarget,
  styleAttribute,
} from './document-html.ts';
import { isOffPage, LEAST_LINE_TWIPS, unseenParagraph } from './docx-places.ts';
import { DocxStyles, linesOf, type RunLook, runLook, shadeOf } from './docx-styles.ts';
import { chosenOf, isOn, OfficePackage, type Relations, related } from './office-package.ts';
import { at, attribute, childElements, descendants, textOf, type XmlElement } from './xml-tree.ts';
import type { Archive } from './zip.ts';

/**
 * A Word document (ECMA-376, WordprocessingML). The look of its letters comes along as CSS; what Word itself does not
 * show (hidden text, deletions, instructions of fields, comments) is told apart here.
 */
export function readDocx(archive: Archive, includeHidden: boolean): DocumentHtml | null {
  const file = new OfficePackage(archive);
  const main = related(file.relations(''), 'officeDocument') ?? 'word/document.xml';
  const root = file.part(main);
  const body = at(root ?? undefined, 'body');
  if (root === null || body === undefined) return null;
  const relations = file.relations(main);
  const writer = new DocxWriter(file, relations, new HiddenTexts(includeHidden));
  const html = writer.blocks(body.children) + writer.notes();
  const comments = linesOf(file.part(related(relations, 'comments')));
  const hidden = writer.hidden.hide('comment', comments, 'comments');
  return {
    pages: [{ html: htmlPage(html + hidden, paperOf(file, root, relations)), location: '' }],
    ...file.facts(),
    hidden: writer.hidden.found,
    beside: [...relations.values()]
      .filter(({ type, isExternal }) => /^(?:header|footer)$/u.test(type) && !isExternal)
      .map(({ target }) => linesOf(file.part(target))),
    notes: file.notes(),
  };
}

/** The colour of the page counts only where the file says that it is shown. */
function paperOf(file: OfficePackage, root: XmlElement, relations: Relations): string {
  const settings = file.part(related(relations, 'settings'));
  const isShown = isOn(at(settings ?? undefined, 'displayBackgroundShape'));
  const color = isShown ? hexColor(attribute(at(root, 'background'), 'color')) : null;
  return color === null ? '' : `background-color:${color};color:${inkOn(color)}`;
}

/** Sizes that people choose are not told to the sight: only those that make letters unreadable. */
const SMALL_POINTS = 4;
const USUAL_POINTS = 11;
/** Percent of their width below which letters are lines. */
const LEAST_WIDTH = 10;

interface Context {
  readonly style: string | undefined;
  readonly table: RunLook;
}

class DocxWriter {
  readonly hidden: HiddenTexts;
  readonly #styles: DocxStyles;
  readonly #file: OfficePackage;
  readonly #relations: Relations;
  readonly #footnotes: string[] = [];
  /** Fields that are open; true while their instruction is being given, which nobody sees. */
  readonly #fields: boolean[] = [];
  #table: RunLook = {};
  #notesDepth = 0;

  constructor(file: OfficePackage, relations: Relations, hidden: HiddenTexts) {
    this.#file = file;
    this.#relations = relations;
    this.hidden = hidden;
    this.#styles = new DocxStyles(file, related(relations, 'styles'), related(relations, 'numbering'));
  }

  blocks(children: XmlElement['children']): string {
    return joinBlocks(this.#blocksOf(children));
  }

  /** The foot- and endnotes that were referred to, in that order. */
  notes(): string {
    return this.#footnotes.length === 0 ? '' : `<hr>${this.#footnotes.join('')}`;
  }

  #blocksOf(children: XmlElement['children']): Block[] {
    return children.flatMap((child): Block[] => {
      if (typeof child === 'string') return [];
      if (child.name === 'p') return [this.#paragraph(child)];
      if (child.name === 'tbl') return [{ html: this.#tableHtml(child), list: null }];
      if (child.name === 'AlternateContent') return this.#blocksOf(chosenOf(child));
      if (child.name === 'del' || child.name === 'moveFrom') {
        return [{ html: this.hidden.hide('deleted in tracked changes', wordsOf(child)), list: null }];
      }
      if (/^(?:sdt|sdtContent|customXml|ins|moveTo|smartTag)$/u.test(child.name)) {
        return this.#blocksOf(child.children);
      }
      return [];
    });
  }

  #paragraph(element: XmlElement): Block {
    const properties = at(element, 'pPr');
    const style = attribute(at(properties, 'pStyle'), 'val');
    const unseen = unseenParagraph((name) => this.#styles.paragraphProperty(properties, style, name));
    if (unseen !== null) return { html: this.hidden.hide(unseen, wordsOf(element)), list: null };
    const context = { style, table: this.#table };
    const inner = this.#inline(element.children, context);
    const background = shadeOf(properties) ?? this.#styles.paragraphShade(style);
    const look = styleAttribute({ 'background-color': background, color: inkOn(background) });
    const level = this.#styles.headingLevel(properties, style);
    if (level !== null) return { html: `<h${level}${look}>${inner}</h${level}>`, list: null };
    const list = inner === '' ? null : this.#styles.list(properties, style);
    return { html: inner === '' ? '' : `<p${look}>${inner}</p>`, list };
  }

  #inline(children: XmlElement['children'], context: Context): string {
    let html = '';
    for (const child of children) if (typeof child !== 'string') html += this.#inlineElement(child, context);
    return html;
  }

  #inlineElement(element: XmlElement, context: Context): string {
    switch (element.name) {
      case 'r':
        return this.#run(element, context);
      case 'hyperlink': {
        const relation = this.#relations.get(attribute(element, 'relation') ?? '');
        const target = linkTarget(relation?.isExternal ? relation.target : undefined);
        const inner = this.#inline(element.children, context);
        return target === null || inner === '' ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      }
      case 'del':
      case 'moveFrom':
        return this.hidden.hide('deleted in tracked changes', wordsOf(element));
      case 'oMath':
      case 'oMathPara':
        return escapeHtml(wordsOf(element));
      case 'AlternateContent':
        return this.#inline(chosenOf(element), context);
      case 'pPr':
        return '';
      default:
        return this.#inline(element.children, context);
    }
  }

  #run(run: XmlElement, context: Context): string {
    const properties = at(run, 'rPr');
    const runStyle = attribute(at(properties, 'rStyle'), 'val');
    const look = { ...this.#styles.look(context.style, runStyle, context.table), ...runLook(properties) };
    if (look.width !== undefined && look.width < LEAST_WIDTH) return this.hidden.hide('no width', wordsOf(run));
    if (look.vanish) return this.hidden.hide('hidden text', wordsOf(run));
    let html = '';
    for (const child of run.children) if (typeof child !== 'string') html += this.#runPart(child, context);
    if (html === '') return '';
    const { color, background, points = USUAL_POINTS, spacing = 0 } = look;
    const isOdd = points < SMALL_POINTS || spacing < 0;
    const css = styleAttribute({
      color: color ?? inkOn(background ?? null),
      'background-color': background,
      'font-size': isOdd ? `${points}pt` : null,
      'letter-spacing': spacing < 0 ? `${spacing}pt` : null,
    });
    if (css !== '') html = `<span${css}>${html}</span>`;
    if (look.italic) html = `<em>${html}</em>`;
    return look.bold ? `<strong>${html}</strong>` : html;
  }

  #runPart(part: XmlElement, context: Context): string {
    switch (part.name) {
      case 't':
        return this.#fields.includes(true)
          ? this.hidden.hide('instruction of a field', textOf(part))
          : escapeHtml(textOf(part));
      case 'tab':
        return ' ';
      case 'br':
      case 'cr':
        return '<br>';
      case 'noBreakHyphen':
        return '-';
      case 'fldChar':
        return this.#fieldSign(attribute(part, 'fldCharType'));
      case 'instrText':
        return isOrdinaryField(textOf(part)) ? '' : this.hidden.hide('instruction of a field', textOf(part));
      case 'delText':
        return this.hidden.hide('deleted in tracked changes', textOf(part));
      case 'footnoteReference':
      case 'endnoteReference':
        return this.#note(part.name.replace('Reference', ''), attribute(part, 'id'));
      case 'AlternateContent':
        return chosenOf(part)
          .map((child) => this.#runPart(child, context))
          .join('');
      case 'drawing':
      case 'pict':
      case 'object':
        return this.#drawing(part);
      default:
        return '';
    }
  }

  #fieldSign(type: string | undefined): string {
    if (type === 'begin') this.#fields.push(true);
    else if (type === 'separate' && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = false;
    else if (type === 'end') this.#fields.pop();
    return '';
  }

  #note(kind: string, id: string | undefined): string {
    const root = this.#file.part(related(this.#relations, `${kind}s`)) ?? undefined;
    const note = childElements(root, kind).find((one) => attribute(one, 'id') === id);
    if (note === undefined || this.#notesDepth > 0) return '';
    const number = this.#footnotes.length + 1;
    this.#footnotes.push('');
    this.#notesDepth++;
    this.#footnotes[number - 1] = `<p>[${number}]</p>${this.blocks(note.children)}`;
    this.#notesDepth--;
    return `[${number}]`;
  }

  /** Text boxes stand in the text where they are anchored. */
  #drawing(drawing: XmlElement): string {
    const said = descendants(drawing, 'docPr', 'shape').map(
      (one) => attribute(one, 'descr') ?? attribute(one, 'alt') ?? '',
    );
    const alternative = this.hidden.hide('alternative text', said.join(' '));
    return alternative + this.#boxes(drawing);
  }

  #boxes(drawing: XmlElement): string {
    const boxes = descendants(drawing, 'txbxContent');
    if (boxes.length === 0) return '';
    if (isOffPage(drawing)) return this.hidden.hide('off the page', boxes.map(wordsOf).join(' '));
    const isUnseen = descendants(drawing, 'docPr').some((one) => isOn(asValue(attribute(one, 'hidden'))));
    if (isUnseen) return this.hidden.hide('hidden drawing', boxes.map(wordsOf).join(' '));
    const fill = hexColor(attribute(at(descendants(drawing, 'spPr')[0], 'solidFill', 'srgbClr'), 'val'));
    const css = styleAttribute({ 'background-color': fill, color: inkOn(fill) });
    return boxes.map((box) => `<div${css}>${this.blocks(box.children)}</div>`).join('');
  }

  #tableHtml(table: XmlElement): string {
    const properties = at(table, 'tblPr');
    const style = attribute(at(properties, 'tblStyle'), 'val');
    const rows = descendantsUntil(table, 'tr', 'tbl');
    const before = this.#table;
    let html = '';
    for (const [index, row] of rows.entries()) {
      const rowProperties = at(row, 'trPr');
      const height = at(rowProperties, 'trHeight');
      const isFlat = attribute(height, 'hRule') === 'exact' && Number(attribute(height, 'val')) < LEAST_LINE_TWIPS;
      if (isFlat || isOn(at(rowProperties, 'hidden')) || at(rowProperties, 'del')) {
        const reason = at(rowProperties, 'del') ? 'deleted in tracked changes' : 'hidden row';
        html += this.hidden.hide(reason, wordsOf(row));
        continue;
      }
      const { look, fill } = this.#styles.tableLook(style, index === 0 && hasFirstRow(properties));
      this.#table = look;
      const cells = descendantsUntil(row, 'tc', 'tbl').map((cell) => this.#cell(cell, fill, index === 0));
      html += `<tr>${cells.join('')}</tr>`;
    }
    this.#table = before;
    return `<table>${html}</table>`;
  }

  #cell(cell: XmlElement, styleFill: string | null, isHead: boolean): string {
    const properties = at(cell, 'tcPr');
    const merge = at(properties, 'vMerge');
    const isContinued = merge !== undefined && attribute(merge, 'val') !== 'restart';
    const span = Math.min(60, Number(attribute(at(properties, 'gridSpan'), 'val') ?? 1) || 1);
    const fill = shadeOf(properties) ?? styleFill;
    const css = styleAttribute({ 'background-color': fill, color: inkOn(fill) });
    const spans = span > 1 ? ` colspan="${span}"` : '';
    const tag = isHead ? 'th' : 'td';
    return `<${tag}${spans}${css}>${isContinued ? '' : this.blocks(cell.children)}</${tag}>`;
  }
}

/** All words in an element, also those that are deleted or instructions. */
function wordsOf(element: XmlElement): string {
  return descendants(element, 't', 'delText', 'instrText').map(textOf).join('');
}

/** Elements of a name in this element, not looking into others of the second name. */
function descendantsUntil(element: XmlElement, name: string, until: string): XmlElement[] {
  return childElements(element).flatMap((child) => {
    if (child.name === name) return [child];
    return child.name === until ? [] : descendantsUntil(child, name, until);
  });
}

/** What programs write to number pages, to link and to list; anything else may be words for a machine. */
function isOrdinaryField(instruction: string): boolean {
  return instruction.length < 200 && !/(?:[\p{L}']{2,}\s+){4}/u.test(instruction.replace(/"[^"]{0,100}"/gu, ''));
}

function hasFirstRow(properties: XmlElement | undefined): boolean {
  const look = at(properties, 'tblLook');
  const flags = Number.parseInt(attribute(look, 'val') ?? '0020', 16);
  return (attribute(look, 'firstRow') ?? (flags & 0x20 ? '1' : '0')) === '1';
}

function asValue(value: string | undefined): XmlElement | undefined {
  return value === undefined ? undefined : { name: '', attributes: new Map([['val', value]]), children: [] };
}
