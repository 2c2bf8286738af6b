import { settleActualText } from './actual-text.ts';
import { type CarriedText, linksOf, prepareAnnotations } from './annotations.ts';
import type { Engine } from './engine.ts';
import type { PlainFile } from './file/plain-file.ts';
import { fontKey } from './font-key.ts';
import type { Glyph, LinkArea, TextObject, Unseen } from './glyph.ts';
import { type HiddenText, textOfGlyphs } from './hidden-text.ts';
import { readLostTexts } from './lost-texts.ts';
import { collectObjects, type PageObjects } from './page-objects.ts';
import { type PageSpace, pageSpace } from './page-space.ts';
import { patternsWithText } from './pattern-texts.ts';
import { findPiled } from './piled-letters.ts';
import { type Proof, proveSeen } from './prove-seen.ts';
import { type Canvas, Painter } from './raster.ts';
import { readGlyphs } from './read-glyphs.ts';
import { isScanLayer } from './scan-layer.ts';
import { settleSizes } from './sizes.ts';
import { structureTexts } from './structure-texts.ts';
import { type DrawnLetters, isUnlike, lettersByFont } from './unlike-letters.ts';
import { findStuffed, isTiny, reasonOf } from './unseen.ts';

/** One page, what is to be seen of it apart from what is not. */
export interface PageReading {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Seen signs in the order of the file; with hidden ones between them when those were asked for. */
  readonly glyphs: readonly Glyph[];
  readonly texts: readonly TextObject[];
  readonly links: readonly LinkArea[];
  readonly hidden: readonly HiddenText[];
  /** The page is a picture with a text layer that is not drawn. */
  readonly isScan: boolean;
  /** Characters drawn a second time on the same place. */
  readonly repeated: number;
  /** Signs without a character. */
  readonly unmapped: number;
  /** Something on the page could not be looked at in full. */
  readonly incomplete: boolean;
  /** Signs of fonts that are neither in the file nor at hand. */
  readonly foreign: number;
  readonly hasPictures: boolean;
  /** Something other than text is painted. */
  readonly hasDrawings: boolean;
  /** Letters of its fonts as they are drawn, for fonts that show too few on one page. */
  readonly fonts: readonly FontOnPage[];
  /** Patterns that it paints with and that have text in them, which is drawn and not read. */
  readonly textPatterns: number;
}

export interface FontOnPage {
  /** Knows the font again on another page. */
  readonly key: string;
  readonly letters: DrawnLetters;
  /** Its letters were taken for others than they are drawn as, and are hidden text. */
  readonly unlike: boolean;
}

export interface PageOptions {
  readonly canvas: Canvas;
  readonly includeHidden: boolean;
  /** Fonts whose letters, on all pages together, are unlike what they are said to be. */
  readonly unlikeFonts: ReadonlySet<string>;
  /** The objects of the file, for what PDFium does not tell; null when they cannot be had. */
  readonly file: () => PlainFile | null;
}

/** @throws RangeError without memory; a WebAssembly.RuntimeError when PDFium fails, after which it must not be used. */
export function readPage(engine: Engine, document: number, index: number, options: PageOptions): PageReading | null {
  const { calls } = engine;
  let page = calls.FPDF_LoadPage(document, index);
  if (page === 0) return null;
  const space = pageSpace(engine, page);
  const links = linksOf(engine, document, page, space);
  const annotations = prepareAnnotations(engine, page, options.file);
  if (annotations.flattened) {
    calls.FPDF_ClosePage(page);
    page = calls.FPDF_LoadPage(document, index);
    if (page === 0) return null;
  }
  const reading = new OnePage(engine, page, space, options).read();
  const carried = unsaid([...annotations.carried, ...structureTexts(engine, document, page)], reading.glyphs);
  calls.FPDF_ClosePage(page);
  return {
    ...reading,
    number: index + 1,
    links,
    hidden: [...reading.hidden, ...carried],
    incomplete: reading.incomplete || annotations.left > 0,
  };
}

/** What annotations and the structure carry and the page does not show. */
function unsaid(carried: readonly CarriedText[], glyphs: readonly Glyph[]): readonly CarriedText[] {
  if (carried.length === 0) return carried;
  const said = squeezed(glyphs.map(({ text }) => text).join(''));
  return carried.filter(({ text }) => !said.includes(squeezed(text)));
}

function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u00ad-]+/gu, '')
    .toLowerCase();
}

class OnePage {
  readonly #engine: Engine;
  readonly #page: number;
  readonly #space: PageSpace;
  readonly #options: PageOptions;

  constructor(engine: Engine, page: number, space: PageSpace, options: PageOptions) {
    this.#engine = engine;
    this.#page = page;
    this.#space = space;
    this.#options = options;
  }

