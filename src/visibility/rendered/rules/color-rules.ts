import { contrast, over } from '../../css/color.ts';
import { share } from '../geometry.ts';
import { gradientContrast, otherInk } from '../ink.ts';
import { NONE } from '../snapshot.ts';
import { hidden, type TextCase, type TextRule } from '../text-case.ts';

/** Below this contrast nobody reads it; below the second it is faint. `contrast()` says how it is measured. */
export const LEAST_CONTRAST = 1.2;
export const FAINT_CONTRAST = 1.5;
const OPAQUE = 0.98;
const NEARLY_OPAQUE = 0.9;
const COVERS = 0.95;

/** Ink against ground (visibility.md, step 4.7). Runs after the neighbours, which may be the ground. */
export const COLOR_RULES: readonly TextRule[] = [
  {
    name: 'ink that style does not tell',
    apply: (text) => {
      const other = otherInk(text.model, text.styleBox, text.style);
      if (other !== '') text.doubtful(other);
      else if (text.ink === null) text.doubtful('colour space');
      return null;
    },
  },
  { name: 'behind an ancestor', apply: behindAncestor },
  { name: 'ground that style does not tell', apply: groundDoubt },
  { name: 'contrast', apply: contrastRule },
];

/** A positioned child with negative z-index is painted before the backgrounds of ancestors in the same context. */
function behindAncestor(text: TextCase) {
  const { covering } = text.composed;
  if (covering === NONE) return null;
  const background = text.model.style(covering)?.background;
  if (background && background.a > OPAQUE && text.model.state(covering).opacity > OPAQUE) {
    return hidden('behind the background of an ancestor');
  }
  text.doubtful('ancestor painted above');
  return null;
}

function groundDoubt(text: TextCase) {
  if (text.ground !== null) return null;
  const { doubt, imageBox, ground } = text.composed;
  if (doubt === '') return null;
  if (doubt === 'background image' && imageBox !== NONE && text.doubt === '' && text.ink) {
    const seen = gradientOn(text, imageBox);
    if (seen?.hidden) return hidden('same colour as its background');
    if (seen && text.ink.a * text.state.opacity > NEARLY_OPAQUE && ground) return { visible: '' };
  }
  text.doubtful(doubt);
  return null;
}

function gradientOn(text: TextCase, imageBox: number) {
  const { model, ink } = text;
  const style = model.style(imageBox);
  if (!style || !ink || ink.a * text.state.opacity <= NEARLY_OPAQUE) return null;
  if (share(model.document.bounds(imageBox), text.rect) <= COVERS) return null;
  return gradientContrast(style.backgroundImage, ink, text.composed.ground);
}

function contrastRule(text: TextCase) {
  if (text.doubt !== '' || text.ink === null) return null;
  const value = contrastOf(text);
  if (value < LEAST_CONTRAST) {
    // A dark shadow or rim makes white letters on white readable.
    if (text.style.textShadow || text.style.strokeWidth > 0) {
      text.doubtful('text shadow');
      return null;
    }
    if (text.ink.a < 0.03) return hidden('transparent text');
    return hidden(text.state.opacity < 0.3 ? 'opacity close to 0' : 'same colour as its background');
  }
  if (value < FAINT_CONTRAST) text.flag('faint');
  return null;
}

function contrastOf(text: TextCase): number {
  const behind = text.ground?.background;
  if (!behind || !text.ink) return text.composed.contrast;
  return contrast(over({ ...text.ink, a: text.ink.a * text.state.opacity }, behind), behind);
}
