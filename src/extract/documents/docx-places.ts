import { attribute, descendants, textOf, type XmlElement } from './xml-tree.ts';

/** Word measures places of drawings in these; the largest page it knows is 22 inches wide. */
const EMU_PER_INCH = 914_400;
const LARGEST_PAGE_INCHES = 22;

/** A line of exactly this height, in twentieths of a point, shows nothing of its letters. */
export const LEAST_LINE_TWIPS = 40;
/** Further left than any margin, or further right than any page. */
const OFF_PAGE_TWIPS = { left: -3600, right: LARGEST_PAGE_INCHES * 1440 };

/** Why nobody sees a paragraph, as its properties or those of its style say; null for others. */
export function unseenParagraph(property: (name: string) => XmlElement | undefined): string | null {
  const spacing = property('spacing');
  const line = Number(attribute(spacing, 'line') ?? Number.NaN);
  if (attribute(spacing, 'lineRule') === 'exact' && line < LEAST_LINE_TWIPS) return 'a line of no height';
  const indent = property('ind');
  const frame = property('framePr');
  const places = [
    attribute(indent, 'left') ?? attribute(indent, 'start'),
    attribute(frame, 'x'),
    attribute(frame, 'y'),
  ];
  const isOff = places.some((place) => Number(place) < OFF_PAGE_TWIPS.left || Number(place) > OFF_PAGE_TWIPS.right);
  return isOff ? 'off the page' : null;
}

/** The same for the drawings of old files, which are placed by a style attribute. */
function isOffByStyle(drawing: XmlElement): boolean {
  return descendants(drawing, 'shape', 'rect', 'roundrect', 'group').some((one) => {
    const style = attribute(one, 'style') ?? '';
    if (/(?:^|;)\s*visibility\s*:\s*hidden/iu.test(style)) return true;
    const place = /(?:^|;)\s*(?:margin-)?(?:left|top)\s*:\s*(-?[\d.]{1,9})(pt|in)?/iu.exec(style);
    const points = Number(place?.[1] ?? 0) * (place?.[2]?.toLowerCase() === 'in' ? 72 : 1);
    return points < -600 || points > LARGEST_PAGE_INCHES * 72;
  });
}

/** Whether a drawing stands where no page is, or is not shown. */
export function isOffPage(drawing: XmlElement): boolean {
  if (isOffByStyle(drawing)) return true;
  const limit = LARGEST_PAGE_INCHES * EMU_PER_INCH;
  return descendants(drawing, 'posOffset').some((offset) => {
    const place = Number(textOf(offset));
    return place > limit || place < -limit / 2;
  });
}
