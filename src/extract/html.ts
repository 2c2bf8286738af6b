import { select } from '../html/select.ts';
import { elements, type HtmlElement, type HtmlRoot, textContent } from '../html/tree.ts';
import { EMPTY_METADATA, type Extraction, type ExtractOptions, type Removal } from './extraction.ts';
import { bodyOf, chooseContent } from './main/choose.ts';
import { baseUrlOf } from './markdown/links.ts';
import { writeMarkdown } from './markdown/write.ts';

/**
 * A parsed page, hidden text already taken out, as Markdown and facts. Changes the tree. Throws a SyntaxError for a
 * selector that cannot be parsed.
 */
export function extractHtml(document: HtmlRoot, options: ExtractOptions): Extraction {
  const baseUrl = baseUrlOf(document, options.url);
  const title = titleOf(document);
  const selection = chooseNodes(document, options);
  const written = writeMarkdown(selection.nodes, {
    baseUrl,
    pageUrl: options.url,
    includeLinks: options.includeLinks,
    includeImages: options.includeImages,
  });
  return {
    kind: 'html',
    title,
    markdown: written.markdown,
    metadata: EMPTY_METADATA,
    removals: selection.removals,
    mode: selection.mode,
    notes: written.notes,
    linksOmitted: written.linksOmitted,
  };
}

interface Selection {
  readonly nodes: readonly HtmlElement[];
  readonly mode: string;
  readonly removals: readonly Removal[];
}

function chooseNodes(document: HtmlRoot, options: ExtractOptions): Selection {
  if (options.selector !== null) return { nodes: select(document, options.selector), mode: 'selector', removals: [] };
  if (options.wholePage) return { nodes: [bodyOf(document)], mode: 'page', removals: [] };
  const choice = chooseContent(document, { url: options.url });
  const mode = choice.evidence.length > 0 ? `${choice.mode}: ${choice.evidence.join(', ')}` : choice.mode;
  return { nodes: choice.nodes, mode, removals: choice.removals };
}

function titleOf(document: HtmlRoot): string {
  for (const element of elements(document)) {
    if (element.tag === 'title' && element.namespace === 'html')
      return textContent(element).replace(/\s+/gu, ' ').trim();
  }
  return '';
}
