import type { CdpSession } from '../../browser/cdp/session.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { selectorOf } from '../../visibility/rendered/selector.ts';
import { NODE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import type { FrameRules } from '../see/frame-sheets.ts';

/** Elements in components, by the browser's own number: no style sheet of the document reaches them. */
export interface Unreached {
  readonly hide: ReadonlySet<number>;
  readonly keep: ReadonlySet<number>;
}

const MAX_UNREACHED = 500;
/** Chrome holds every element against every rule; what is beyond is found when the file is read. */
const MAX_RULES = 2_000;

/**
 * Keeps text that nobody sees out of what is printed: on paper it would lie there for every program that reads the
 * file, clear glyphs included. Nothing moves. The ground that such a text may stand on goes with it; what is seen
 * inside of its element stays. Gives back what no style sheet reaches.
 */
export function unseenAway({ models, verdicts }: Classified, rules: FrameRules): Unreached {
  const unreached = { hide: new Set<number>(), keep: new Set<number>() };
  for (const [session, documents] of models.entries()) {
    for (const [index, model] of documents.entries()) {
      const own = verdicts.filter((each) => each.session === session && each.document === index);
      const shown = new Set(own.filter(({ label }) => label === 'visible').map((each) => inkNode(model, each)));
      const unseen = new Set(own.filter(({ label }) => label !== 'visible').map((each) => inkNode(model, each)));
      const gone = new Set([...unseen].filter((node) => !shown.has(node)));
      if (gone.size === 0) continue;
      const kept = [...gone].flatMap((node) => keptIn(model, node, gone));
      rules.add(model.document, visibility('hidden', selectorsOf(model, gone)));
      rules.add(model.document, visibility('visible', selectorsOf(model, kept)));
      if (session !== 0) continue;
      for (const node of gone) if (isInComponent(model, node)) unreached.hide.add(model.document.backendNodeId(node));
      for (const node of kept) if (isInComponent(model, node)) unreached.keep.add(model.document.backendNodeId(node));
    }
  }
  return unreached;
}

function isInComponent({ document }: DocumentModel, node: number): boolean {
  return document.pseudoOf(node) === null && selectorOf(document, node) === null;
}

/**
 * The same for what stands in components. It is written into the page itself, so only in a page that is closed after
 * it and whose scripts are off.
 */
export async function unreachedAway(
  session: CdpSession,
  { hide, keep }: Unreached,
  signal: AbortSignal,
): Promise<void> {
  const all = [...[...hide].map((id) => [id, 'hidden'] as const), ...[...keep].map((id) => [id, 'visible'] as const)];
  const wanted = all.slice(0, MAX_UNREACHED);
  if (wanted.length === 0) return;
  const backendNodeIds = wanted.map(([id]) => id);
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds }, { signal });
  for (const [index, [, value]] of wanted.entries()) {
    const nodeId = nodeIds[index] ?? 0;
    if (nodeId === 0) continue;
    const { attributes } = await session.send('DOM.getAttributes', { nodeId }, { signal });
    const at = attributes.findIndex((name, position) => position % 2 === 0 && name === 'style');
    const style = `${at < 0 ? '' : `${attributes[at + 1] ?? ''};`}visibility:${value}!important`;
    await session.send('DOM.setAttributeValue', { nodeId, name: 'style', value: style }, { signal });
  }
}

/** The element, or the generated part of one, whose style gives a text its ink. */
function inkNode({ document }: DocumentModel, { styleBox, node, kind }: TextVerdict): number {
  return kind === 'text' && styleBox >= 0 ? document.nodeOf(styleBox) : node;
}

/** Children that would go with their parent, though they were to be seen. */
function keptIn(model: DocumentModel, node: number, gone: ReadonlySet<number>): number[] {
  const { document } = model;
  const kept: number[] = [];
  const last = document.lastNode[node] ?? node;
  for (let child = node + 1; child <= last; child = (document.lastNode[child] ?? child) + 1) {
    if (document.nodeType(child) !== NODE.element || gone.has(child)) continue;
    if (model.style(document.boxOf(child))?.visible !== false) kept.push(child);
  }
  return kept;
}

function selectorsOf({ document }: DocumentModel, nodes: Iterable<number>): string[] {
  const selectors: string[] = [];
  for (const node of nodes) {
    if (selectors.length >= MAX_RULES) break;
    const pseudo = document.pseudoOf(node);
    const selector = selectorOf(document, pseudo === null ? node : document.parentNode(node));
    if (selector !== null) selectors.push(pseudo === null ? selector : `${selector}::${pseudo}`);
  }
  return selectors;
}

/** One rule for each: a selector that Chrome does not know would take its whole list with it. */
function visibility(value: string, selectors: readonly string[]): string {
  return selectors.map((selector) => `${selector}{visibility:${value}!important}`).join('');
}
