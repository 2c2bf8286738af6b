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
import { OpenDocument } from './open-document.ts';
import { at, attribute, childElements, descendants, textOf, type XmlElement } from './xml-tree.ts';
import type { Archive } from './zip.ts';

/** A text document of the OpenDocument format (ISO/IEC 26300). */
export function readOdt(archive: Archive, includeHidden: boolean): DocumentHtml | null {
  const file = new OpenDocument(archive);
  const text = at(file.content, 'body', 'text');
  if (text === undefined) return null;
  const writer = new OdtWriter(file, new HiddenTexts(includeHidden));
  const html = writer.blocks(text) + writer.footnotes();
  return {
    pages: [{ html: htmlPage(html), location: '' }],
    ...file.facts(),
    hidden: writer.hidden.found,
    beside: file.headersAndFooters(),
    notes: file.notes(),
  };
}

const SMALL_POINTS = 4;
/** Runs of spaces that a file may ask for in one element. */
const MAX_SPACES = 20;

class OdtWriter {
  readonly hidden: HiddenTexts;
  readonly #file: OpenDocument;
  readonly #footnotes: string[] = [];

  constructor(file: OpenDocument, hidden: HiddenTexts) {
    this.#file = file;
    this.hidden = hidden;
  }

  footnotes(): string {
    return this.#footnotes.length === 0 ? '' : `<hr>${this.#footnotes.join('')}`;
  }