  read(): Omit<PageReading, 'number' | 'links'> {
    const objects = collectObjects(this.#engine, this.#page, this.#space);
    const { glyphs, unmapped, cut } = this.#glyphs(objects);
    const proof = this.#prove(objects, glyphs);
    const sorted = this.#sort(objects, glyphs, proof);
    const actual = settleActualText(sorted.shown, objects.texts);
    const textPatterns = this.#textPatterns(objects);
    const lost = readLostTexts(this.#engine, this.#page, objects, glyphs, this.#space);
    return {
      width: this.#space.width,
      height: this.#space.height,
      glyphs: sorted.shown,
      texts: objects.texts,
      hidden: [...sorted.hidden, ...actual, ...lost],
      isScan: sorted.isScan,
      repeated: sorted.repeated,
      unmapped,
      incomplete: cut || objects.cut || (proof?.undecided ?? 0) > 0 || (proof?.foreign ?? 0) > 0 || textPatterns > 0,
      foreign: proof?.foreign ?? 0,
      hasPictures: objects.images.length > 0,
      hasDrawings: !objects.onlyText,
      fonts: sorted.fonts,
      textPatterns,
    };
  }

  #textPatterns({ onlyText, texts }: PageObjects): number {
    if (onlyText && texts.every(({ fill }) => fill !== null)) return 0;
    const file = this.#options.file();
    return file === null ? 0 : patternsWithText(file, this.#engine.calls.EPDFPage_GetObjectNumber(this.#page));
  }

  #glyphs(objects: PageObjects) {
    const { calls } = this.#engine;
    const textPage = calls.FPDFText_LoadPage(this.#page);
    if (textPage === 0) return { glyphs: [], unmapped: 0, cut: true };
    try {
      const read = readGlyphs(this.#engine, textPage, objects, this.#space);
      settleSizes(objects.texts, read.glyphs);
      return read;
    } finally {
      calls.FPDFText_ClosePage(textPage);
    }
  }

  #prove(objects: PageObjects, glyphs: readonly Glyph[]): Proof | null {
    if (glyphs.length === 0) return null;
    return proveSeen(new Painter(this.#engine, this.#page, this.#space, this.#options.canvas), objects, glyphs);
  }

  /** Seen here, hidden there, with the reasons; equal reasons make one text. */
  #sort({ texts, images }: PageObjects, glyphs: readonly Glyph[], proof: Proof | null) {
    const byReason = new Map<Unseen, Glyph[]>();
    const shown: Glyph[] = [];
    const isStuffed = findStuffed(glyphs);
    const plain = glyphs.filter((glyph, index) => this.#isPlain(glyph, texts, proof, index));
    const fonts = this.#fonts(plain, texts);
    const unlike = new Set([...fonts].filter(([, font]) => font.unlike).map(([font]) => font));
    const piled = findPiled(glyphs);
    let repeated = 0;
    glyphs.forEach((glyph, index) => {
      const object = texts[glyph.object];
      if (!object) return;
      const lies = isStuffed(glyph)
        ? STUFFED
        : unlike.has(object.font)
          ? UNLIKE
          : piled.has(glyph.object)
            ? PILED
            : null;
      const reason = this.#unseen(glyph, object, proof, index) ?? lies;
      if (reason === null && proof?.repeated[index]) {
        repeated++;
        return;
      }
      if (reason === null || this.#options.includeHidden) shown.push(glyph);
      if (reason === null) return;
      const group = byReason.get(reason);
      if (group) group.push(glyph);
      else byReason.set(reason, [glyph]);
    });
    const unseen = [...byReason.values()].flat();
    const isScan = isScanLayer(unseen, texts, images, this.#space, proof?.beneath ?? null);
    const hidden = isScan
      ? [{ reason: SCAN, text: textOfGlyphs(unseen, texts) }]
      : [...byReason].map(([reason, group]) => ({ reason, text: textOfGlyphs(group, texts) }));
    return { shown, hidden: hidden.filter(({ text }) => text !== ''), isScan, repeated, fonts: [...fonts.values()] };
  }

  #fonts(glyphs: readonly Glyph[], texts: readonly TextObject[]): Map<number, FontOnPage> {
    const fonts = new Map<number, FontOnPage>();
    for (const [font, letters] of lettersByFont(glyphs, texts)) {
      const key = fontKey(this.#engine, font);
      fonts.set(font, { key, letters, unlike: isUnlike(letters) || this.#options.unlikeFonts.has(key) });
    }
    return fonts;
  }

  #isPlain({ object }: Glyph, texts: readonly TextObject[], proof: Proof | null, index: number): boolean {
    const text = texts[object];
    return text !== undefined && proof?.seen[index] === true && !isTiny(text, this.#space);
  }

  #unseen(glyph: Glyph, object: TextObject, proof: Proof | null, index: number): Unseen | null {
    if (isTiny(object, this.#space)) return 'letters too small to read';
    if (proof?.seen[index]) return null;
    return reasonOf(glyph, object, this.#space, proof?.beneath ?? null);
  }
}

const PILED: Unseen = 'letters piled on one another';
const UNLIKE: Unseen = 'letters drawn unlike the text they stand for';
const STUFFED: Unseen = 'one sign standing for a whole text';
const SCAN: Unseen = 'text layer of a scan';
