import { oneLine, truncate } from '../../../base/text.ts';
import type { Rect } from '../../../visibility/rendered/geometry.ts';
import type { Removed, Xray, XrayPicture } from '../xray.ts';
import { KINDS } from './kinds.ts';
import { shown } from './shown.ts';

/** Smaller boxes are drawn as large as this, or nobody would find them. */
const LEAST_PX = 8;
const TAG_PX = 19;
const LETTER_PX = 8;
const GAP_PX = 3;
/** Beyond so many the page would be slow; those further down are in the list. */
const MAX_BOXES = 3_000;

/** The pictures with the boxes over them, as one drawing: it needs no style for any single box. */
export function paper({ size, pictures, removed }: Xray): string {
  if (!size) return '<p class="none">There is no picture of this page.</p>';
  let left = MAX_BOXES;
  // The least important lie lowest.
  const boxes = removed.map((each, index) => {
    left -= each.boxes.length;
    return each.boxes.length === 0 || left < 0 ? '' : boxesOf(each, index + 1, size);
  });
  return `<svg viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="Picture of the page">${pictures.map(picture).join('')}${boxes.reverse().join('')}</svg>`;
}

function picture({ mimeType, data, area }: XrayPicture): string {
  const source = `data:${mimeType};base64,${Buffer.from(data).toString('base64')}`;
  return `<image x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}" preserveAspectRatio="none" href="${source}"/>`;
}

/** All places of one removal are one link to its entry in the list; its number stands at the first. */
function boxesOf({ kind, text, boxes }: Removed, number: number, size: { width: number; height: number }): string {
  const { name = '', tag: word = '' } = KINDS.find((each) => each.kind === kind) ?? {};
  const drawn = boxes.map((box) => within(box, size));
  const rims = drawn.map((box) => rect(box, 'rim')).join('');
  const label = `${number}: ${name}: ${truncate(oneLine(text), 160)}`;
  const first = drawn[0];
  const tag = first ? tagOf(first, `${number} ${word}`.trim(), size) : '';
  return `<a class="${kind}" id="box-${number}" href="#item-${number}" aria-label="${shown(label)}">${rims}${drawn.map((box) => rect(box, '')).join('')}${tag}<title>${shown(label)}</title></a>`;
}

function rect({ x, y, width, height }: Rect, name: string): string {
  const [a, b, c, d] = [x, y, width, height].map((value) => Math.round(value * 10) / 10);
  return `<rect${name && ` class="${name}"`} x="${a}" y="${b}" width="${c}" height="${d}" rx="3"/>`;
}

/** At the left of its box where there is room, so that it covers no line above; else over the corner. */
function tagOf({ x, y }: Rect, words: string, size: { width: number; height: number }): string {
  const width = words.length * LETTER_PX + 10;
  const isBeside = x > width + GAP_PX;
  const left = isBeside
    ? Math.round(x) - width - GAP_PX
    : Math.min(Math.max(0, Math.round(x)), Math.max(0, size.width - width));
  const top = Math.max(0, Math.round(y) - (isBeside ? 0 : TAG_PX - 2));
  return `<rect class="tag" x="${left}" y="${top}" width="${width}" height="${TAG_PX}" rx="4"/><text x="${left + 5}" y="${top + 14}">${words}</text>`;
}

function within({ x, y, width, height }: Rect, size: { width: number; height: number }): Rect {
  const wide = Math.max(width, LEAST_PX);
  const high = Math.max(height, LEAST_PX);
  const left = Math.max(0, x - (wide - width) / 2);
  const top = Math.max(0, y - (high - height) / 2);
  return { x: left, y: top, width: Math.min(wide, size.width - left), height: Math.min(high, size.height - top) };
}
