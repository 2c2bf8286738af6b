import { textContent } from '../../html/tree.ts';
import { gradientStops } from '../background.ts';
import { clipPathResult, legacyClipResult } from '../clip-shape.ts';
import { splitTop } from '../css/tokens.ts';
import { speaksToMachine } from '../machine-speech.ts';
import { isSentence } from '../severity.ts';
import type { HiddenReason } from '../sight.ts';
import { placeOf } from './off-screen.ts';
import type { ElementRule } from './rule.ts';

const css = (reason: string): HiddenReason => ({ type: 'hidden_css', reason });
const markup = (reason: string): HiddenReason => ({ type: 'hidden_markup', reason });

/** Below this product of opacities nothing is made out, whatever the colours (five-systems.md 2.0). */
const LEAST_OPACITY = 0.05;

const UNRENDERED_SVG = new Set([
  'defs',
  'clippath',
  'mask',
  'pattern',
  'marker',
  'symbol',
  'lineargradient',
  'radialgradient',
  'filter',
  'metadata',
]);

export const ELEMENT_RULES: readonly ElementRule[] = [
  {
    name: 'noscript',
    test: ({ element }) => (element.tag === 'noscript' ? markup('noscript') : null),
  },
  {
    name: 'svg-description',
    test: ({ element }) =>
      element.namespace === 'svg' && (element.tag === 'title' || element.tag === 'desc')
        ? markup(`svg ${element.tag}`)
        : null,
  },
  {
    name: 'svg-not-rendered',
    test: ({ element }) =>
      element.namespace === 'svg' && UNRENDERED_SVG.has(element.tag.toLowerCase()) ? markup('svg definitions') : null,
  },
  {
    name: 'math-phantom',
    test: ({ element }) => (element.namespace === 'math' && element.tag === 'mphantom' ? markup('math phantom') : null),
  },
  {
    // The TeX source of a formula is not painted either, but it is what the formula says; sentences are not.
    name: 'math-annotation',
    test: ({ element }) => {
      if (element.namespace !== 'math' || !element.tag.startsWith('annotation')) return null;
      // Markup in an annotation is no source of a formula.
      if (/html/iu.test(element.attributes.get('encoding') ?? '')) return markup('math annotation');
      const text = textContent(element);
      return isSentence(text) || speaksToMachine(text) ? markup('math annotation') : null;
    },
  },
  {
    name: 'table-column',
    // Columns that are only columns have nothing in them to hide, and are looked at one by one.
    test: ({ element, facts }) =>
      /^table-column/u.test(facts.style.get('display')) && !/^col/u.test(element.tag)
        ? css('display:table-column')
        : null,
  },
  {
    name: 'option-label',
    // What the attribute says is drawn in place of the text (HTML Standard, 4.10.10).
    test: ({ element }) => {
      if (element.tag !== 'option') return null;
      const label = element.attributes.get('label')?.trim() ?? '';
      return label !== '' && label !== textContent(element).trim() ? markup('replaced by a label') : null;
    },
  },
  {
    name: 'datalist',
    test: ({ element }) => (element.tag === 'datalist' ? markup('datalist') : null),
  },
  {
    name: 'display-none',
    test: ({ element, facts }) => {
      if (!facts.style.is('display', 'none')) return null;
      if (element.tag === 'dialog' && !element.attributes.has('open')) return css('closed dialog');
      if (element.attributes.has('popover')) return css('closed popover');
      return css(element.attributes.has('hidden') ? 'hidden attribute' : 'display:none');
    },
  },
  {
    name: 'content-visibility',
    test: ({ element, facts }) =>
      facts.style.is('content-visibility', 'hidden') && !facts.inline
        ? css(element.attributes.has('hidden') ? 'hidden attribute' : 'content-visibility:hidden')
        : null,
  },
  {
    name: 'opacity',
    test: ({ facts, parent }) =>
      facts.opacity < 1 && parent.opacity * facts.opacity < LEAST_OPACITY ? css('opacity close to 0') : null,
  },
  {
    name: 'clip-path',
    test: ({ facts }) =>
      !facts.boxless && clipPathResult(facts.style, facts.boxWidth, facts.boxHeight) === 'nothing'
        ? css('clip-path that leaves nothing')
        : null,
  },
  {
    name: 'clip',
    test: ({ facts }) =>
      facts.outOfFlow && legacyClipResult(facts.style) === 'nothing' ? css('clip that leaves nothing') : null,
  },
  {
    name: 'scale',
    test: ({ facts }) => (facts.transform.least < 0.1 ? css('scaled to nothing') : null),
  },
  {
    name: 'backface',
    test: ({ facts }) =>
      facts.transform.back && facts.style.is('backface-visibility', 'hidden') ? css('turned away') : null,
  },
  {
    name: 'filter',
    test: ({ facts }) => (facts.flattening ? css(`filter:${facts.flattening}`) : null),
  },
  {
    name: 'mask',
    test: ({ facts }) => {
      const image = facts.style.get('mask-image');
      if (image === 'none') return null;
      if (/^0(?:px|%)?(?:\s|$)/u.test(facts.style.get('mask-size'))) return css('mask that leaves nothing');
      const stops = splitTop(image, ',').map((part) => gradientStops(facts.style, part));
      return stops.every((colors) => colors?.every((color) => color.a < 0.05)) ? css('mask that leaves nothing') : null;
    },
  },
  {
    name: 'replaced',
    test: ({ facts }) =>
      /^(?:url|image-set|(?:linear|radial|conic)-gradient)\(/iu.test(facts.style.get('content'))
        ? css('replaced by an image')
        : null,
  },
  {
    name: 'outline',
    test: ({ facts }) => {
      const { style } = facts;
      if (style.is('outline-style', 'none')) return null;
      const width = style.length('outline-width') ?? 3;
      return width >= style.fontSize && (style.length('outline-offset') ?? 0) <= -0.7 * width
        ? css('covered by its own outline')
        : null;
    },
  },
  {
    name: 'off-screen',
    test: (input) => (placeOf(input) === 'out' ? css('outside the page') : null),
  },
];
