import { type Ground, gradientStops, paintBackground } from './background.ts';
import { type Color, over, WHITE } from './css/color.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import { SCREEN } from './css/media.ts';
import type { StyleFacts } from './facts.ts';

/** How much of a box's content its clipping ancestors leave. `hidden` names the rule that leaves nothing. */
export interface Clip {
  readonly hidden: string | null;
  /** Space from here to the end of the clipping box in pixels; null when nothing limits it. */
  readonly width: number | null;
  readonly height: number | null;
  /** The clipping box cannot be scrolled. */
  readonly fixed: boolean;
}

export const NO_CLIP: Clip = { hidden: null, width: null, height: null, fixed: false };

/** An ancestor that is translucent as a whole, with what lies behind it. */
interface OpacityGroup {
  readonly opacity: number;
  readonly behind: Color;
}

/** What bears on a text from all its ancestors together. Made going down the flat tree. */
export interface View {
  readonly style: ComputedStyle;
  readonly ground: Ground;
  readonly groups: readonly OpacityGroup[];
  readonly opacity: number;
  /** Product of scales and zooms. */
  readonly scale: number;
  readonly blur: number;
  /** Thickest line on the text, as a share of the font size. */
  readonly line: number;
  /** Clips for boxes in the flow, for absolutely positioned ones, and for fixed ones. */
  readonly clip: Clip;
  readonly clipAbsolute: Clip;
  readonly clipFixed: Clip;
  /** Where absolutely positioned boxes below are counted from: the page's corner, a clipping box's, or anywhere. */
  readonly origin: 'page' | 'clip' | 'anywhere';
  /** Some ancestor clips and cannot be scrolled. */
  readonly clipped: boolean;
  /** Some ancestor clips sideways overflow, so what lies right of it cannot be reached. */
  readonly lockedRight: boolean;
  readonly insideFixed: boolean;
  readonly flexRow: boolean;
  readonly svg: boolean;
  /** Colours of the background that is clipped to the glyphs; empty when it cannot be read, null without one. */
  readonly gradientText: readonly Color[] | null;
  readonly doubts: readonly string[];
}

export function rootView(style: ComputedStyle): View {
  return {
    style,
    ground: [style.dark ? { r: 18, g: 18, b: 18, a: 1 } : WHITE],
    groups: [],
    opacity: 1,
    scale: 1,
    blur: 0,
    line: 0,
    clip: NO_CLIP,
    clipAbsolute: NO_CLIP,
    clipFixed: NO_CLIP,
    origin: 'page',
    clipped: false,
    lockedRight: false,
    insideFixed: false,
    flexRow: false,
    svg: false,
    gradientText: null,
    doubts: [],
  };
}

/** The view of an element's content. `isRootBox` is true for html and body, whose overflow belongs to the viewport. */
export function childView(parent: View, facts: StyleFacts, isRootBox: boolean): View {
  const { style } = facts;
  const ground = facts.boxless ? parent.ground : paintBackground(style, parent.ground);
  if (
    facts.plain &&
    !facts.outOfFlow &&
    !parent.flexRow &&
    style.is('text-decoration-thickness', 'auto') &&
    style.is('background-clip', 'border-box')
  ) {
    return { ...parent, style, ground };
  }
  return specialView(parent, facts, ground, isRootBox);
}

