import type { Engine } from './engine.ts';
import type { Box, Color, TextObject } from './glyph.ts';
import { boxToPage, type PageSpace } from './page-space.ts';

export interface PageObjects {
  readonly texts: readonly TextObject[];
  /** Text objects by their address. */
  readonly byPointer: ReadonlyMap<number, number>;
  /** Pictures on the page. */
  readonly images: readonly Box[];
  /** All else that paints, in the order of painting, each with the number of texts before it. */
  readonly painters: ReadonlyArray<{ readonly pointer: number; readonly texts: number }>;
  /** Nothing but text is painted, so the page without its text is white. */
  readonly onlyText: boolean;
  /** Objects beyond the limit were not looked at. */
  readonly cut: boolean;
}

const TEXT = 1;
const IMAGE = 3;
const FORM = 5;
/** Nested forms deeper than this are not walked; PDFium itself stops at about the same depth. */
const MAX_DEPTH = 12;
/** Objects of one page; maps of whole countries have some hundred thousand paths. */
const MAX_OBJECTS = 200_000;
const MAX_TEXTS = 40_000;
const MAX_MARKS = 16;

/** Walks the objects of a page and of the forms on it. */
export function collectObjects(engine: Engine, page: number, space: PageSpace): PageObjects {
  const walk = new Walk(engine, space);
  const count = engine.calls.FPDFPage_CountObjects(page);
  for (let i = 0; i < count && !walk.cut; i++) walk.visit(engine.calls.FPDFPage_GetObject(page, i), TOP);
  return walk;
}

/** Where an object stands: how deep in forms, by which matrix they place it, and whether they can be switched off. */
interface Place {
  readonly depth: number;
  readonly matrix: readonly [number, number, number, number, number, number];
  readonly optional: boolean;
}

const TOP: Place = { depth: 0, matrix: [1, 0, 0, 1, 0, 0], optional: false };

type FontFacts = Pick<TextObject, 'bold' | 'fixedPitch' | 'embedded'>;

class Walk implements PageObjects {
  readonly texts: TextObject[] = [];
  readonly byPointer = new Map<number, number>();
  readonly images: Box[] = [];
  readonly painters: { pointer: number; texts: number }[] = [];
  onlyText = true;
  cut = false;
  readonly #engine: Engine;
  readonly #space: PageSpace;
  readonly #fonts = new Map<number, FontFacts>();
  #seen = 0;

  constructor(engine: Engine, space: PageSpace) {
    this.#engine = engine;
    this.#space = space;
  }

  visit(object: number, place: Place): void {
    if (object === 0) return;
    this.#seen++;
    if (this.#seen > MAX_OBJECTS || this.texts.length >= MAX_TEXTS) {
      this.cut = true;
      return;
    }
    const { calls } = this.#engine;
    const type = calls.FPDFPageObj_GetType(object);
    if (type === TEXT) this.#addText(object, place);
    else if (type !== FORM) {
      this.onlyText = false;
      this.painters.push({ pointer: object, texts: this.texts.length });
      const box = type === IMAGE ? this.#boxOf(object, place) : null;
      if (box) this.images.push(box);
    } else if (place.depth < MAX_DEPTH) {
      // A form may bring a background, a mask or a group of its own.
      this.onlyText = false;
      const inner = this.#within(object, place);
      const count = calls.FPDFFormObj_CountObjects(object);
      for (let i = 0; i < count && !this.cut; i++) this.visit(calls.FPDFFormObj_GetObject(object, i), inner);
    }
  }

  #within(form: number, { depth, matrix, optional }: Place): Place {
    const engine = this.#engine;
    const found = engine.calls.FPDFPageObj_GetMatrix(form, engine.slot(0));
    const [a, b, c, d, e, f] = found ? [0, 1, 2, 3, 4, 5].map((slot) => engine.float(slot)) : TOP.matrix;
    const own = [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0] as const;
    return { depth: depth + 1, matrix: multiply(own, matrix), optional: optional || this.#marks(form).optional };
  }

