import { type Block, blockAt } from '../rank/blocks.ts';
import { cutWithin } from '../rank/cut.ts';
import type { PageText } from './page-text.ts';
import { type Repaired, repairedSlice } from './repair.ts';
import { textCost } from './tokens.ts';

/** A stretch of the text that fits, as UTF-16 indexes, and the text to show for it. */
export interface Slice extends Repaired {
  readonly start: number;
  readonly end: number;
}

/** No page packs more into a token than this, white space of code included; bounds the work of one window. */
const MAX_CHARACTERS_PER_TOKEN = 16;
/** A window under this share of its budget would rather cut into the next block than stay so small. */
const WORTH_CUTTING_BELOW = 0.6;

/**
 * The longest stretch from `start`, not beyond `limit`, whose text costs at most `budget` tokens: whole blocks where
 * they fill the window well, else the next block is cut at its best place. At least one code point is always taken, so
 * that reading on always ends; only that one may cost more than a budget of almost nothing.
 */
export function fitWindow(page: PageText, start: number, limit: number, budget: number): Slice {
  const stop = Math.min(limit, page.text.length);
  const whole = wholeBlocks(page, start, stop, budget);
  let end = whole.end;
  if (end < stop && whole.cost < budget * WORTH_CUTTING_BELOW) {
    end = Math.max(end, intoBlock(page, start, end, stop, budget));
  }
  return shrink(page, start, stop, end, budget);
}

interface Whole {
  readonly end: number;
  readonly cost: number;
}

function wholeBlocks(page: PageText, start: number, stop: number, budget: number): Whole {
  const reach = start + budget * MAX_CHARACTERS_PER_TOKEN;
  let end = start;
  let cost = 0;
  /** Where a heading that would stand last begins: it belongs to the text after it. */
  let orphan: Whole | null = null;
  for (let i = blockAt(page.blocks, start); i < page.blocks.length && end < stop; i++) {
    const block = page.blocks[i];
    if (!block || block.start >= stop) break;
    const next = Math.min(page.blocks[i + 1]?.start ?? page.text.length, stop);
    if (next > reach) break;
    const more = textCost(page.text.slice(end, next));
    if (cost + more > budget) break;
    orphan = block.kind === 'heading' ? (orphan ?? { end, cost }) : null;
    end = next;
    cost += more;
  }
  if (end < stop && orphan && orphan.end > start) return orphan;
  return { end, cost };
}

/** The furthest good cut inside the block that follows `from` (binary search over the length). */
function intoBlock(page: PageText, start: number, from: number, stop: number, budget: number): number {
  const block = firstLargeBlock(page, from);
  if (!block) return from;
  let low = from;
  let high = Math.min(stop, block.end, start + budget * MAX_CHARACTERS_PER_TOKEN);
  let best = from;
  while (high - low > 1) {
    const middle = (low + high + 1) >> 1;
    const floor = Math.max(from, block.start);
    const cut = outsideTag(page, Math.min(cutWithin(page.text, block, floor, Math.max(middle, floor + 2)), stop));
    if (cut > middle || textCost(repairedSlice(page, start, cut, budget).text) > budget) high = middle - 1;
    else {
      best = Math.max(best, cut);
      low = middle;
    }
  }
  return best;
}

/** The block at `from`, or the one after a heading that stands there. */
function firstLargeBlock(page: PageText, from: number): Block | undefined {
  const position = blockAt(page.blocks, from);
  const block = page.blocks[position];
  const next = page.blocks[position + 1];
  return block?.kind === 'heading' && next && block.end - block.start < 500 ? next : block;
}

/** Counts by parts are estimates: the sum is checked, and the end moved back until it holds. */
function shrink(page: PageText, start: number, stop: number, planned: number, budget: number): Slice {
  let end = Math.min(stop, Math.max(planned, oneCharacter(page.text, start)));
  for (;;) {
    const repaired = repairedSlice(page, start, end, budget);
    const cost = textCost(repaired.text);
    if (cost <= budget || end <= oneCharacter(page.text, start)) return { start, end, ...repaired };
    end = shorter(page, start, end, budget / cost);
  }
}

function shorter(page: PageText, start: number, end: number, share: number): number {
  const target = start + Math.max(1, Math.floor((end - start) * Math.min(0.97, share)));
  const block = page.blocks[blockAt(page.blocks, target)];
  const from = Math.max(start, block?.start ?? start);
  const cut = block && target - from >= 2 ? cutWithin(page.text, block, from, target) : target;
  const safe = outsideTag(page, cut < end && cut > start ? cut : target);
  return safe > start && safe < end && !splitsPair(page.text, safe)
    ? safe
    : Math.max(oneCharacter(page.text, start), safe - 1);
}

/** A start that a caller made up, moved to where the fence, table head or tag begins that it points into. */
export function snapStart(page: PageText, start: number): number {
  const block = page.blocks[blockAt(page.blocks, start)];
  const inHead = block && block.start < start && start < block.bodyStart && page.format === 'markdown';
  const index = inHead ? block.start : outsideTag(page, start);
  return splitsPair(page.text, index) ? index - 1 : index;
}

const MAX_ENTITY = 8;

/** In HTML, a place inside a tag or an entity is moved to before it. */
function outsideTag(page: PageText, index: number): number {
  if (page.format !== 'html') return index;
  const tag = page.text.lastIndexOf('<', index - 1);
  if (tag >= 0 && tag > page.text.lastIndexOf('>', index - 1)) return tag;
  const entity = page.text.lastIndexOf('&', index - 1);
  return entity >= 0 && index - entity < MAX_ENTITY && !page.text.slice(entity, index).includes(';') ? entity : index;
}

function splitsPair(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));
}

function oneCharacter(text: string, start: number): number {
  return Math.min(text.length, start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1));
}
