import type { Engine } from './engine.ts';
import type { Glyph } from './glyph.ts';
import type { PageObjects } from './page-objects.ts';
import { boxToPage, type PageSpace, toPage, turnOnPage } from './page-space.ts';
import { plainCharacter } from './plain-character.ts';

export interface PageGlyphs {
  readonly glyphs: readonly Glyph[];
  /** Signs for which the file names no character. */
  readonly unmapped: number;
  readonly cut: boolean;
}

/** Characters of one page; a page of a telephone book has about 20,000. */
const MAX_CHARACTERS = 300_000;

/** The signs of a page in the order of the file, each with its place and the object that draws it. */
export function readGlyphs(engine: Engine, textPage: number, objects: PageObjects, space: PageSpace): PageGlyphs {
  const count = engine.calls.FPDFText_CountChars(textPage);
  const end = Math.min(count, MAX_CHARACTERS);
  const reader = new GlyphReader(engine, textPage, objects, space);
  for (let index = 0; index < end; index++) reader.read(index);
  return { glyphs: reader.glyphs, unmapped: reader.unmapped, cut: count > end };
}

/** Points; a box smaller than this holds no letter. */
const LEAST_BOX = 0.05;

class GlyphReader {
  readonly glyphs: Glyph[] = [];
  unmapped = 0;
  readonly #engine: Engine;
  readonly #textPage: number;
  readonly #objects: PageObjects;
  readonly #space: PageSpace;
  readonly #measured = new Set<number>();
  #break = true;
  #highSurrogate = 0;

  constructor(engine: Engine, textPage: number, objects: PageObjects, space: PageSpace) {
    this.#engine = engine;
    this.#textPage = textPage;
    this.#objects = objects;
    this.#space = space;
  }

  read(index: number): void {
    const { raw } = this.#engine;
    const textPage = this.#textPage;
    const code = raw.FPDFText_GetUnicode(textPage, index) >>> 0;
    if (code >= 0xd800 && code < 0xdc00) {
      this.#highSurrogate = code;
      return;
    }
    if (raw.FPDFText_IsGenerated(textPage, index) === 1) {
      this.#break = true;
      return;
    }
    const object = this.#objects.byPointer.get(raw.FPDFText_GetTextObject(textPage, index));
    if (code === 0x20 || code === 0xa0 || code === 0x09) {
      this.#blank(index, object);
      return;
    }
    if (object === undefined || code === 0x0a || code === 0x0d) {
      this.#break = true;
      return;
    }
    this.#add(index, this.#character(code, index), object);
  }

  /** A blank parts words, unless it is one of several characters that a single sign stands for. */
  #blank(index: number, object: number | undefined): void {
    const last = this.glyphs.at(-1);
    if (last && last.object === object && !this.#break) {
      const origin = this.#origin(index);
      if (last.x === origin.x && last.y === origin.y) {
        last.text += ' ';
        return;
      }
    }
    this.#break = true;
  }

  #origin(index: number): { x: number; y: number } {
    const engine = this.#engine;
    engine.raw.FPDFText_GetCharOrigin(this.#textPage, index, engine.slot(4, 8), engine.slot(5, 8));
    return toPage(this.#space, engine.double(4), engine.double(5));
  }

  #character(code: number, index: number): string {
    const high = this.#highSurrogate;
    this.#highSurrogate = 0;
    if (code >= 0xdc00 && code < 0xe000 && high !== 0) return String.fromCharCode(high, code);
    const unknown = this.#engine.raw.FPDFText_HasUnicodeMapError(this.#textPage, index) === 1;
    const text = unknown ? '' : plainCharacter(code);
    if (text === '') this.unmapped++;
    return text;
  }

  #add(index: number, text: string, object: number): void {
    const engine = this.#engine;
    const { raw } = engine;
    const slot = (position: number) => engine.slot(position, 8);
    const origin = this.#origin(index);
    const last = this.glyphs.at(-1);
    // One sign that stands for several characters: they are handed out one by one, all at its place.
    if (last && last.object === object && !this.#break && last.x === origin.x && last.y === origin.y) {
      last.text += text;
      return;
    }
    raw.FPDFText_GetCharBox(this.#textPage, index, slot(0), slot(1), slot(2), slot(3));
    if (
      !(
        Math.abs(engine.double(1) - engine.double(0)) > LEAST_BOX &&
        Math.abs(engine.double(3) - engine.double(2)) > LEAST_BOX
      )
    ) {
      this.#looseBox(index);
    }
    const { left, right, top, bottom } = boxToPage(
      this.#space,
      engine.double(0),
      engine.double(2),
      engine.double(1),
      engine.double(3),
    );
    if (!this.#measured.has(object)) this.#measure(index, object);
    this.glyphs.push({ text, left, right, top, bottom, x: origin.x, y: origin.y, object, breakBefore: this.#break });
    this.#break = false;
  }

  /** Some fonts name no bounds for their letters; then it is the space set aside for one. */
  #looseBox(index: number): void {
    const engine = this.#engine;
    const rectangle = engine.slot(20);
    if (!engine.raw.FPDFText_GetLooseCharBox(this.#textPage, index, rectangle)) return;
    // FS_RECTF: left, top, right, bottom.
    const [left, top, right, bottom] = [engine.float(20), engine.float(21), engine.float(22), engine.float(23)];
    engine.setDoubles([left, right, bottom, top]);
  }

  /** Size and direction on the page, which the forms around an object have a part in. */
  #measure(index: number, position: number): void {
    this.#measured.add(position);
    const engine = this.#engine;
    const object = this.#objects.texts[position];
    if (!object) return;
    engine.calls.FPDFTextObj_GetFontSize(object.pointer, engine.slot(0));
    const fontSize = Math.abs(engine.float(0));
    if (!engine.calls.FPDFText_GetMatrix(this.#textPage, index, engine.slot(0))) return;
    const [a, b, c, d] = [engine.float(0), engine.float(1), engine.float(2), engine.float(3)];
    const size = fontSize * Math.min(Math.hypot(a, b), Math.hypot(c, d));
    object.size = Number.isFinite(size) ? size : 0;
    object.turn = turnOnPage(this.#space, a, b);
  }
}
