import { codePointLength, indexOfCodePoint } from '../base/text.ts';
import type { PageText } from './page-text.ts';

/** Code-point offset (what callers see) of a UTF-16 index (what we cut by). */
export function toOffset(page: PageText, index: number): number {
  return page.total === page.text.length ? index : codePointLength(page.text.slice(0, index));
}

/** UTF-16 index of a code-point offset, clamped to the text. */
export function toIndex(page: PageText, offset: number): number {
  if (page.total === page.text.length) return Math.min(Math.max(0, offset), page.text.length);
  return indexOfCodePoint(page.text, offset);
}