  #addText(object: number, place: Place): void {
    const { calls } = this.#engine;
    const marks = this.#marks(object);
    const font = calls.FPDFTextObj_GetFont(object);
    this.byPointer.set(object, this.texts.length);
    this.texts.push({
      pointer: object,
      box: this.#boxOf(object, place) ?? { left: 0, top: 0, right: 0, bottom: 0 },
      size: 0,
      turn: 0,
      font,
      ...this.#fontOf(font),
      renderMode: calls.FPDFTextObj_GetTextRenderMode(object),
      fill: this.#fill(object),
      optional: place.optional || marks.optional,
      clipped: calls.FPDFClipPath_CountPaths(calls.FPDFPageObj_GetClipPath(object)) > 0,
      actualText: marks.actualText,
    });
  }

  #fontOf(font: number): FontFacts {
    const known = this.#fonts.get(font);
    if (known || font === 0) return known ?? { bold: false, fixedPitch: false, embedded: true };
    const { calls } = this.#engine;
    const name = this.#engine.text(
      (buffer, bytes) => calls.FPDFFont_GetBaseFontName(font, buffer, bytes),
      200,
      'utf-8',
    );
    const style = {
      bold:
        /bold|black|heavy|semibold|demi|cmbx|(?:^|[-+,])[a-z]*bx\d/iu.test(name) ||
        calls.FPDFFont_GetWeight(font) >= 600,
      fixedPitch: (calls.FPDFFont_GetFlags(font) & 1) === 1 || /courier|mono|cmtt|consolas/iu.test(name),
      embedded: calls.FPDFFont_GetIsEmbedded(font) !== 0,
    };
    this.#fonts.set(font, style);
    return style;
  }

  #fill(object: number): Color | null {
    const engine = this.#engine;
    const slot = (index: number) => engine.slot(index);
    if (!engine.calls.FPDFPageObj_GetFillColor(object, slot(0), slot(1), slot(2), slot(3))) {
      return null;
    }
    return { red: engine.int(0), green: engine.int(1), blue: engine.int(2), alpha: engine.int(3) };
  }

  /** Takes the wish for another text off the object, so that its text is read from its letters. */
  #marks(object: number): { optional: boolean; actualText: string | null } {
    const engine = this.#engine;
    const { calls } = engine;
    let optional = false;
    let actualText: string | null = null;
    for (let i = Math.min(MAX_MARKS, calls.FPDFPageObj_CountMarks(object)) - 1; i >= 0; i--) {
      const mark = calls.FPDFPageObj_GetMark(object, i);
      if (mark === 0) continue;
      optional ||= this.#markName(mark) === 'OC';
      const text = this.#markText(mark);
      if (text === null) continue;
      actualText = text;
      calls.FPDFPageObj_RemoveMark(object, mark);
    }
    return { optional, actualText };
  }

  #markName(mark: number): string {
    const engine = this.#engine;
    const name = (buffer: number, bytes: number) => {
      engine.calls.FPDFPageObjMark_GetName(mark, buffer, bytes, engine.slot(0));
      return engine.int(0);
    };
    return engine.text(name, 64);
  }

  #markText(mark: number): string | null {
    const engine = this.#engine;
    const read = (buffer: number, bytes: number) => {
      const found = engine.calls.FPDFPageObjMark_GetParamStringValue(mark, 'ActualText', buffer, bytes, engine.slot(0));
      return found ? engine.int(0) : -1;
    };
    if (read(0, 0) < 0) return null;
    return engine.text(read, 20_000);
  }

  #boxOf(object: number, { matrix }: Place): Box | null {
    const engine = this.#engine;
    const slot = (index: number) => engine.slot(index);
    if (!engine.calls.FPDFPageObj_GetBounds(object, slot(0), slot(1), slot(2), slot(3))) return null;
    const [left, bottom, right, top] = [engine.float(0), engine.float(1), engine.float(2), engine.float(3)];
    const [a, b, c, d, e, f] = matrix;
    const xs = [left, right].flatMap((x) => [bottom, top].map((y) => a * x + c * y + e));
    const ys = [left, right].flatMap((x) => [bottom, top].map((y) => b * x + d * y + f));
    return boxToPage(this.#space, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
}

/** First `own`, then `outer`. */
function multiply(own: Place['matrix'], outer: Place['matrix']): Place['matrix'] {
  const [a, b, c, d, e, f] = own;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}
