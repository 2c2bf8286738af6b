import {
  AT,
  actual,
  BLACK_IMAGE,
  bareField,
  boxes,
  exchanged,
  exchangedInPieces,
  freeText,
  huge,
  inForm,
  layer,
  masked,
  membership,
  onImage,
  PATCH,
  PLAIN,
  page,
  pattern,
  printOnly,
  SECRET,
  separation,
  shown,
  stuffed,
  through,
  typeThree,
  underImage,
  widget,
  withState,
} from './hiding.ts';
import { NOTE_LAYERS } from './hiding-objects.ts';
import { line, literal } from './write-pdf.ts';

/** A file that hides a sentence, and one made the same way that shows it. */
export interface HiddenCase {
  readonly name: string;
  readonly why: string;
  /** The sentence hidden; the words a reader must get. */
  readonly hidden: Buffer;
  /** Built alike, but the sentence is to be seen; null where there is no such way. */
  readonly twin: Buffer | null;
}

function pair(name: string, why: string, hidden: Buffer, twin: Buffer | null): HiddenCase {
  return { name, why, hidden, twin };
}

export const HIDDEN_CASES: readonly HiddenCase[] = [
  pair('render-mode-3', 'text that is set without ink', page(shown('3 Tr')), page(shown('2 Tr'))),
  pair(
    'render-mode-7',
    'text that only clips, with nothing painted through it',
    page(shown('7 Tr')),
    page(shown('1 Tr 0.4 w')),
  ),
  pair('white-on-white', 'letters in the colour of paper', page(shown('1 g')), page(shown('0.6 g'))),
  pair(
    'nearly-white',
    'a grey that no eye tells from white',
    page(shown('0.97 0.98 0.97 rg')),
    page(shown('0.8 0.8 0.8 rg')),
  ),
  pair('white-cmyk', 'white said in another colour space', page(shown('0 0 0 0 k')), page(shown('0 0.6 0 0.2 k'))),
  pair(
    'black-on-black',
    'the ground is drawn dark',
    page(`0 g ${PATCH} re f ${shown('0 g')}`),
    page(`0 g ${PATCH} re f ${shown('1 g')}`),
  ),
  pair('white-on-white-image', 'a white picture beneath white letters', onImage(1), onImage(0)),
  pair(
    'black-on-black-image',
    'a black picture beneath black letters',
    onImage(0, BLACK_IMAGE),
    onImage(1, BLACK_IMAGE),
  ),
  pair('separation-zero', 'a spot colour of no tint', separation(0), separation(1)),
  pair('pattern-white', 'letters filled with a white pattern', pattern(1), pattern(0.2)),
  pair('alpha-zero', 'a graphics state without opacity', withState('<< /ca 0 /CA 0 >>'), withState('<< /ca 0.7 >>')),
  pair('soft-mask', 'a mask that lets nothing through', masked(0), masked(1)),
  pair(
    'blend-screen',
    'screening never darkens white ground',
    withState('<< /BM /Screen >>'),
    withState('<< /BM /Multiply >>'),
  ),
  pair(
    'blend-lighten',
    'lightening never darkens white ground',
    withState('<< /BM /Lighten >>'),
    withState('<< /BM /Darken >>'),
  ),
  pair('tiny-font', 'half a point', page(shown('', 0.5)), page(shown('', 6))),
  pair(
    'tiny-matrix',
    'a matrix that shrinks to dust',
    page(`BT /F1 12 Tf 0.05 0 0 0.05 72 400 Tm ${literal(SECRET)} Tj ET`),
    page(`BT /F1 12 Tf 0.5 0 0 0.5 72 400 Tm ${literal(SECRET)} Tj ET`),
  ),
  pair(
    'tiny-cm',
    'the page is shrunk around it',
    page(`0.01 0 0 0.01 72 400 cm BT /F1 12 Tf ${literal(SECRET)} Tj ET`),
    page(`0.6 0 0 0.6 72 400 cm BT /F1 12 Tf ${literal(SECRET)} Tj ET`),
  ),
  pair(
    'zero-matrix',
    'a matrix without any size',
    page(`BT /F1 12 Tf 0 0 0 0 72 400 Tm ${literal(SECRET)} Tj ET`),
    null,
  ),
  pair('zero-font', 'a font of no size', page(shown('', 0)), null),
  pair('zero-scaling', 'squeezed to no width', page(shown('0 Tz')), page(shown('80 Tz'))),
  pair('narrow-scaling', 'squeezed to a line', page(shown('1 Tz')), page(shown('60 Tz'))),
  pair('tiny-on-huge', 'six points on a page of five metres', huge(6), huge(60)),
  pair(
    'off-page',
    'beside the page',
    page(shown('').replace(`${AT.x} ${AT.y}`, '700 400')),
    page(shown('').replace(`${AT.x} ${AT.y}`, '90 400')),
  ),
  pair(
    'below-page',
    'below the page',
    page(shown('').replace(`${AT.x} ${AT.y}`, '72 -60')),
    page(shown('').replace(`${AT.x} ${AT.y}`, '72 30')),
  ),
  pair(
    'outside-crop',
    'on the sheet, but cut off',
    boxes('/CropBox [0 60 612 760]', line(SECRET, 72, 20)),
    boxes('/CropBox [0 0 612 760]', line(SECRET, 72, 20)),
  ),
  pair(
    'rotated-crop',
    'cut off on a page that is turned',
    boxes('/Rotate 90 /CropBox [0 60 612 760]', line(SECRET, 72, 20)),
    boxes('/Rotate 90', line(SECRET, 72, 20)),
  ),
  pair('empty-clip', 'a clip of no area', page(`0 0 0 0 re W n ${PLAIN}`), page(`0 0 612 792 re W n ${PLAIN}`)),
  pair(
    'clip-elsewhere',
    'a clip around another place',
    page(`72 500 400 50 re W n ${PLAIN}`),
    page(`60 380 540 50 re W n ${PLAIN}`),
  ),
  pair(
    'under-rectangle',
    'painted over',
    page(`${PLAIN} 0.9 g ${PATCH} re f`),
    page(`0.9 g ${PATCH} re f ${shown('0 g')}`),
  ),
  pair(
    'under-black-bar',
    'blacked out, still in the file',
    page(`${PLAIN} 0 g ${PATCH} re f`),
    page(`${PLAIN} 0 G ${PATCH} re S`),
  ),
  pair('under-image', 'a picture is laid over it', underImage(true), underImage(false)),
  pair(
    'under-other-words',
    'painted white, and other words written there',
    page(`${PLAIN} 1 g ${PATCH} re f ${line('Words above', AT.x, AT.y)}`),
    null,
  ),
  pair(
    'beside-visible-text',
    'white letters on visible ones',
    page(
      `${line('Words that can be read by every person who looks at this page here', AT.x, AT.y)} ${shown('1 g').replace('400', '401')}`,
    ),
    null,
  ),
  pair('layer-off', 'optional content that is switched off', layer(false), layer(true)),
  pair('layer-membership', 'switched off by way of a membership', membership(false), membership(true)),
  pair('layer-print-only', 'for printing, not for viewing', printOnly('OFF'), printOnly('ON')),
  pair('nested-form-white', 'two forms deep', inForm(shown('1 g')), inForm(shown('0 g'))),
  pair('nested-form-mode-3', 'without ink, two forms deep', inForm(shown('3 Tr')), inForm(PLAIN)),
  pair(
    'nested-form-clipped',
    'outside the bounds of its form',
    inForm(PLAIN, '0 0 612 300'),
    inForm(PLAIN, '0 300 612 792'),
  ),
  pair(
    'type3-blank',
    'a font of the file’s own that draws nothing',
    typeThree('500 0 d0'),
    typeThree('500 0 d0 50 0 350 600 re f'),
  ),
  pair(
    'type3-white',
    'a font of the file’s own, in white',
    typeThree('500 0 d0 1 g 50 0 350 600 re f'),
    typeThree('500 0 0 0 500 700 d1 50 0 350 600 re f', '0 0 1 rg'),
  ),
  pair('one-sign-many-words', 'one letter said to stand for a sentence', stuffed(SECRET), null),
  pair('exchanged-letters', 'the map of the font exchanges letters', exchanged(13), exchanged(0)),
  pair('exchanged-in-pieces', 'exchanged letters, a few words on each page', exchangedInPieces(13), null),
  pair('exchanged-by-one', 'each letter stands for the next', exchanged(1), null),
  pair(
    'piled-letters',
    'spacing below nothing sets all letters on one place',
    page(shown('-6 Tc')),
    page(shown('-0.5 Tc')),
  ),
  pair('actual-text', 'other words than are drawn', actual(SECRET), null),
  pair('hidden-annotation', 'a note with the hidden flag', freeText(2), freeText(4)),
  pair('noview-annotation', 'a note that is not for viewing', freeText(32), freeText(0)),
  pair('hidden-widget', 'a form field with the hidden flag', widget(2), widget(4)),
  pair('noview-widget', 'a form field that only prints', widget(36), widget(4)),
  pair('clip-white', 'letters that clip white', through(`1 g ${PATCH} re f`), through(`0.1 0.2 0.7 rg ${PATCH} re f`)),
  pair(
    'clip-picture',
    'letters that clip a picture, which is then painted over',
    through(`q 500 0 0 24 68 394 cm /I Do Q Q q 1 g ${PATCH} re f`),
    through('q 500 0 0 24 68 394 cm /I Do Q'),
  ),
  pair(
    'clip-ended',
    'the clip is over before a bar is painted',
    through(`Q q 0.2 g ${PATCH} re f`),
    through(`0.2 g ${PATCH} re f Q q`),
  ),
  ...NOTE_LAYERS.map(([name, off, on]) => pair(name, 'a note of a layer that is switched off', off, on)),
  pair('bare-field-white', 'a field that readers draw in white', bareField('1 g'), bareField('0 g')),
  pair(
    'bare-field-unasked',
    'a field that nobody asks readers to draw',
    bareField('1 g', false),
    bareField('0 g', false),
  ),
];