function specialView(parent: View, facts: StyleFacts, ground: Ground, isRootBox: boolean): View {
  const { style, transform } = facts;
  const zoom = style.is('zoom', '1') ? 1 : zoomOf(style);
  const thickness = style.length('text-decoration-thickness', style.fontSize) ?? 0;
  const position = style.get('position');
  const start = position === 'fixed' ? parent.clipFixed : position === 'absolute' ? parent.clipAbsolute : parent.clip;
  const clip = isRootBox ? viewportClip(start, facts) : ownClip(start, facts);
  const clipText = style.is('background-clip', 'text');
  return {
    style,
    ground: clipText ? parent.ground : ground,
    groups:
      facts.opacity < 1
        ? [...parent.groups, { opacity: facts.opacity, behind: parent.ground?.[0] ?? WHITE }]
        : parent.groups,
    opacity: parent.opacity * facts.opacity,
    scale: parent.scale * transform.least * zoom,
    blur: Math.max(parent.blur, facts.blur),
    line: Math.max(parent.line, Number.isNaN(thickness) ? 0 : thickness / Math.max(1, style.fontSize)),
    clip,
    clipAbsolute: facts.contains ? clip : parent.clipAbsolute,
    clipFixed:
      facts.contains &&
      position !== 'relative' &&
      position !== 'absolute' &&
      position !== 'sticky' &&
      position !== 'fixed'
        ? clip
        : parent.clipFixed,
    origin: !facts.contains || isRootBox ? parent.origin : facts.clipsX ? 'clip' : 'anywhere',
    clipped: isRootBox
      ? false
      : (facts.clipsX && !facts.scrollsX) || (facts.clipsY && !facts.scrollsY) || parent.clipped,
    lockedRight: facts.clipsX && !facts.scrollsX ? true : facts.clipsX ? false : parent.lockedRight,
    insideFixed: parent.insideFixed || position === 'fixed',
    flexRow: /flex/u.test(style.get('display')) && !style.get('flex-direction').startsWith('column'),
    svg: parent.svg,
    gradientText: clipText ? clippedColors(style) : parent.gradientText,
    doubts: facts.doubts.length > 0 ? [...parent.doubts, ...facts.doubts] : parent.doubts,
  };
}

function clippedColors(style: ComputedStyle): readonly Color[] {
  const image = style.get('background-image');
  const fill = style.colorOf('background-color');
  const stops = image === 'none' ? [] : gradientStops(style, image);
  if (stops === null || fill === 'unknown') return [];
  return image === 'none' || fill.a > 0 ? [...stops, fill] : stops;
}

function zoomOf(style: ComputedStyle): number {
  const written = style.get('zoom');
  const zoom = style.lengthOf(written, 1) ?? 1;
  return Number.isNaN(zoom) || zoom === 0 ? 1 : zoom;
}

/** Under this many pixels of a clipping box no line of text can be read. */
const LEAST_VISIBLE_PX = 5;

function ownClip(start: Clip, facts: StyleFacts): Clip {
  if (!facts.clipsX && !facts.clipsY) return start;
  const width = facts.clipsX ? facts.boxWidth : null;
  const height = facts.clipsY ? facts.boxHeight : null;
  const nothing = (width !== null && width < LEAST_VISIBLE_PX) || (height !== null && height < LEAST_VISIBLE_PX);
  if (nothing) return { ...start, hidden: start.hidden ?? 'a box of no size that clips its content' };
  if (facts.scrollsX && facts.scrollsY) return { ...start, width: null, height: null, fixed: false };
  return {
    hidden: start.hidden,
    width: facts.scrollsX ? null : smaller(start.width, width),
    height: facts.scrollsY ? null : smaller(start.height, height),
    fixed: true,
  };
}

function viewportClip(start: Clip, facts: StyleFacts): Clip {
  const locked = facts.clipsY && !facts.scrollsY;
  return locked ? { ...start, height: smaller(start.height, SCREEN.height), fixed: true } : start;
}

function smaller(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

/** A clip seen from a box that begins `x`, `y` pixels (at least) further inside. */
export function shifted(clip: Clip, x: number, y: number): Clip {
  if ((clip.width === null && clip.height === null) || (x === 0 && y === 0)) return clip;
  const width = clip.width === null ? null : clip.width - x;
  const height = clip.height === null ? null : clip.height - y;
  const out = (width !== null && width < LEAST_VISIBLE_PX) || (height !== null && height < LEAST_VISIBLE_PX);
  return { hidden: clip.hidden ?? (out ? 'outside the box that clips it' : null), width, height, fixed: clip.fixed };
}

/** Ink as it comes out after the translucent ancestors, and the ground with it. */
export function composite(view: View, ink: Color, ground: Color): { readonly ink: Color; readonly ground: Color } {
  let top = over(ink, ground);
  let under = ground;
  for (let i = view.groups.length - 1; i >= 0; i--) {
    const group = view.groups[i];
    if (!group) continue;
    top = over({ ...top, a: group.opacity }, group.behind);
    under = over({ ...under, a: group.opacity }, group.behind);
  }
  return { ink: top, ground: under };
}
