import type { CommandTarget } from '../../browser/cdp/session.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import type { SnapshotDocument } from '../../visibility/rendered/snapshot.ts';
import type { UnseenMarkup } from '../../visibility/rendered/tree-from-snapshot.ts';

const MAX_TEMPLATES = 100;
const MAX_HOSTS = 100;
const MAX_CHARACTERS = 500_000;

/** Asks for what captures leave out: content of templates, and children of components that no slot shows. */
export async function unseenMarkup(
  { models }: Classified,
  sessions: readonly CommandTarget[],
): Promise<readonly UnseenMarkup[]> {
  const asked = models.flatMap((documents, index) => {
    const session = sessions[index];
    return session ? documents.flatMap(({ document }) => inDocument(document, session, index)) : [];
  });
  const found = (await Promise.all(asked)).filter((each) => each !== null);
  let characters = 0;
  return found.filter(({ html }) => {
    characters += html.length;
    return html !== '' && characters < MAX_CHARACTERS;
  });
}

function inDocument(document: SnapshotDocument, session: CommandTarget, index: number): Promise<UnseenMarkup | null>[] {
  const templates: number[] = [];
  const hosts = new Set<number>();
  for (let node = 0; node < document.nodeCount; node++) {
    if (document.nodeName(node) === 'TEMPLATE') templates.push(node);
    const parent = document.parentNode(node);
    if (document.shadowOf(node) !== null && document.shadowOf(parent) === null) hosts.add(parent);
  }
  const captured = new Set(document.raw.nodes.backendNodeId);
  return [
    ...templates.slice(0, MAX_TEMPLATES).map((node) => template(document, session, index, node)),
    ...[...hosts].slice(0, MAX_HOSTS).map((node) => unslotted(session, index, document.backendNodeId(node), captured)),
  ];
}

async function template(
  document: SnapshotDocument,
  session: CommandTarget,
  index: number,
  node: number,
): Promise<UnseenMarkup | null> {
  const backendNodeId = document.backendNodeId(node);
  const html = await outerHtml(session, backendNodeId);
  return html === '' ? null : { session: index, backendNodeId, kind: 'template', html };
}

async function unslotted(
  session: CommandTarget,
  index: number,
  backendNodeId: number,
  captured: ReadonlySet<number>,
): Promise<UnseenMarkup | null> {
  try {
    const { node: host } = await session.send('DOM.describeNode', { backendNodeId, depth: 1 });
    const missing = (host.children ?? []).filter((child) => !captured.has(child.backendNodeId));
    const parts = await Promise.all(missing.map((child) => outerHtml(session, child.backendNodeId)));
    const html = parts.join('').trim();
    return html === '' ? null : { session: index, backendNodeId, kind: 'not slotted', html };
  } catch {
    return null;
  }
}

async function outerHtml(session: CommandTarget, backendNodeId: number): Promise<string> {
  const missing = { outerHTML: '' };
  const { outerHTML: markup } = await session.send('DOM.getOuterHTML', { backendNodeId }).catch(() => missing);
  return markup;
}
