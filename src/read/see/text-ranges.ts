import type { CommandTarget } from '../../browser/cdp/session.ts';
import { createWorld } from '../../browser/isolated-world.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { NODE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import type { Word } from '../../visibility/rendered/words.ts';

const TIMEOUT_MS = 2_000;

const PATTERNS = { words: '\\S+', letters: '[\\p{L}\\p{N}]' } as const;

const SCRIPT = `function (from, to, source) {
  const found = [];
  const view = this.ownerDocument.defaultView;
  const pattern = new RegExp(source, 'gu');
  pattern.lastIndex = from;
  for (let match = pattern.exec(this.data); match && match.index < to; match = pattern.exec(this.data)) {
    const range = this.ownerDocument.createRange();
    range.setStart(this, match.index);
    range.setEnd(this, Math.min(match.index + match[0].length, to));
    const { x, y, width, height } = range.getBoundingClientRect();
    found.push([match.index, match[0].length, x + view.scrollX, y + view.scrollY, width, height]);
  }
  return found;
}`;

/** Asks in isolated worlds where the words or letters of text nodes stand; about 2 ms a text. For use in the hold. */
export class TextRanges {
  readonly #classified: Classified;
  readonly #sessions: readonly CommandTarget[];
  readonly #worlds = new Map<string, Promise<number>>();

  constructor(classified: Classified, sessions: readonly CommandTarget[]) {
    this.#classified = classified;
    this.#sessions = sessions;
  }

  /** In pixels of the document; null for generated text, or when the browser does not say. */
  async of(verdict: TextVerdict, unit: keyof typeof PATTERNS): Promise<readonly Word[] | null> {
    const session = this.#sessions[verdict.session];
    const document = this.#classified.models[verdict.session]?.[verdict.document]?.document;
    if (!session || !document || document.nodeType(verdict.node) !== NODE.text) return null;
    if (document.layoutText(verdict.box).length !== document.nodeValue(verdict.node).length) return null;
    try {
      const frameId = document.string(document.raw.frameId);
      const executionContextId = await this.#world(session, frameId);
      const limits = { timeoutMs: TIMEOUT_MS };
      const backendNodeId = document.backendNodeId(verdict.node);
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId }, limits);
      if (object.objectId === undefined) return null;
      const { start, length } = verdict;
      const { result } = await session.send(
        'Runtime.callFunctionOn',
        {
          objectId: object.objectId,
          functionDeclaration: SCRIPT,
          arguments: [{ value: start }, { value: start + length }, { value: PATTERNS[unit] }],
          returnByValue: true,
        },
        limits,
      );
      return readRows(result.value);
    } catch {
      return null;
    }
  }

  #world(session: CommandTarget, frameId: string): Promise<number> {
    let world = this.#worlds.get(frameId);
    if (!world) {
      world = createWorld(session, frameId);
      this.#worlds.set(frameId, world);
    }
    return world;
  }
}

function readRows(value: unknown): Word[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((row: unknown) => {
    if (!Array.isArray(row) || !row.every((each) => typeof each === 'number')) return [];
    const [start = 0, length = 0, x = 0, y = 0, width = 0, height = 0] = row;
    return [{ start, length, rect: { x, y, width, height } }];
  });
}
