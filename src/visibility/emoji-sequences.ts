/** Tag characters and variation selectors: what emoji and ideographs need of them. */
export interface TagVerdict {
  /** Code points from here on that stay; 0 when this one goes. */
  readonly keep: number;
  readonly type: 'tag' | 'variation';
}

/** The only flags made of tags that Unicode recommends (emoji-sequences, RGI_Emoji_Tag_Sequence). */
const TAG_FLAGS = ['gbeng', 'gbsct', 'gbwls'] as const;
const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;

/** Null when the code point is neither a tag nor a variation selector. */
export function cleanTagsAndSelectors(points: readonly number[], i: number): TagVerdict | null {
  const point = points[i] ?? 0;
  if (point >= 0xe0000 && point <= 0xe007f) return { keep: flagLength(points, i), type: 'tag' };
  if (point >= 0xfe00 && point <= 0xfe0f)
    return { keep: selectorFits(point, points[i - 1], points[i + 1]) ? 1 : 0, type: 'variation' };
  if (point >= 0xe0100 && point <= 0xe01ef) return { keep: isIdeograph(points[i - 1]) ? 1 : 0, type: 'variation' };
  return null;
}

/** Number of tag characters that spell a registered flag right after a black flag, or 0. */
function flagLength(points: readonly number[], i: number): number {
  if (points[i - 1] !== BLACK_FLAG) return 0;
  let spelled = '';
  let k = i;
  for (; k < points.length && k < i + 8 && (points[k] ?? 0) >= 0xe0020 && points[k] !== CANCEL_TAG; k++)
    spelled += String.fromCharCode((points[k] ?? 0) - 0xe0000);
  return points[k] === CANCEL_TAG && TAG_FLAGS.some((flag) => flag === spelled) ? k - i + 1 : 0;
}

const EMOJI = /[\p{Emoji}\p{Extended_Pictographic}]/u;

/** Something an emoji sequence can be built of. Digits and keycap signs count only before a selector. */
export function isEmojiBase(point: number): boolean {
  return point > 0xa8 && EMOJI.test(String.fromCodePoint(point));
}

function selectorFits(selector: number, before: number | undefined, after: number | undefined): boolean {
  if (before === undefined) return false;
  const char = String.fromCodePoint(before);
  if (selector >= 0xfe0e) {
    if (/[0-9#*]/u.test(char)) return after === 0x20e3 || selector === 0xfe0e;
    return EMOJI.test(char) || /[\p{So}\p{Sm}\p{Po}\p{Sc}\p{Sk}]/u.test(char);
  }
  // FE00 to FE0D stand after mathematical signs, ideographs, and letters of a few scripts (StandardizedVariants).
  return (
    isIdeograph(before) ||
    /[\p{Sm}\p{So}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\p{Script=Egyptian_Hieroglyphs}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f0]/u.test(
      char,
    )
  );
}

function isIdeograph(point: number | undefined): boolean {
  return point !== undefined && /[\p{Unified_Ideograph}\p{Script=Han}]/u.test(String.fromCodePoint(point));
}
