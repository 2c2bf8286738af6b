import type { StyleName } from './capture.ts';

/** What a box does to everything inside it. */
export interface Effects {
  /** `opacity` times `filter: opacity()`. */
  readonly opacity: number;
  readonly blurPx: number;
  /** Why nothing inside can be seen; empty when something may. */
  readonly effectHides: string;
  /** Why only pixels can tell what is seen; empty when style can. */
  readonly effectDoubt: string;
  /** Turned or skewed, so that bounds are larger than the text. */
  readonly rotated: boolean;
  readonly threeD: boolean;
  /** Absolutely and fixed positioned descendants are laid out by this box. */
  readonly containsFixed: boolean;
  readonly negativeZ: boolean;
  readonly clipPath: string;
  readonly clip: string;
  readonly coveringOutline: boolean;
  /** None of the above: children have the state of the parent. */
  readonly plain: boolean;
}

type Raw = (name: StyleName) => string;

/** A scale below this makes a line of text thinner than a hair (a 16 px letter becomes 0.016 px). */
const LEAST_SCALE = 1e-3;

export function effectsOf(raw: Raw): Effects {
  const filter = filterOf(raw('filter'));
  const transform = transformOf(raw('transform'));
  const ownOpacity = Number.parseFloat(raw('opacity') || '1');
  const opacity = (Number.isNaN(ownOpacity) ? 1 : ownOpacity) * filter.opacity;
  const hides =
    (transform !== null && !transform.threeD && transform.least < LEAST_SCALE) || isZeroScale(raw('scale'))
      ? 'scaled to nothing'
      : '';
  const doubt = doubtOf(raw, { filtered: filter.doubt, transform });
  const rotate = raw('rotate');
  const rotated = (transform?.rotated ?? false) || isSet(rotate);
  const containsFixed = containsFixedBoxes(raw);
  const negativeZ = Number.parseInt(raw('z-index'), 10) < 0;
  const clipPath = raw('clip-path') || 'none';
  const clip = raw('clip') || 'auto';
  const outline = coveringOutline(raw);
  const plain =
    opacity === 1 &&
    filter.blur === 0 &&
    hides === '' &&
    doubt === '' &&
    !rotated &&
    !negativeZ &&
    clipPath === 'none' &&
    clip === 'auto' &&
    !outline &&
    raw('overlay') !== 'auto' &&
    raw('backface-visibility') !== 'hidden';
  return {
    opacity,
    blurPx: filter.blur,
    effectHides: hides,
    effectDoubt: doubt,
    rotated,
    threeD: transform?.threeD ?? false,
    containsFixed,
    negativeZ,
    clipPath,
    clip,
    coveringOutline: outline,
    plain,
  };
}

function isSet(value: string): boolean {
  return value !== '' && value !== 'none';
}

function isZeroScale(value: string): boolean {
  return isSet(value) && value.split(' ').some((part) => Math.abs(Number.parseFloat(part)) < LEAST_SCALE);
}

interface Transform {
  /** The smaller singular value: how thin the thinnest direction becomes. */
  readonly least: number;
  readonly rotated: boolean;
  readonly threeD: boolean;
}

function transformOf(value: string): Transform | null {
  if (!isSet(value)) return null;
  const matrix = /^matrix\(([^)]+)\)/u.exec(value);
  if (!matrix) return { least: 1, rotated: true, threeD: true };
  const [a = 1, b = 0, c = 0, d = 1] = (matrix[1] ?? '').split(',').map(Number);
  const sum = a * a + b * b + c * c + d * d;
  const difference = Math.sqrt(Math.max(0, (a * a + b * b - c * c - d * d) ** 2 + 4 * (a * c + b * d) ** 2));
  const least = Math.sqrt(Math.max(0, (sum - difference) / 2));
  // A half turn keeps bounds but puts the letters on their heads, a mirror the wrong way round: still read, with care.
  return { least, rotated: Math.abs(b) > 1e-3 || Math.abs(c) > 1e-3, threeD: false };
}

function filterOf(value: string): { opacity: number; blur: number; doubt: boolean } {
  if (!isSet(value)) return { opacity: 1, blur: 0, doubt: false };
  let opacity = 1;
  let blur = 0;
  let doubt = value.includes('url(');
  for (const [, name, argument = ''] of value.matchAll(/([a-z-]+)\(([^()]*(?:\([^()]*\))?[^()]*)\)/gu)) {
    if (name === 'opacity') opacity *= Number.parseFloat(argument || '1');
    else if (name === 'blur') blur = Math.max(blur, Number.parseFloat(argument) || 0);
    else if (name !== 'drop-shadow' && !/^rgba?$|^color$/u.test(name ?? '')) doubt = true;
  }
  return { opacity: Number.isNaN(opacity) ? 1 : opacity, blur, doubt };
}

function doubtOf(raw: Raw, known: { filtered: boolean; transform: Transform | null }): string {
  if (known.filtered) return 'filter';
  if (known.transform?.threeD || raw('rotate').includes(' ')) return 'turned in space';
  if (isSet(raw('perspective'))) return 'perspective';
  if (isSet(raw('mask-image')) || isSet(raw('-webkit-mask-box-image-source'))) return 'mask';
  if (raw('mix-blend-mode') !== '' && raw('mix-blend-mode') !== 'normal') return 'blend mode';
  return '';
}

/** CSS Transforms 1 (containing block), Filter Effects 1, CSS Contain 2, will-change. */
function containsFixedBoxes(raw: Raw): boolean {
  return (
    isSet(raw('transform')) ||
    isSet(raw('rotate')) ||
    isSet(raw('scale')) ||
    isSet(raw('perspective')) ||
    isSet(raw('filter')) ||
    isSet(raw('backdrop-filter')) ||
    /paint|layout|strict|content/u.test(raw('contain')) ||
    /transform|perspective|filter/u.test(raw('will-change')) ||
    raw('content-visibility') === 'auto'
  );
}

/** An outline that is painted over the content of its own box. */
function coveringOutline(raw: Raw): boolean {
  if (!isSet(raw('outline-style'))) return false;
  return Number.parseFloat(raw('outline-width')) > 4 && Number.parseFloat(raw('outline-offset')) < -2;
}
