import { hidden, type TextRule } from '../text-case.ts';

/** Below this nothing of black on white comes out (1 % of 255 is less than three steps of a channel). */
const LEAST_OPACITY = 0.01;
/** Shares of the font size (visibility.md, step 4.5). */
const BLUR_HIDES = 0.3;
const BLUR_DOUBTFUL = 0.06;
const LEAST_FONT_FOR_BLUR_PX = 8;

/** What the element and its ancestors decide about all text in them. */
export const ELEMENT_RULES: readonly TextRule[] = [
  { name: 'frame', apply: ({ model }) => (model.frame.hidden === '' ? null : hidden(model.frame.hidden)) },
  { name: 'effects', apply: ({ state }) => (state.hidden === '' ? null : hidden(state.hidden)) },
  {
    name: 'visibility',
    apply: ({ style }) => (style.visible ? null : hidden(`visibility:${style.visibility}`)),
  },
  {
    name: 'opacity',
    apply: ({ state, model }) =>
      state.opacity * model.frame.opacity < LEAST_OPACITY ? hidden('opacity close to 0') : null,
  },
  {
    name: 'effects that pixels judge',
    apply: (text) => {
      const { state, model } = text;
      if (state.doubt !== '') text.doubtful(state.doubt);
      if (model.frame.doubt !== '') text.doubtful(model.frame.doubt);
      if (state.negativeZ) text.doubtful('negative z-index');
      if (state.coveringOutline) text.doubtful('outline over content');
      return null;
    },
  },
  {
    name: 'blur',
    apply: (text) => {
      const size = Math.max(text.style.fontSize, LEAST_FONT_FOR_BLUR_PX);
      if (text.state.blurPx > BLUR_HIDES * size) return hidden('blurred');
      if (text.state.blurPx > BLUR_DOUBTFUL * size) text.doubtful('blur');
      return null;
    },
  },
];