  blocks(parent: XmlElement): string {
    return joinBlocks(this.#blocksOf(parent, null));
  }

  #blocksOf(parent: XmlElement, list: Block['list']): Block[] {
    return childElements(parent).flatMap((child): Block[] => {
      const style = attribute(child, 'style-name');
      switch (child.name) {
        case 'p':
        case 'h':
          return [{ html: this.#paragraph(child), list }];
        case 'list': {
          const level = list === null ? 0 : list.level + 1;
          const ordered = style === undefined ? (list?.ordered ?? false) : this.#file.isOrdered(style, level);
          return childElements(child).flatMap((item) => this.#blocksOf(item, { level, ordered }));
        }
        case 'section':
          return this.#isHiddenSection(child)
            ? [{ html: this.hidden.hide('hidden section', wordsOf(child)), list: null }]
            : this.#blocksOf(child, null);
        case 'table':
          return [{ html: this.#tableHtml(child), list: null }];
        case 'tracked-changes':
          return [{ html: this.hidden.hide('deleted in tracked changes', deletedIn(child)), list: null }];
        case 'table-of-content':
        case 'illustration-index':
        case 'alphabetical-index':
        case 'bibliography':
        case 'user-index':
        case 'index-body':
        case 'index-title':
          return this.#blocksOf(child, null);
        case 'frame':
          return [{ html: this.#inlineElement(child), list: null }];
        default:
          return [];
      }
    });
  }

  #isHiddenSection(section: XmlElement): boolean {
    return /^(?:none|condition)$/u.test(attribute(section, 'display') ?? '');
  }

  #paragraph(element: XmlElement): string {
    const look = this.#file.look(attribute(element, 'style-name'), 'paragraph');
    if (look.isHidden) return this.hidden.hide('hidden text', wordsOf(element));
    const paragraphHidden = descendants(element, 'hidden-paragraph').some(
      (one) => attribute(one, 'is-hidden') === 'true',
    );
    if (paragraphHidden) return this.hidden.hide('hidden paragraph', wordsOf(element));
    const inner = this.#inline(element);
    if (inner.trim() === '') return '';
    const css = cssOf(look, look.paragraphBackground);
    const level = Math.min(6, Math.max(1, Number(attribute(element, 'outline-level') ?? 1) || 1));
    return element.name === 'h' ? `<h${level}${css}>${inner}</h${level}>` : `<p${css}>${inner}</p>`;
  }

  #inline(element: XmlElement): string {
    let html = '';
    for (const child of element.children) {
      html += typeof child === 'string' ? escapeHtml(child) : this.#inlineElement(child);
    }
    return html;
  }

  #inlineElement(element: XmlElement): string {
    if (attribute(element, 'display') === 'none') return this.hidden.hide('hidden text', wordsOf(element));
    if (element.name === 'frame' && isOffPage(element)) return this.hidden.hide('off the page', wordsOf(element));
    switch (element.name) {
      case 'span': {
        const look = this.#file.look(attribute(element, 'style-name'), 'text');
        if (look.isHidden) return this.hidden.hide('hidden text', wordsOf(element));
        const inner = this.#inline(element);
        const css = cssOf(look, null);
        return css === '' || inner === '' ? inner : `<span${css}>${inner}</span>`;
      }
      case 'a': {
        const target = linkTarget(attribute(element, 'href'));
        const inner = this.#inline(element);
        return target === null || inner === '' ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      }
      case 's':
        return ' '.repeat(Math.min(MAX_SPACES, Number(attribute(element, 'c') ?? 1) || 1));
      case 'tab':
        return ' ';
      case 'line-break':
        return '<br>';
      case 'annotation':
        return this.hidden.hide('comment', descendants(element, 'p').map(textOf).join('\n'));
      case 'hidden-text':
        return attribute(element, 'is-hidden') === 'false'
          ? escapeHtml(attribute(element, 'string-value') ?? textOf(element))
          : this.hidden.hide('hidden text', attribute(element, 'string-value') ?? textOf(element));
      case 'note': {
        const number = this.#footnotes.length + 1;
        this.#footnotes.push('');
        const body = at(element, 'note-body');
        this.#footnotes[number - 1] = `<p>[${number}]</p>${body === undefined ? '' : this.blocks(body)}`;
        return `[${number}]`;
      }
      case 'frame':
        return descendants(element, 'text-box')
          .slice(0, 1)
          .map((box) => this.blocks(box))
          .join('');
      case 'script':
      case 'object':
      case 'image':
      case 'desc':
      case 'title':
      case 'event-listeners':
        return '';
      default:
        return this.#inline(element);
    }
  }

  #tableHtml(table: XmlElement): string {
    const rows = rowsOf(table).map(({ row, isHead }) => {
      if (/^(?:collapse|filter)$/u.test(attribute(row, 'visibility') ?? '')) {
        return this.hidden.hide('hidden row', wordsOf(row));
      }
      const cells = childElements(row).map((cell) => {
        if (cell.name !== 'table-cell') return '';
        const background = this.#file.look(attribute(cell, 'style-name'), 'table-cell').cellBackground;
        const css = styleAttribute({ 'background-color': background, color: inkOn(background) });
        const tag = isHead ? 'th' : 'td';
        const spans = `${spanOf(cell, 'columns', 'colspan')}${spanOf(cell, 'rows', 'rowspan')}`;
        return `<${tag}${spans}${css}>${this.blocks(cell)}</${tag}>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table>${rows.join('')}</table>`;
  }
}

type Look = ReturnType<OpenDocument['look']>;

function cssOf({ color, background, points }: Look, behind: string | null): string {
  const ground = background ?? behind;
  return styleAttribute({
    color: color ?? inkOn(ground),
    'background-color': ground,
    'font-size': points !== null && points < SMALL_POINTS ? `${points}pt` : null,
  });
}

function spanOf(cell: XmlElement, what: 'columns' | 'rows', name: string): string {
  const span = Number(attribute(cell, `number-${what}-spanned`) ?? 1);
  return span > 1 ? ` ${name}="${Math.min(span, 1000)}"` : '';
}

function rowsOf(table: XmlElement): { readonly row: XmlElement; readonly isHead: boolean }[] {
  return childElements(table).flatMap((child) => {
    if (child.name === 'table-row') return [{ row: child, isHead: false }];
    if (child.name === 'table-header-rows') return childElements(child).map((row) => ({ row, isHead: true }));
    return /^table-row/u.test(child.name) ? rowsOf(child) : [];
  });
}

function wordsOf(element: XmlElement): string {
  const paragraphs = descendants(element, 'p', 'h');
  return paragraphs.length === 0 ? textOf(element) : paragraphs.map(textOf).join('\n');
}

const CENTIMETRES: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72, pc: 2.54 / 6 };
/** Larger than the pages of any office program. */
const OFF_PAGE_CENTIMETRES = 60;

function isOffPage(frame: XmlElement): boolean {
  return ['x', 'y'].some((name) => {
    const place = /^(-?[\d.]{1,12})(cm|mm|in|pt|pc)$/u.exec(attribute(frame, name) ?? '');
    const centimetres = Number(place?.[1] ?? 0) * (CENTIMETRES[place?.[2] ?? ''] ?? 1);
    return centimetres < -OFF_PAGE_CENTIMETRES / 3 || centimetres > OFF_PAGE_CENTIMETRES;
  });
}

function deletedIn(changes: XmlElement): string {
  return descendants(changes, 'deletion').map(wordsOf).join('\n');
}
