import { type Color, parseColor, TRANSPARENT } from '../css/color.ts';
import { splitTop } from '../css/tokens.ts';
import { CAPTURED_STYLES, type Capture, type StyleName } from './capture.ts';
import { type Effects, effectsOf } from './effects.ts';
import { NONE, type SnapshotDocument } from './snapshot.ts';
import { initialStyle } from './styles-in-use.ts';

/** What the computed style of a box means for sight; worked out once for all boxes that share it. */
export interface BoxStyle extends Effects {
  readonly display: string;
  readonly visible: boolean;
  readonly visibility: string;
  readonly fontSize: number;
  readonly fontFamily: string;
  /** Ink of the glyphs; null for a colour that is not understood. */
  readonly fill: Color | null;
  readonly strokeWidth: number;
  readonly strokeColor: Color | null;
  readonly textShadow: boolean;
  readonly background: Color | null;
  /** `none`, or the images as computed. */
  readonly backgroundImage: string;
  /** Something is painted inside the glyphs from the background. */
  readonly paintsText: boolean;
  readonly clipsToText: boolean;
  readonly svgFill: Color | 'paint-server' | null;
  readonly svgStroke: Color | null;
  readonly svgStrokeWidth: number;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly position: string;
  readonly topLayer: boolean;
  readonly rightToLeft: boolean;
  readonly flexDirection: string;
  readonly vertical: boolean;
  readonly darkCanvas: boolean;
  readonly masked: boolean;
  readonly insetShadow: number;
  /** How far shadows, outlines and the like are painted beyond the box. */
  readonly outerReach: number;
  readonly borderImage: boolean;
  readonly backdrop: boolean;
  readonly squareCorners: boolean;
  /** Thickness of lines on the text in pixels; 0 without one or when it is automatic. */
  readonly lineThickness: number;
  readonly letterSpacing: number;
  readonly ellipsis: boolean;
  readonly skipsOffscreen: boolean;
  readonly textIndent: number;
  readonly paddingLeft: number;
  readonly paddingTop: number;
  /** The background image stays with the screen when the page scrolls. */
  readonly fixedImage: boolean;
  readonly clipMargin: number;
  /** The box takes part in composing the ground: a colour, an image, a shadow inside, translucent. */
  readonly paints: boolean;
  readonly raw: (name: StyleName) => string;
}

/** Parses the styles of a capture; equal style lists are parsed once. */
export class StyleTable {
  readonly #columns = new Map<StyleName, number>();
  readonly #byHash = new Map<number, Array<{ list: readonly number[]; style: BoxStyle }>>();
  readonly #capture: Capture;
  readonly #empty: BoxStyle;

  constructor(capture: Capture) {
    this.#capture = capture;
    capture.styleNames.forEach((name, i) => {
      const known = CAPTURED_STYLES.find((style) => style === name);
      if (known) this.#columns.set(known, i);
    });
    this.#empty = this.#parse([]);
  }

  /** The style of an element's box; text boxes have that of their element (`SnapshotDocument.styleBox`). */
  of(document: SnapshotDocument, box: number): BoxStyle {
    const list = box === NONE ? undefined : document.raw.layout.styles[box];
    if (!list || list.length === 0) return this.#empty;
    let hash = 17;
    for (let i = 0; i < list.length; i++) hash = (Math.imul(hash, 31) + (list[i] ?? 0)) | 0;
    const bucket = this.#byHash.get(hash);
    const known = bucket?.find((entry) => isSame(entry.list, list));
    if (known) return known.style;
    const style = this.#parse(list);
    if (bucket) bucket.push({ list, style });
    else this.#byHash.set(hash, [{ list, style }]);
    return style;
  }

  #parse(list: readonly number[]): BoxStyle {
    const strings = this.#capture.strings;
    const raw = (name: StyleName) => {
      const column = this.#columns.get(name);
      if (column === undefined) return initialStyle(name);
      const index = list[column];
      return (index === undefined || index < 0 ? '' : strings[index]) ?? '';
    };
    return parseStyle(raw);
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}

type Raw = (name: StyleName) => string;

