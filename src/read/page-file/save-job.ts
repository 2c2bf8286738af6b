import { baseUrlOf } from '../../extract/markdown/links.ts';
import { select } from '../../html/select.ts';
import type { HtmlNode, HtmlRoot } from '../../html/tree.ts';
import { Cleaner } from '../clean.ts';
import type { PageJob } from '../page-job.ts';
import { bodyOf } from '../read-html.ts';
import { unpackSight } from '../see/packed-sight.ts';
import { seenRendered } from '../see/read-rendered.ts';
import { type SavedPage, writeSaved } from './write-saved.ts';

/** What the worker is given to make a file of a page that was seen. */
export interface SaveJob {
  readonly page: PageJob;
  readonly title: string;
  readonly language: string | null;
  readonly takenAt: string;
  readonly images: ReadonlyMap<string, string>;
  readonly maxBytes: number;
}

export type SaveOutcome =
  | ({
      readonly type: 'saved';
      /** Pieces of text that were taken out, by what they are. */
      readonly removed: Readonly<Record<'hidden' | 'collapsed' | 'overlay' | 'unproven' | 'frame', number>>;
    } & Omit<SavedPage, 'html'> & { readonly file: Uint8Array })
  | { readonly type: 'too large' }
  | { readonly type: 'bad_selector' }
  /** The selector matches nothing that is seen. */
  | { readonly type: 'nothing' }
  /** The browser laid nothing out: a text or data that it only displays. */
  | { readonly type: 'not a page' };

/** Makes the file: the whole work of the worker. */
export function answerSave(job: SaveJob): SaveOutcome {
  const { page, title, language, takenAt, images, maxBytes } = job;
  if (page.page.sight === null) return { type: 'not a page' };
  const rendered = unpackSight(page.page.sight);
  const { findings, leftOut } = seenRendered(rendered, page.options);
  const baseUrl = baseUrlOf(rendered.root, page.baseUrl);
  let nodes: readonly HtmlNode[];
  try {
    nodes = nodesOf(rendered.root, page.options.selector);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { type: 'bad_selector' };
    throw thrown;
  }
  if (nodes.length === 0) return { type: 'nothing' };
  const cleaner = new Cleaner();
  const facts = { title, language, takenAt, images, baseUrl, url: page.page.url, maxCharacters: maxBytes };
  const saved = writeSaved(nodes, facts, cleaner);
  const file = saved && new Uint8Array(Buffer.from(saved.html));
  if (!file || file.byteLength > maxBytes) return { type: 'too large' };
  const gone = (what: string) => rendered.removals.filter((removal) => removal.what === what).length;
  return {
    type: 'saved',
    file,
    images: saved.images,
    removed: {
      hidden: findings.length + cleaner.findings.length,
      collapsed: leftOut.length,
      overlay: gone('overlay'),
      unproven: gone('unproven'),
      frame: gone('frame'),
    },
  };
}

/** Of matches in one another the outer ones. */
function nodesOf(root: HtmlRoot, selector: string | null): readonly HtmlNode[] {
  if (selector === null) return bodyOf(root).children;
  const all = new Set<unknown>(select(root, selector));
  return select(root, selector).filter((element) => {
    for (let node = element.parent; node; node = node.parent) if (all.has(node)) return false;
    return true;
  });
}
