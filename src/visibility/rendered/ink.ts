import { type Color, contrast, over } from '../css/color.ts';
import { splitTop } from '../css/tokens.ts';
import { type BoxStyle, colorOf } from './box-style.ts';
import { movedInto, type Rect, share } from './geometry.ts';
import type { DocumentModel } from './model.ts';
import { NONE } from './snapshot.ts';

/** Ink and ground of a text as they come out after all translucent ancestors, and what makes that uncertain. */
export interface InkOnGround {
  readonly contrast: number;
  readonly ground: Color;
  readonly doubt: string;
  /** An ancestor whose background is painted over the text (negative z-index), or NONE. */
  readonly covering: number;
  /** The box whose image is behind the text, when there is exactly one. */
  readonly imageBox: number;
}

const COVERS = 0.95;
const TOUCHES = 0.05;
const OPAQUE = 0.98;
/** Inset shadows that reach further can be behind text (visibility.md, step 4.7). */
const WIDE_INSET_PX = 12;

/** Ink of the glyphs; null for a colour that is not understood. */
export function inkOf(model: DocumentModel, box: number, style: BoxStyle): Color | null {
  if (!isSvgText(model, box)) return style.fill;
  return style.svgFill === 'paint-server' ? null : style.svgFill;
}

function isSvgText(model: DocumentModel, styleBox: number): boolean {
  return /^(?:text|tspan|textPath)$/u.test(model.document.nodeName(model.document.nodeOf(styleBox)));
}

/** A picture that stays with the screen: no picture of the page shows it where the text stands. */
export const FIXED_IMAGE = 'fixed background';

interface Layer {
  readonly box: number;
  readonly style: BoxStyle;
  readonly coverage: number;
}

/** Composes the backgrounds of all ancestors, root first, and the ink on top (visibility.md, step 4.7). */
export function inkOnGround(
  model: DocumentModel,
  input: { box: number; styleBox: number; rect: Rect; ink: Color | null; inPane: boolean },
): InkOnGround {
  const { document } = model;
  const textOrder = document.paintOrder(input.box);
  let doubt = '';
  let covering = NONE;
  let imageBox: number = NONE;
  let images = 0;
  let ground = model.canvas;
  /** Translucent boxes, outermost first, with what lies behind each. */
  const translucent: Array<{ readonly opacity: number; readonly behind: Color }> = [];
  for (const { style, coverage, box } of layersOf(model, input)) {
    const isRoot = box === document.htmlBox || box === document.bodyBox;
    if (style.opacity < 1) translucent.push({ opacity: style.opacity, behind: ground });
    if (style.background === null) doubt = 'colour space';
    else if (style.background.a > 0 && !style.clipsToText) {
      if (coverage > COVERS) {
        ground = over(style.background, ground);
        if (style.background.a > OPAQUE) doubt = '';
      } else if (coverage > TOUCHES) doubt = 'background covers a part';
      if (!isRoot && coverage > 0.5 && document.paintOrder(box) > textOrder) covering = box;
    }
    if (style.backgroundImage !== 'none' && !style.clipsToText && coverage > TOUCHES) {
      doubt = style.fixedImage ? FIXED_IMAGE : 'background image';
      imageBox = box;
      images++;
    }
    if (style.insetShadow > WIDE_INSET_PX && coverage > TOUCHES) doubt = 'inset shadow';
    if (style.borderImage && coverage > TOUCHES) doubt = 'border image';
  }
  let top = input.ink ? over(input.ink, ground) : ground;
  let under = ground;
  for (const { opacity, behind } of translucent.reverse()) {
    top = over({ ...top, a: opacity }, behind);
    under = over({ ...under, a: opacity }, behind);
  }
  return { contrast: contrast(top, under), ground: under, doubt, covering, imageBox: images === 1 ? imageBox : NONE };
}

/** `inPane`: the text has to be scrolled to, and stands before what is behind its panes only then. */
function layersOf(
  model: DocumentModel,
  { styleBox, rect, inPane }: { readonly styleBox: number; readonly rect: Rect; readonly inPane: boolean },
): Layer[] {
  const layers: Layer[] = [];
  const { document } = model;
  let at = rect;
  let scroller = inPane ? (model.scrollers[styleBox] ?? NONE) : NONE;
  for (let box = model.painters[styleBox] ?? NONE; box !== NONE; box = model.painterAbove(box)) {
    const style = model.style(box);
    if (!style) continue;
    const isRoot = box === document.htmlBox || box === document.bodyBox;
    while (scroller !== NONE && (scroller === box || document.contains(box, scroller))) {
      at = movedInto(document.bounds(scroller), at);
      scroller = model.scrollers[document.parent(scroller)] ?? NONE;
    }
    layers.unshift({ box, style, coverage: isRoot ? 1 : share(document.bounds(box), at) });
  }
  return layers;
}

/** What ink makes of a gradient behind it: the least contrast when all stops are on one side, `hidden`, or unsure. */
export function gradientContrast(image: string, ink: Color, behind: Color): { least: number; hidden: boolean } | null {
  const stops = gradientStops(image);
  if (!stops) return null;
  const grounds = stops.map((stop) => over(stop, behind));
  const contrasts = grounds.map((ground) => contrast(ink, ground));
  const least = Math.min(...contrasts);
  if (contrasts.every((value) => value < 1.1)) return { least: Math.max(...contrasts), hidden: true };
  const sides = new Set(grounds.map((ground) => Math.sign(brightness(ground) - brightness(ink))));
  return sides.size === 1 && least >= 2 ? { least, hidden: false } : null;
}

function brightness({ r, g, b }: Color): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function gradientStops(image: string): Color[] | null {
  const stops: Color[] = [];
  for (const part of splitTop(image, ',')) {
    if (!/^(?:repeating-)?(?:linear|radial|conic)-gradient\(/u.test(part)) return null;
    for (const piece of splitTop(part.slice(part.indexOf('(') + 1, -1), ',')) {
      const color = colorOf(piece.replace(/\s+-?[\d.]+(?:%|px|deg)(?:\s+-?[\d.]+(?:%|px|deg))?$/u, ''));
      if (color) stops.push(color);
      else if (/rgb|hsl|color|lab|lch|#/u.test(piece)) return null;
    }
  }
  return stops.length > 0 ? stops : null;
}

/** Whether anything but the fill paints the glyphs, so that a clear fill does not make them invisible. */
export function otherInk(model: DocumentModel, styleBox: number, style: BoxStyle): string {
  const { document } = model;
  const MAX_STEPS = 16;
  let up = styleBox;
  for (let step = 0; up !== NONE && step < MAX_STEPS; step++) {
    if (model.style(up)?.paintsText) return 'background-clip:text';
    up = document.parent(up);
  }
  if (isSvgText(model, styleBox)) {
    if (style.svgFill === 'paint-server') return 'svg paint server';
    return style.svgStrokeWidth > 0.6 ? 'text stroke' : '';
  }
  if (style.textShadow && (style.fill === null || style.fill.a < 0.3)) return 'text shadow';
  return style.strokeWidth > 0.6 ? 'text stroke' : '';
}
