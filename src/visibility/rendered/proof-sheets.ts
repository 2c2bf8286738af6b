import { unescapeCss } from '../css/tokens.ts';
import { raised } from './selector.ts';

/** Stops what would move between two pictures. Not `transition: none`: that ends running ones, which a page sees. */
export const STILL = `${raised('*')},${raised('*')}::before,${raised('*')}::after{transition-duration:0s!important;transition-delay:0s!important;animation-play-state:paused!important;caret-color:transparent!important}`;

/**
 * Makes glyphs clear and nothing else: nothing refers to the fill colour (as much does to `color`), it is inherited
 * into shadow trees, and lines on the text stay, for a thick line is what hides.
 */
const CLEAR =
  '{-webkit-text-fill-color:transparent!important;-webkit-text-stroke-color:transparent!important;text-shadow:none!important;text-emphasis-color:transparent!important}';
const CLEAR_SVG = '{fill:transparent!important;stroke:transparent!important}';
const PSEUDOS = ['', '::before', '::after', '::marker', '::placeholder', '::selection'];
const SVG_TEXTS = ['text', 'tspan', 'textPath'];

/**
 * Hides all text. The colour of custom highlights wins over the fill, so they are named. First letters and lines have
 * the fill of their element where the page gives them none, and are not spoken of then: the browser would lay out all
 * of the page anew (100 ms of a 200 KB article, measured).
 */
export function hideAll({ highlights, firstLine, firstLetter }: HiddenPseudos): string {
  const firsts = [...(firstLetter ? ['::first-letter'] : []), ...(firstLine ? ['::first-line'] : [])];
  const all = [...PSEUDOS, ...firsts].map((pseudo) => raised('*') + pseudo).join(',') + CLEAR;
  const named = highlights.map((name) => `${raised('*')}::highlight(${name})`);
  const marked = [...named, `${raised('*')}::selection`].join(',');
  return `${all}${marked}{color:transparent!important;text-shadow:none!important}${SVG_TEXTS.map(raised).join(',')}${CLEAR_SVG}`;
}

/** What the hiding of all text has to know of the page's own style. */
export type HiddenPseudos = Pick<PseudoStyles, 'highlights' | 'firstLine' | 'firstLetter'>;

/** For elements whose own inline style wins over ours and which paint nothing but text. */
export function hideBoxes(selectors: readonly string[]): string {
  return selectors.length === 0 ? '' : `${selectors.join(',')}{visibility:hidden!important}`;
}

/** Hides the text of some elements only. */
export function hideSome(selectors: readonly string[]): string {
  if (selectors.length === 0) return '';
  const all = selectors.flatMap((selector) => [selector, `${selector}::before`, `${selector}::after`]);
  return `${all.join(',') + CLEAR + selectors.join(',')}{fill:transparent!important}`;
}

/** Backgrounds that are painted inside glyphs. */
export function hideTextBackgrounds(selectors: readonly string[]): string {
  if (selectors.length === 0) return '';
  return `${selectors.join(',')}{background-image:none!important;background-color:transparent!important}`;
}

/** Takes boxes away without moving anything. */
export function takeAway(selectors: readonly string[]): string {
  return selectors.length === 0 ? '' : `${selectors.join(',')}{opacity:0!important}`;
}

/** Shows what Chrome has not laid out because it is far from the screen. */
export function layOut(selectors: readonly string[]): string {
  return selectors.length === 0 ? '' : `${selectors.join(',')}{content-visibility:visible!important}`;
}

/** Sets columns as one; a box that was as high as its columns grows with it. */
export function oneColumn(selectors: readonly string[]): string {
  return selectors.length === 0 ? '' : `${selectors.join(',')}{columns:auto!important}`;
}

/** Puts sticky boxes where they stand in the flow. */
export function unstuck(selectors: readonly string[]): string {
  return selectors.length === 0 ? '' : `${selectors.join(',')}{position:relative!important;inset:auto!important}`;
}

/** Keeps the page as wide as it is: pictures of more than the screen are taken without scroll bars. */
export function keepWidth(width: number): string {
  const pinned = `box-sizing:border-box!important;width:${width}px!important;min-width:0!important;max-width:none!important`;
  return `${raised(':root')}{${pinned}}`;
}

/** Moves what is in a pane, as scrolling would, but without the page's scroll position. */
export function shift(selector: string, x: number, y: number): string {
  return `${selector}>${raised('*')}{translate:${x.toFixed(2)}px ${y.toFixed(2)}px!important}`;
}

/** Moves what is in the flow of the page up, as scrolling would; backgrounds that stay with the screen stay. */
export function scrollPage(down: number): string {
  return `${raised(':root')}{margin-top:${-down}px!important}`;
}

const HIGHLIGHT_NAME = /::highlight\(\s*([\w-]{1,60})\s*\)/gu;

export interface PseudoStyles {
  readonly firstLine: boolean;
  /** First letters have a style of their own. */
  readonly firstLetter: boolean;
  readonly highlights: readonly string[];
  readonly selection: boolean;
  /** The content box of open sections has a style of its own. */
  readonly details: boolean;
  /** What lies behind a modal dialog has. */
  readonly backdrop: boolean;
  /** Placeholders have a style of their own. */
  readonly placeholder: boolean;
  /** Layered `!important` rules of the page can win over ours. */
  readonly layeredFill: boolean;
}

/** Styles that no computed style of an element shows, found in the text of the page's sheets; null may hold any. */
export function pseudoStyles(sheets: readonly (string | null)[]): PseudoStyles {
  const texts = sheets.map((sheet) => sheet && unescapeCss(sheet).toLowerCase());
  const has = (...all: RegExp[]) => texts.some((text) => text === null || all.every((words) => words.test(text)));
  const names = new Set<string>();
  for (const sheet of sheets) for (const [, name = ''] of (sheet ?? '').matchAll(HIGHLIGHT_NAME)) names.add(name);
  return {
    firstLine: has(/:first-line/u),
    firstLetter: has(/:first-letter/u),
    highlights: [...names].slice(0, 100),
    selection: has(/::(?:-moz-)?selection|::target-text|::search-text|::highlight/u),
    details: has(/details-content/u),
    backdrop: has(/::backdrop/u),
    placeholder: has(/placeholder/u),
    layeredFill: has(/@layer/u, /text-fill-color/u),
  };
}
