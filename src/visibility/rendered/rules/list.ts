import type { TextRule } from '../text-case.ts';
import { COLOR_RULES } from './color-rules.ts';
import { ELEMENT_RULES } from './element-rules.ts';
import { GLYPH_RULES } from './glyph-rules.ts';
import { NEIGHBOUR_RULES } from './neighbour-rules.ts';
import { PLACE_RULES } from './place-rules.ts';

/** All rules in the order in which they are tried. */
export const TEXT_RULES: readonly TextRule[] = [
  ...ELEMENT_RULES,
  ...GLYPH_RULES,
  ...PLACE_RULES,
  ...NEIGHBOUR_RULES,
  ...COLOR_RULES,
];