function parseStyle(raw: Raw): BoxStyle {
  const effects = effectsOf(raw);
  const background = colorOf(raw('background-color') || 'transparent');
  const backgroundImage = raw('background-image') || 'none';
  const clipsToText = raw('background-clip').includes('text');
  const shadows = shadowReach(raw('box-shadow'));
  const borderImage = isSet(raw('border-image-source'));
  const fontSize = pixels(raw('font-size')) || 16;
  const contained = /paint|strict|content/u.test(raw('contain')) || raw('content-visibility') === 'auto';
  const overflow = (value: string) =>
    contained && (value === 'visible' || value === '') ? 'clip' : value || 'visible';
  return {
    ...effects,
    raw,
    display: raw('display') || 'block',
    visibility: raw('visibility') || 'visible',
    visible: (raw('visibility') || 'visible') === 'visible',
    fontSize,
    fontFamily: raw('font-family'),
    fill: colorOf(raw('-webkit-text-fill-color') || raw('color') || 'rgb(0,0,0)'),
    strokeWidth: pixels(raw('-webkit-text-stroke-width')),
    strokeColor: colorOf(raw('-webkit-text-stroke-color') || 'transparent'),
    textShadow: isSet(raw('text-shadow')),
    background,
    backgroundImage,
    clipsToText,
    paintsText: clipsToText && (backgroundImage !== 'none' || background === null || background.a > 0),
    ...svgInk(raw),
    overflowX: overflow(raw('overflow-x')),
    overflowY: overflow(raw('overflow-y')),
    position: raw('position') || 'static',
    topLayer: raw('overlay') === 'auto',
    rightToLeft: raw('direction') === 'rtl',
    flexDirection: raw('display').includes('flex') ? raw('flex-direction') : '',
    vertical: raw('writing-mode').startsWith('vertical') || raw('writing-mode').startsWith('sideways'),
    darkCanvas: /^(?:only )?dark/u.test(raw('color-scheme')),
    masked: isSet(raw('-webkit-text-security')),
    insetShadow: shadows.inner,
    outerReach: Math.max(
      shadows.outer,
      outlineReach(raw),
      borderImage ? BORDER_IMAGE_REACH_PX : 0,
      textShadowReach(raw),
    ),
    borderImage,
    backdrop: isSet(raw('backdrop-filter')),
    squareCorners: /^(?:0px|$)/u.test(raw('border-top-left-radius')),
    lineThickness: lineThickness(raw, fontSize),
    letterSpacing: pixels(raw('letter-spacing')),
    ellipsis: raw('text-overflow') !== '' && raw('text-overflow') !== 'clip',
    skipsOffscreen: raw('content-visibility') === 'auto',
    textIndent: pixels(raw('text-indent')),
    paddingLeft: pixels(raw('padding-left')),
    paddingTop: pixels(raw('padding-top')),
    fixedImage: backgroundImage !== 'none' && raw('background-attachment').includes('fixed'),
    clipMargin: pixels(raw('overflow-clip-margin').replace(/^[a-z-]+-box\s*/u, '')),
    paints:
      background === null ||
      background.a > 0 ||
      backgroundImage !== 'none' ||
      shadows.inner > 0 ||
      borderImage ||
      effects.opacity < 1,
  };
}

function isSet(value: string): boolean {
  return value !== '' && value !== 'none';
}

function pixels(value: string): number {
  const number = Number.parseFloat(value);
  return Number.isNaN(number) ? 0 : number;
}

const CONTEXT = { dark: false, current: null };

/** Null for a syntax that is not understood. */
export function colorOf(text: string): Color | null {
  const parsed = parseColor(text, CONTEXT);
  return parsed === null || parsed === 'current' || parsed === 'unknown' ? null : parsed;
}

function svgInk(raw: Raw): Pick<BoxStyle, 'svgFill' | 'svgStroke' | 'svgStrokeWidth'> {
  const fill = raw('fill') || 'none';
  const opacity = Number.parseFloat(raw('fill-opacity') || '1');
  const color = fill === 'none' ? TRANSPARENT : colorOf(fill);
  const stroke = raw('stroke') || 'none';
  return {
    svgFill: fill.includes('url(')
      ? 'paint-server'
      : color && { ...color, a: color.a * (Number.isNaN(opacity) ? 1 : opacity) },
    svgStroke: stroke === 'none' ? TRANSPARENT : colorOf(stroke),
    svgStrokeWidth: stroke === 'none' ? 0 : pixels(raw('stroke-width')),
  };
}

/** Largest reach of inset shadows (offsets, blur and spread together) and of outer ones beyond the box. */
function shadowReach(value: string): { inner: number; outer: number } {
  if (!isSet(value)) return { inner: 0, outer: 0 };
  let inner = 0;
  let outer = 0;
  for (const part of splitTop(value, ',')) {
    const [x = 0, y = 0, blur = 0, spread = 0] = [...part.matchAll(/(-?[\d.]+)px/gu)].map((match) => Number(match[1]));
    if (part.includes('inset')) inner = Math.max(inner, Math.abs(x) + Math.abs(y) + blur + Math.abs(spread));
    else outer = Math.max(outer, spread + blur / 2, spread + blur / 2 + Math.max(Math.abs(x), Math.abs(y)));
  }
  return { inner, outer };
}

/** How far `border-image-outset` may carry a border; the value itself is not captured. */
const BORDER_IMAGE_REACH_PX = 100;
const THIN_OUTLINE_PX = 4;
/** Shadows of letters that stay nearer than this cover nothing but their own text. */
const NEAR_SHADOW_PX = 20;
/** Further ones are tricks to show text elsewhere; to follow them all over the page would put all of it in doubt. */
const FAR_SHADOW_PX = 300;

function outlineReach(raw: Raw): number {
  const width = isSet(raw('outline-style')) ? pixels(raw('outline-width')) : 0;
  return width > THIN_OUTLINE_PX ? width + Math.max(0, pixels(raw('outline-offset'))) : 0;
}

function textShadowReach(raw: Raw): number {
  const value = raw('text-shadow');
  if (!isSet(value)) return 0;
  let reach = 0;
  for (const part of splitTop(value, ',')) {
    const lengths = [...part.matchAll(/(-?[\d.]+)px/gu)].map((match) => Math.abs(Number(match[1])));
    const far = Math.max(lengths[0] ?? 0, lengths[1] ?? 0) + (lengths[2] ?? 0);
    if (far > NEAR_SHADOW_PX && far <= FAR_SHADOW_PX) reach = Math.max(reach, far);
  }
  return reach;
}

function lineThickness(raw: Raw, fontSize: number): number {
  const line = raw('text-decoration-line');
  if (!isSet(line)) return 0;
  const thickness = raw('text-decoration-thickness');
  if (thickness.endsWith('%')) return (pixels(thickness) / 100) * fontSize;
  return thickness.endsWith('px') ? pixels(thickness) : 0;
}
