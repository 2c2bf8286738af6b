/** Text of a document that no reader shows in its place, with the reason in a few fixed words. */
export interface HiddenText {
  readonly reason: string;
  readonly text: string;
  readonly location: string;
}

/** A document in the form of pages: what its formatting says is said in CSS, so that one sight judges everything. */
export interface DocumentHtml {
  /** One after the other; most formats have one, books have one for each chapter. */
  readonly pages: readonly DocumentHtmlPage[];
  readonly title: string;
  readonly author: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly language: string | null;
  readonly hidden: readonly HiddenText[];
  /** What a person sees beside the text and is not in it: headers and footers of pages. */
  readonly beside: readonly string[];
  readonly notes: readonly string[];
}

export interface DocumentHtmlPage {
  readonly html: string;
  /** `chapter 3`; empty where there is one page. */
  readonly location: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A whole page for the body of a document, on white paper with black letters unless told otherwise. */
export function htmlPage(body: string, style = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="${style}">${body}</body></html>`;
}

/** A style attribute of the properties that are known; empty when none is. */
export function styleAttribute(properties: Readonly<Record<string, string | null | undefined>>): string {
  const known = Object.entries(properties).filter(([, value]) => value !== null && value !== undefined);
  return known.length === 0 ? '' : ` style="${known.map(([name, value]) => `${name}:${value}`).join(';')}"`;
}

/** `#rrggbb` of six or eight hexadecimal digits (of eight, the first two are an alpha that Excel writes); null otherwise. */
export function hexColor(value: string | undefined): string | null {
  const digits = /^#?(?:[\da-f]{2})?([\da-f]{6})$/iu.exec(value ?? '')?.[1];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}

/** An address that a link may have. Others, such as those of macros and of files, are not written. */
export function linkTarget(address: string | undefined): string | null {
  return address !== undefined && /^(?:https?:\/\/|mailto:)[^\s"<>]{1,2000}$/iu.test(address) ? address : null;
}

/** A paragraph that may be a point of a list. */
export interface Block {
  readonly html: string;
  readonly list: { readonly level: number; readonly ordered: boolean } | null;
}

/** Puts neighbouring points of lists into lists, as deep as they say. */
export function joinBlocks(blocks: readonly Block[]): string {
  let html = '';
  const open: string[] = [];
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</li></${open.pop()}>`;
  };
  for (const { html: own, list } of blocks) {
    if (list === null) {
      closeTo(0);
      html += own;
      continue;
    }
    const depth = Math.min(list.level, 8) + 1;
    closeTo(depth);
    const tag = list.ordered ? 'ol' : 'ul';
    if (open.length === depth && open.at(-1) !== tag) closeTo(depth - 1);
    if (open.length === depth) html += '</li><li>';
    while (open.length < depth) {
      open.push(tag);
      html += `<${tag}><li>`;
    }
    html += own;
  }
  closeTo(0);
  return html;
}

/** Collects what is hidden. With `includeHidden` it is put into the page as hidden text instead, for the sight to find. */
export class HiddenTexts {
  readonly found: HiddenText[] = [];
  readonly #includeHidden: boolean;

  constructor(includeHidden: boolean) {
    this.#includeHidden = includeHidden;
  }

  /** What stands in the page for a hidden text; programs cut sentences into pieces, which are joined again. */
  hide(reason: string, text: string, location = 'document'): string {
    if (text.trim() === '') return '';
    if (this.#includeHidden) return `<span style="display:none">${escapeHtml(text)}</span>`;
    const last = this.found.at(-1);
    const joined = last?.reason === reason && last.location === location ? last.text : null;
    if (joined === null) this.found.push({ reason, text, location });
    else this.found[this.found.length - 1] = { reason, text: joined + text, location };
    return '';
  }
}

/** White letters on dark ground, black ones on light ground: what programs do with letters of no colour of their own. */
export function inkOn(background: string | null): string | null {
  if (background === null) return null;
  const value = Number.parseInt(background.slice(1), 16);
  const light = 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255);
  return light < 110 ? '#ffffff' : '#000000';
}
