import { oneLine } from '../base/text.ts';
import type { Engine } from './engine.ts';

/** What a file says about itself beside its pages. Strings are not to be trusted. */
export interface DocumentFacts {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  readonly created: string | null;
  readonly modified: string | null;
  readonly language: string | null;
  readonly bookmarks: readonly Bookmark[];
  readonly attachments: number;
  readonly scripts: number;
  /** The pages are a stand-in for a form that only few programs show. */
  readonly isXfa: boolean;
}

export interface Bookmark {
  readonly title: string;
  /** 0 for the outermost. */
  readonly depth: number;
}

const MAX_FIELD_BYTES = 8000;
const MAX_BOOKMARKS = 5000;
const MAX_BOOKMARK_DEPTH = 12;
const XFA_FORMS: ReadonlySet<number> = new Set([2, 3]);

export function readFacts(engine: Engine, document: number): DocumentFacts {
  const { calls } = engine;
  const field = (name: string) =>
    oneLine(engine.text((buffer, bytes) => calls.FPDF_GetMetaText(document, name, buffer, bytes), MAX_FIELD_BYTES));
  const language = engine.text((buffer, bytes) => calls.FPDFCatalog_GetLanguage(document, buffer, bytes), 200);
  return {
    title: field('Title'),
    author: field('Author'),
    subject: field('Subject'),
    keywords: field('Keywords'),
    created: isoDate(field('CreationDate')),
    modified: isoDate(field('ModDate')),
    language: /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,3}$/iu.test(language) ? language : null,
    bookmarks: bookmarksOf(engine, document),
    attachments: Math.max(0, calls.FPDFDoc_GetAttachmentCount(document)),
    scripts: Math.max(0, calls.FPDFDoc_GetJavaScriptActionCount(document)),
    isXfa: XFA_FORMS.has(calls.FPDF_GetFormType(document)),
  };
}

/** `D:20220403180542+02'00'` (PDF 32000-1, 7.9.4) as ISO 8601, no more exact than it is written. */
export function isoDate(text: string): string | null {
  const match = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2}'?\d{0,2})?/u.exec(text);
  const [, year, month, day, hour, minute, second, zone] = match ?? [];
  if (year === undefined) return null;
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return year;
  if (day === undefined || Number(day) < 1 || Number(day) > 31) return `${year}-${month}`;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return date;
  return `${date}T${hour}:${minute}:${second ?? '00'}${offsetOf(zone)}`;
}

function offsetOf(zone: string | undefined): string {
  if (zone === undefined) return '';
  const [, sign, hours, minutes] = /^([+-])(\d{2})'?(\d{2})?/u.exec(zone) ?? [];
  return sign === undefined || hours === undefined ? 'Z' : `${sign}${hours}:${minutes ?? '00'}`;
}

/** Each bookmark once, whatever circles the file links them in. */
function bookmarksOf(engine: Engine, document: number): Bookmark[] {
  const { calls } = engine;
  const found: Bookmark[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, depth: number): void => {
    if (depth > MAX_BOOKMARK_DEPTH) return;
    let bookmark = calls.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && found.length < MAX_BOOKMARKS) {
      const current = bookmark;
      seen.add(current);
      const title = engine.text((buffer, bytes) => calls.FPDFBookmark_GetTitle(current, buffer, bytes), 2000);
      found.push({ title: oneLine(title), depth });
      visit(current, depth + 1);
      bookmark = calls.FPDFBookmark_GetNextSibling(document, current);
    }
  };
  visit(0, 0);
  return found;
}
