import type { Classified } from './classified.ts';
import { doubt } from './doubt-pseudos.ts';
import type { DocumentModel } from './model.ts';
import { NONE, type SnapshotDocument } from './snapshot.ts';
import type { TextVerdict } from './verdict.ts';

/** What keeps a text shut, and whether that is certain: if not, pictures show it. */
interface Shut {
  readonly reason: string;
  readonly certain: boolean;
}

/** Boxes that can be laid out without their content, which `content-visibility` needs; in others it does nothing. */
const CONTAINING = /^(?:block|flow-root|flex|grid|list-item|inline-block|inline-flex|inline-grid)$/u;

/**
 * Content that is kept from being painted has boxes like any other once a script has asked for its size: closed
 * details, `content-visibility: hidden`, `hidden=until-found`. It is shut whatever else hides it, just as if it had no
 * boxes. `opensDetails`: a sheet may style `::details-content`, so that only pictures tell.
 * Gives the verdicts that wait for pictures, for `settleClosed`.
 */
export function judgeClosed({ models, verdicts }: Classified, opensDetails: boolean): ReadonlyMap<TextVerdict, string> {
  const doubtful = new Map<TextVerdict, string>();
  const shutters = new Map(models.flat().map((model) => [model, shutterOf(model, opensDetails)]));
  for (const verdict of verdicts) {
    const model = models[verdict.session]?.[verdict.document];
    const shut = model && shutters.get(model)?.(verdict);
    if (!shut) continue;
    if (shut.certain) {
      verdict.label = 'hidden';
      verdict.reason = shut.reason;
    } else {
      doubtful.set(verdict, shut.reason);
      doubt(verdict, shut.reason);
    }
  }
  return doubtful;
}

/** Says of what pictures do not show that it is closed: a person who opens it may see it. */
export function settleClosed(doubtful: ReadonlyMap<TextVerdict, string>): void {
  for (const [verdict, reason] of doubtful) {
    if (verdict.label === 'hidden' && verdict.reason.startsWith('not painted')) verdict.reason = reason;
  }
}

/** Null for a document, as most are, in which nothing can be shut. */
function shutterOf(model: DocumentModel, opensDetails: boolean): ((verdict: TextVerdict) => Shut | null) | null {
  const { document } = model;
  const hiding = new Map<number, Shut>();
  for (let box = 0; box < document.boxCount; box++) {
    const style = model.style(box);
    if (style?.raw('content-visibility') !== 'hidden') continue;
    const certain = CONTAINING.test(style.display) && document.isMain(box);
    hiding.set(box, { reason: 'content-visibility:hidden', certain });
  }
  const details = new Set<number>();
  for (let node = 0; node < document.nodeCount; node++) if (isShutDetails(document, node)) details.add(node);
  if (hiding.size === 0 && details.size === 0) return null;
  return ({ node, box }) => byBoxes(document, box, hiding) ?? byDetails(document, node, details, !opensDetails);
}

/** Boxes follow slots, which nodes do not. What hides its content does not hide itself: the value of a control. */
function byBoxes(document: SnapshotDocument, box: number, hiding: ReadonlyMap<number, Shut>): Shut | null {
  if (hiding.size === 0 || box === NONE) return null;
  let found: Shut | null = null;
  for (let up = document.parent(box); up !== NONE; up = document.parent(up)) {
    const shut = hiding.get(up);
    if (shut?.certain) return shut;
    found ??= shut ?? null;
  }
  return found;
}

function byDetails(
  document: SnapshotDocument,
  node: number,
  details: ReadonlySet<number>,
  certain: boolean,
): Shut | null {
  if (details.size === 0) return null;
  let below = node;
  for (let up = document.parentNode(node); up >= 0; up = document.parentNode(up)) {
    if (details.has(up) && below !== summaryOf(document, up)) return { reason: 'closed details', certain };
    below = up;
  }
  return null;
}

function isShutDetails(document: SnapshotDocument, node: number): boolean {
  return document.nodeName(node) === 'DETAILS' && document.attribute(node, 'open') === null;
}

function summaryOf(document: SnapshotDocument, details: number): number {
  for (let node = details + 1; node <= (document.lastNode[details] ?? details); node++) {
    if (document.parentNode(node) === details && document.nodeName(node) === 'SUMMARY') return node;
  }
  return NONE;
}
