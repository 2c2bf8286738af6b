import { oneLine } from '../base/text.ts';
import type { Engine } from './engine.ts';
import type { PlainFile } from './file/plain-file.ts';
import { Reference, type Value } from './file/values.ts';
import type { LinkArea } from './glyph.ts';
import { OptionalContent } from './optional-content.ts';
import { boxToPage, type PageSpace } from './page-space.ts';

/** A text that an annotation carries and that may not be drawn on the page. */
export interface CarriedText {
  readonly text: string;
  readonly reason: string;
}

export interface PreparedAnnotations {
  readonly carried: readonly CarriedText[];
  /** What is drawn of them is now part of the page, which has to be loaded anew. */
  readonly flattened: boolean;
  /** Annotations of this page beyond the limit. */
  readonly left: number;
}

// PDF 32000-1, table 165.
const INVISIBLE = 1;
const HIDDEN = 2;
const NO_VIEW = 32;
const LINK = 2;
const POPUP = 16;
const WIDGET = 20;
/** The largest of PDFium’s numbers for kinds of the standard is 28; 0 is one it does not know. */
const UNKNOWN = 0;
const MAX_ANNOTATIONS = 2000;
const MAX_TEXT_BYTES = 40_000;
const NORMAL_DISPLAY = 0;
const FLATTENED = 1;
const NORMAL_LOOK = 0;

/**
 * Makes what is drawn of annotations and form fields part of the page, so that it is read and proven like all else.
 * Those that are never displayed are taken off before; what they and others carry as text is given back.
 */
export function prepareAnnotations(engine: Engine, page: number, file: () => PlainFile | null): PreparedAnnotations {
  const { calls } = engine;
  const count = calls.FPDFPage_GetAnnotCount(page);
  const carried: CarriedText[] = [];
  let drawn = 0;
  for (let i = Math.min(count, MAX_ANNOTATIONS) - 1; i >= 0; i--) {
    const annotation = calls.FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    const subtype = calls.FPDFAnnot_GetSubtype(annotation);
    const hidden =
      isHidden(engine, annotation, subtype) ||
      (calls.FPDFAnnot_HasKey(annotation, 'OC') && !isOn(engine, file(), page, annotation, i));
    if (!hidden && subtype === WIDGET) drawValue(engine, annotation);
    carried.push(...textsOf(engine, annotation, subtype, hidden));
    calls.FPDFPage_CloseAnnot(annotation);
    if (hidden || subtype === POPUP) calls.FPDFPage_RemoveAnnot(page, i);
    else if (subtype !== LINK) drawn++;
  }
  const flattened = drawn > 0 && flatten(engine, page);
  return { carried: carried.reverse(), flattened, left: Math.max(0, count - MAX_ANNOTATIONS) };
}

/** A page that inherits its bounds would be given those of its content, so they are written down first. */
function flatten(engine: Engine, page: number): boolean {
  const { calls } = engine;
  if (calls.FPDF_GetPageBoundingBox(page, engine.slot(0))) {
    // FS_RECTF: left, top, right, bottom.
    const [left, top, right, bottom] = [engine.float(0), engine.float(1), engine.float(2), engine.float(3)];
    calls.FPDFPage_SetMediaBox(page, left, bottom, right, top);
    calls.FPDFPage_SetCropBox(page, left, bottom, right, top);
  }
  return calls.FPDFPage_Flatten(page, NORMAL_DISPLAY) === FLATTENED;
}

function isHidden(engine: Engine, annotation: number, subtype: number): boolean {
  const flags = engine.calls.FPDFAnnot_GetFlags(annotation);
  return (flags & (HIDDEN | NO_VIEW)) !== 0 || (subtype === UNKNOWN && (flags & INVISIBLE) !== 0);
}

/**
 * Whether the optional content that an annotation belongs to is shown; PDFium neither says so nor heeds it. Where the
 * file does not tell, it counts as off.
 */
function isOn(engine: Engine, file: PlainFile | null, page: number, annotation: number, index: number): boolean {
  if (file === null) return false;
  const number = engine.calls.EPDFAnnot_GetObjectNumber(annotation);
  const own = number > 0 ? new Reference(number) : annotationAt(engine, file, page, index);
  const content = file.dictionary(own)?.entries.get('OC');
  return new OptionalContent(file).isOn(content) === true;
}

/** One that is written into the list of its page and has no number. */
function annotationAt(engine: Engine, file: PlainFile, page: number, index: number): Value | undefined {
  const sheet = file.dictionary(new Reference(engine.calls.EPDFPage_GetObjectNumber(page)));
  return file.array(sheet?.entries.get('Annots'))[index];
}

/** Readers draw the value of a field that the file has no look for; what that leaves to be seen is proven as all else. */
function drawValue({ calls }: Engine, annotation: number): void {
  if (calls.EPDFAnnot_HasAppearanceStream(annotation, NORMAL_LOOK)) return;
  calls.EPDFAnnot_GenerateFormFieldAP(annotation);
}

function textsOf(engine: Engine, annotation: number, subtype: number, hidden: boolean): CarriedText[] {
  const { calls } = engine;
  const value = (key: string) =>
    oneLine(
      engine.text((buffer, bytes) => calls.FPDFAnnot_GetStringValue(annotation, key, buffer, bytes), MAX_TEXT_BYTES),
    );
  const texts: CarriedText[] = [];
  const add = (text: string, reason: string) => {
    if (text !== '') texts.push({ text, reason });
  };
  const where = hidden ? 'annotation that is never displayed' : subtype === WIDGET ? 'form field' : 'comment';
  add(value('Contents'), where);
  if (subtype !== WIDGET) return texts;
  // The value of a button names its state.
  if (value('FT') !== 'Btn' && !/^(?:off|on|yes|no)$/iu.test(value('V'))) {
    add(value('V'), hidden ? 'form field that is never displayed' : 'value of a form field that is not drawn');
  }
  add(value('TU'), 'tooltip of a form field');
  return texts;
}

const MAX_LINKS = 5000;
const URI_ACTION = 3;

/** Addresses of the web that places of the page lead to. Must be asked before annotations are prepared. */
export function linksOf(engine: Engine, document: number, page: number, space: PageSpace): LinkArea[] {
  const { calls } = engine;
  const links: LinkArea[] = [];
  engine.setInt(0, 0);
  for (let i = 0; i < MAX_LINKS && calls.FPDFLink_Enumerate(page, engine.slot(0), engine.slot(1)); i++) {
    const link = engine.int(1);
    const action = calls.FPDFLink_GetAction(link);
    if (action === 0 || calls.FPDFAction_GetType(action) !== URI_ACTION) continue;
    const url = engine.text(
      (buffer, bytes) => calls.FPDFAction_GetURIPath(document, action, buffer, bytes),
      4096,
      'utf-8',
    );
    // FS_RECTF: left, top, right, bottom. The first slots hold the place in the list.
    if (!calls.FPDFLink_GetAnnotRect(link, engine.slot(4))) continue;
    const box = boxToPage(space, engine.float(4), engine.float(7), engine.float(6), engine.float(5));
    links.push({ ...box, url: url.trim() });
  }
  return links;
}
