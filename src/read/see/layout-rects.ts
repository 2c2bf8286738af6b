import type { CommandTarget } from '../../browser/cdp/session.ts';
import { createWorld } from '../../browser/isolated-world.ts';
import type { Snapshot } from '../../browser/snapshot.ts';
import { initialStyle } from '../../visibility/rendered/styles-in-use.ts';

/** The style to capture beside the others, from which rectangles of most boxes follow. */
export const BORDER_STYLE = 'border-width';

/** Boxes and documents whose rectangles are asked for one by one; with more of them a whole capture is cheaper. */
const MAX_ASKED = 400;
const MAX_DOCUMENTS = 8;
const TIMEOUT_MS = 5_000;
const FRAMES: ReadonlySet<string> = new Set(['IFRAME', 'FRAME', 'OBJECT', 'EMBED']);
const SCROLLS = /auto|scroll|overlay/u;

const SCRIPT = `function (...elements) {
  return elements.map((e) => [
    e.offsetLeft, e.offsetTop, e.offsetWidth, e.offsetHeight, e.clientLeft, e.clientTop, e.clientWidth, e.clientHeight,
    e.scrollLeft, e.scrollTop, e.scrollWidth, e.scrollHeight].map((value) => value || 0));
}`;

type Rows = number[][];

interface Rects {
  readonly offsetRects: Rows;
  readonly clientRects: Rows;
  readonly scrollRects: Rows;
}

interface Asked {
  readonly box: number;
  readonly backendNodeId: number;
}

/**
 * Adds the offset, client and scroll rectangles to a snapshot that was taken without them. Of boxes that neither clip
 * nor scroll they follow from bounds and borders; the others are asked for, in an isolated world. Null when there are
 * too many of those, or when the browser does not say. For use in the hold.
 */
export async function withRects(session: CommandTarget, snapshot: Snapshot): Promise<Snapshot | null> {
  if (snapshot.documents.length > MAX_DOCUMENTS || !snapshot.styleNames.includes(BORDER_STYLE)) return null;
  const derived = snapshot.documents.map((_, index) => deriveRects(snapshot, index));
  if (derived.reduce((sum, { asked }) => sum + asked.length, 0) > MAX_ASKED) return null;
  try {
    await Promise.all(
      derived.map(({ rects, asked }, index) => {
        const frameId = snapshot.strings[snapshot.documents[index]?.frameId ?? -1] ?? '';
        return askRects(session, frameId, asked, rects);
      }),
    );
  } catch {
    return null;
  }
  return {
    ...snapshot,
    documents: snapshot.documents.map((document, index) => ({
      ...document,
      layout: { ...document.layout, ...derived[index]?.rects },
    })),
  };
}

/** The rectangles that follow from bounds, and the boxes whose rectangles do not. */
function deriveRects(snapshot: Snapshot, index: number): { rects: Rects; asked: Asked[] } {
  const rects: Rects = { offsetRects: [], clientRects: [], scrollRects: [] };
  const asked: Asked[] = [];
  const document = snapshot.documents[index];
  if (!document) return { rects, asked };
  const { nodes, layout } = document;
  const styles = new BoxStyles(snapshot, index);
  const known = new Set<number>();
  for (const [box, node] of layout.nodeIndex.entries()) {
    const isMain = nodes.nodeType?.[node] === 1 && !known.has(node);
    known.add(node);
    const borders = isMain ? bordersOf(styles.of(box, BORDER_STYLE)) : null;
    const name = snapshot.strings[nodes.nodeName?.[node] ?? -1] ?? '';
    if (isMain && isAsked(name, styles, box, borders !== null)) {
      asked.push({ box, backendNodeId: nodes.backendNodeId?.[node] ?? 0 });
    }
    const [x = 0, y = 0, width = 0, height = 0] = layout.bounds[box] ?? [];
    const [top = 0, right = 0, bottom = 0, left = 0] = borders ?? [];
    const inside = [left, top, Math.max(0, width - left - right), Math.max(0, height - top - bottom)];
    rects.offsetRects.push(isMain ? [x, y, width, height] : []);
    rects.clientRects.push(isMain ? inside : []);
    rects.scrollRects.push([]);
  }
  return { rects, asked };
}

/** The computed styles of the boxes of one document; what was not captured is at its initial value. */
class BoxStyles {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #rows: readonly (readonly number[])[];
  readonly #strings: readonly string[];

  constructor({ documents, strings, styleNames }: Snapshot, index: number) {
    this.#columns = new Map(styleNames.map((name, column) => [name, column]));
    this.#rows = documents[index]?.layout.styles ?? [];
    this.#strings = strings;
  }

  of(box: number, name: string): string {
    const column = this.#columns.get(name);
    return column === undefined ? initialStyle(name) : (this.#strings[this.#rows[box]?.[column] ?? -1] ?? '');
  }
}

/** What stands in the window of a scroll pane, or of a bordered box that clips and may be turned, bounds do not say. */
function isAsked(name: string, styles: BoxStyles, box: number, bordered: boolean): boolean {
  if (name === 'HTML' || FRAMES.has(name)) return true;
  const overflow = styles.of(box, 'overflow-x') + styles.of(box, 'overflow-y');
  if (SCROLLS.test(overflow)) return true;
  const clips =
    overflow !== 'visiblevisible' ||
    styles.of(box, 'contain') !== 'none' ||
    styles.of(box, 'content-visibility') !== 'visible';
  return bordered && clips;
}

/** Top, right, bottom, left in pixels; null for none. */
function bordersOf(value: string): number[] | null {
  if (value === '0px' || value === '') return null;
  const [top = 0, right = top, bottom = top, left = right] = value.split(' ').map(Number.parseFloat);
  return [top, right, bottom, left].map((width) => width || 0);
}

async function askRects(session: CommandTarget, frameId: string, asked: readonly Asked[], rects: Rects): Promise<void> {
  if (asked.length === 0) return;
  const options = { timeoutMs: TIMEOUT_MS };
  const executionContextId = await createWorld(session, frameId, options);
  const objects = await Promise.all(
    asked.map(({ backendNodeId }) => session.send('DOM.resolveNode', { backendNodeId, executionContextId }, options)),
  );
  const ids = objects.map(({ object }) => ({ objectId: object.objectId ?? '' }));
  const { result } = await session.send(
    'Runtime.callFunctionOn',
    { executionContextId, functionDeclaration: SCRIPT, arguments: ids, returnByValue: true },
    options,
  );
  const rows: unknown = result.value;
  if (!Array.isArray(rows) || rows.length !== asked.length) throw new TypeError('no rectangles');
  asked.forEach(({ box }, index) => {
    const row: unknown = rows[index];
    if (!Array.isArray(row) || !row.every((value) => typeof value === 'number')) throw new TypeError('no rectangles');
    rects.offsetRects[box] = row.slice(0, 4);
    rects.clientRects[box] = row.slice(4, 8);
    rects.scrollRects[box] = row.slice(8, 12);
  });
}
