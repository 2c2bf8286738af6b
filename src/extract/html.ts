import { oneLine } from '../base/text.ts';
import { select } from '../html/select.ts';
import { createElement, createText, type HtmlElement, type HtmlRoot, textContent } from '../html/tree.ts';
import type { Extraction, ExtractOptions, Metadata, Removal } from './extraction.ts';
import { bodyFromJsonLd, type DataBody, embeddedDataNote } from './json-ld-body.ts';
import { bodyOf, chooseContent } from './main/choose.ts';
import { baseUrlOf } from './markdown/links.ts';
import { writeMarkdown } from './markdown/write.ts';
import { collectMetadata } from './metadata/collect.ts';

/**
 * A parsed page, hidden text already taken out, as Markdown and facts. Changes the tree. Throws a SyntaxError for a
 * selector that cannot be parsed.
 */
export function extractHtml(document: HtmlRoot, options: ExtractOptions): Extraction {
  const { title, ...metadata } = collectMetadata(document, options.url);
  const body =
    options.selector === null ? bodyFromJsonLd(document, oneLine(textContent(bodyOf(document))).length) : null;
  const embedded = embeddedDataNote(document);
  const selection = body === null ? chooseNodes(document, options) : dataSelection(body);
  const written = writeMarkdown(selection.nodes, {
    baseUrl: baseUrlOf(document, options.url),
    pageUrl: options.url,
    includeLinks: options.includeLinks,
    includeImages: options.includeImages,
  });
  return {
    kind: 'html',
    title: body?.title ?? title,
    markdown: written.markdown,
    metadata: body === null ? metadata : dataMetadata(metadata, body),
    removals: selection.removals,
    mode: selection.mode,
    notes: [...written.notes, ...selection.notes, ...(embedded === null ? [] : [embedded])],
    linksOmitted: written.linksOmitted,
  };
}

interface Selection {
  readonly nodes: readonly HtmlElement[];
  readonly mode: string;
  readonly removals: readonly Removal[];
  readonly notes: readonly string[];
}

function chooseNodes(document: HtmlRoot, options: ExtractOptions): Selection {
  const whole = { removals: [], notes: [] };
  if (options.selector !== null) return { ...whole, nodes: select(document, options.selector), mode: 'selector' };
  if (options.wholePage) return { ...whole, nodes: [bodyOf(document)], mode: 'page' };
  const choice = chooseContent(document, { url: options.url });
  const mode = choice.evidence.length > 0 ? `${choice.mode}: ${choice.evidence.join(', ')}` : choice.mode;
  return { nodes: choice.nodes, mode, removals: choice.removals, notes: [] };
}

/** The article a page carries only as data; next to nothing of it is to be seen, and the notes say so. */
function dataSelection({ paragraphs }: DataBody): Selection {
  return {
    nodes: paragraphs.map((paragraph) => createElement('p', {}, [createText(paragraph)])),
    mode: 'data',
    removals: [],
    notes: ['source: json-ld; the page itself shows next to no text without scripts, so this is what its data says'],
  };
}

function dataMetadata(metadata: Metadata, body: DataBody): Metadata {
  return {
    ...metadata,
    author: body.author ?? metadata.author,
    published: body.published ?? metadata.published,
  };
}
