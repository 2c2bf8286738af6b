import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { ReadResult } from '../result.ts';
import { KeptWords, missingFrom } from './kept-words.ts';
import type { PlateOfPage } from './take-xray.ts';
import { REMOVED_CLASSES, type Removed, type Xray } from './xray.ts';

const CHARACTERS: ReadonlySet<string> = new Set(['zero_width', 'bidi', 'tag', 'variation']);
/** Text pieces times letters of Markdown that are compared: about a second. */
const MAX_COMPARED = 1_000_000_000;
/** Lines further apart are not one thing that was left out. */
const GAP_PX = 40;
const MAX_GROUP = 400;

/** Puts together what the look, the reading and the cleaning each took out. `markdown` is the whole text. */
export function composeXray(read: ReadResult, markdown: string, plate: PlateOfPage | null): Xray {
  const notes = [...(plate?.notes ?? [])];
  const removed: Removed[] = [...(plate?.removed ?? []), ...charactersIn(read)];
  if (plate && plate.visible.length * markdown.length > MAX_COMPARED) {
    notes.push('The page is too long to mark what is visible and not in the text.');
  } else if (plate) removed.push(...leftOut(plate.visible, new KeptWords(markdown)));
  if (!plate) notes.push('There is no picture: no page was obtained that a browser lays out.');
  removed.sort((a, b) => REMOVED_CLASSES.indexOf(a.kind) - REMOVED_CLASSES.indexOf(b.kind));
  return { read, markdown, size: plate?.size ?? null, pictures: plate?.pictures ?? [], removed, notes };
}

/** Characters that no reader sees, taken out of text that stays. */
function charactersIn({ threats }: ReadResult): Removed[] {
  return threats
    .filter(({ type }) => CHARACTERS.has(type))
    .map(({ reason, excerpt, location }) => ({ kind: 'characters', reason, text: excerpt, location, boxes: [] }));
}

interface VisibleText {
  readonly text: string;
  readonly boxes: readonly Rect[];
}

/** What a person sees and the model does not get: menus, footers and the like. Neighbours are one entry. */
function leftOut(visible: readonly VisibleText[], kept: KeptWords): Removed[] {
  const order = new Map(visible.map((piece, index) => [piece, index]));
  const groups: VisibleText[][] = [];
  for (const piece of missingFrom(visible, kept)) {
    const group = groups.at(-1);
    if (group && continues(group, piece, order)) group.push(piece);
    else groups.push([piece]);
  }
  return groups.map((group) => ({
    kind: 'left_out',
    reason: 'seen by visitors, but not part of the content',
    text: group.map(({ text }) => text.trim()).join(' · '),
    location: '',
    boxes: group.flatMap(({ boxes }) => boxes),
  }));
}

function continues(group: readonly VisibleText[], next: VisibleText, order: ReadonlyMap<VisibleText, number>): boolean {
  const last = group.at(-1);
  if (!last || order.get(next) !== (order.get(last) ?? 0) + 1) return false;
  const [a, b] = [last.boxes.at(-1), next.boxes[0]];
  if (!a || !b || Math.abs(b.y - a.y - a.height) > GAP_PX) return a === b;
  return group.reduce((sum, { text }) => sum + text.length, 0) < MAX_GROUP;
}
