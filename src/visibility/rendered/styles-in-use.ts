import { unescapeCss } from '../css/tokens.ts';
import { CAPTURED_STYLES, type Capture, type StyleName } from './capture.ts';

/**
 * Styles that are at their initial value on every element unless the page's own style says otherwise: with that value
 * as Chrome computes it, and the words by which style says so. Not among them is what a browser's own sheet sets, what
 * the shorthand `background` sets, and what paints drawings.
 */
const OPTIONAL: ReadonlyMap<StyleName, { readonly initial: string; readonly words: RegExp }> = new Map([
  // Without a colour of their own letters are filled with `color`.
  ['-webkit-text-fill-color', { initial: '', words: /text-fill/u }],
  ['-webkit-text-stroke-width', { initial: '0px', words: /text-stroke/u }],
  ['-webkit-text-stroke-color', { initial: '', words: /text-stroke/u }],
  ['background-blend-mode', { initial: 'normal', words: /blend/u }],
  ['clip', { initial: 'auto', words: /clip/u }],
  ['clip-path', { initial: 'none', words: /clip/u }],
  ['transform', { initial: 'none', words: /(?<!text-)transform/u }],
  ['rotate', { initial: 'none', words: /rotate/u }],
  ['scale', { initial: 'none', words: /scale/u }],
  ['perspective', { initial: 'none', words: /perspective/u }],
  ['backface-visibility', { initial: 'visible', words: /backface/u }],
  ['filter', { initial: 'none', words: /filter/u }],
  ['backdrop-filter', { initial: 'none', words: /filter/u }],
  ['mask-image', { initial: 'none', words: /mask/u }],
  ['-webkit-mask-box-image-source', { initial: 'none', words: /mask/u }],
  ['mix-blend-mode', { initial: 'normal', words: /blend/u }],
  ['contain', { initial: 'none', words: /contain/u }],
  ['column-count', { initial: 'auto', words: /columns|column-(?:count|width)/u }],
  ['column-width', { initial: 'auto', words: /columns|column-(?:count|width)/u }],
  ['will-change', { initial: 'auto', words: /will-change/u }],
  ['text-shadow', { initial: 'none', words: /shadow/u }],
  ['flex-direction', { initial: 'row', words: /flex-/u }],
  ['writing-mode', { initial: 'horizontal-tb', words: /writing-mode/u }],
  ['box-shadow', { initial: 'none', words: /shadow/u }],
  ['border-top-left-radius', { initial: '0px', words: /radius/u }],
  ['border-image-source', { initial: 'none', words: /border-image/u }],
  ['letter-spacing', { initial: 'normal', words: /letter-spacing/u }],
  ['text-decoration-line', { initial: 'none', words: /text-decoration/u }],
  ['text-decoration-thickness', { initial: 'auto', words: /text-decoration/u }],
  ['outline-style', { initial: 'none', words: /outline/u }],
  ['outline-width', { initial: '0px', words: /outline/u }],
  ['outline-offset', { initial: '0px', words: /outline/u }],
  ['text-overflow', { initial: 'clip', words: /text-overflow/u }],
  ['text-indent', { initial: '0px', words: /text-indent/u }],
]);

/** Elements to which a browser's own sheet, in a tree of its own, gives more than other elements have. */
const DRESSED: ReadonlySet<string> = new Set(['AUDIO', 'MARQUEE', 'VIDEO']);
/** Attributes of drawings that stand for the style of the same name (SVG 2, section 6.6). */
const PRESENTATION: ReadonlySet<string> = new Set([
  'clip',
  'clip-path',
  'filter',
  'letter-spacing',
  'mask',
  'text-decoration',
  'text-overflow',
  'transform',
  'writing-mode',
]);
/** Attributes whose values name styles; the second belongs to animations of drawings. */
const NAMES_STYLES: ReadonlySet<string> = new Set(['style', 'attributename']);

/** The value of a style that was not captured because nothing on the page sets it. */
export function initialStyle(name: string): string {
  return INITIAL.get(name) ?? '';
}

const INITIAL: ReadonlyMap<string, string> = new Map([...OPTIONAL].map(([name, { initial }]) => [name, initial]));

/**
 * The styles that have to be captured, given the text of all style sheets of a page (null for one that is not known):
 * each costs the browser a millisecond for 5,000 boxes (measured), and most pages use few of them.
 */
export function stylesInUse(sheets: readonly (string | null)[]): readonly StyleName[] {
  if (sheets.includes(null)) return CAPTURED_STYLES;
  const used = new Set<StyleName>();
  for (const sheet of sheets) for (const name of mentioned(sheet ?? '', used)) used.add(name);
  return CAPTURED_STYLES.filter((name) => !OPTIONAL.has(name) || used.has(name));
}

/**
 * Whether a capture of some styles may hide that others are in use after all: by style attributes, by attributes of
 * drawings that stand for styles, or in shadow trees that nobody can look into for animations of scripts.
 */
export function usesOtherStyles({ documents, strings, styleNames }: Capture): boolean {
  const captured = new Set(styleNames);
  const asked = new Map<number, boolean>();
  const says = (index: number) => {
    let answer = asked.get(index);
    if (answer === undefined) {
      answer = [...mentioned(strings[index] ?? '', captured)].length > 0;
      asked.set(index, answer);
    }
    return answer;
  };
  return documents.some(({ nodes }) => {
    if (nodes.shadowRootType?.value.some((kind) => strings[kind] === 'closed')) return true;
    if (nodes.nodeName?.some((name) => DRESSED.has(strings[name] ?? ''))) return true;
    return nodes.attributes?.some((list) => {
      for (let i = 0; i + 1 < list.length; i += 2) {
        const [name = -1, value = -1] = [list[i], list[i + 1]];
        const word = (strings[name] ?? '').toLowerCase();
        if (PRESENTATION.has(word) ? says(name) : NAMES_STYLES.has(word) && says(value)) return true;
      }
      return false;
    });
  });
}

/** Optional styles that a text of style speaks of, apart from those that are known. */
function* mentioned(text: string, known: ReadonlySet<string>): Generator<StyleName> {
  const plain = unescapeCss(text).toLowerCase();
  for (const [name, { words }] of OPTIONAL) if (!known.has(name) && words.test(plain)) yield name;
}
