import { codePointLength } from '../base/text.ts';
import { select } from '../html/select.ts';
import {
  createElement,
  createText,
  type HtmlElement,
  type HtmlNode,
  type HtmlRoot,
  textContent,
} from '../html/tree.ts';
import type { Extraction, ExtractOptions, FieldData, Metadata, Removal } from './extraction.ts';
import { bodyFromJsonLd, type DataBody, embeddedDataNote } from './json-ld-body.ts';
import { bodyOf, chooseContent } from './main/choose.ts';
import { factsIn, measure } from './main/facts.ts';
import { baseUrlOf } from './markdown/links.ts';
import { writeMarkdown } from './markdown/write.ts';
import { collectMetadata } from './metadata/collect.ts';
import { applyTemplate } from './template/apply.ts';

/**
 * A parsed page, hidden text already taken out, as Markdown and facts. Changes the tree. Throws a SyntaxError for a
 * selector that cannot be parsed.
 */
export function extractHtml(document: HtmlRoot, options: ExtractOptions): Extraction {
  const baseUrl = baseUrlOf(document, options.url);
  const facts = collectMetadata(document, options.url);
  const selection = chooseNodes(document, options);
  const written = writeMarkdown(selection.nodes, {
    baseUrl,
    pageUrl: options.url,
    includeLinks: options.includeLinks,
    includeImages: options.includeImages,
  });
  const { title, ...metadata } = withData(facts, selection.data);
  const { fields } = selection;
  return {
    kind: 'html',
    title,
    markdown: written.markdown,
    metadata,
    removals: [...selection.removals, ...omittedImages(written.imagesOmitted)],
    mode: selection.mode,
    notes: [...selection.notes, ...written.notes],
    linksOmitted: written.linksOmitted,
    ...(fields && { fields }),
  };
}

/** The facts of a page without its text, for those who take something else from it; `sample` stands in for the text. */
export function extractFacts(document: HtmlRoot, url: string, sample: string): Extraction {
  const { title, ...metadata } = collectMetadata(document, url);
  return { kind: 'html', title, markdown: sample, metadata, removals: [], mode: 'none', notes: [], linksOmitted: 0 };
}

/** A picture is no text; what is lost without it is counted, not measured. */
function omittedImages(count: number): Removal[] {
  const removal: Removal = { what: 'image', step: 'writer', reason: 'pictures were not asked for', characters: 0 };
  return Array.from({ length: count }, () => removal);
}

interface Selection {
  readonly nodes: readonly HtmlNode[];
  readonly mode: string;
  readonly removals: readonly Removal[];
  readonly notes: readonly string[];
  readonly data: DataBody | null;
  readonly fields?: FieldData;
}

function chooseNodes(document: HtmlRoot, options: ExtractOptions): Selection {
  const whole = { removals: [], notes: [], data: null };
  if (options.selector !== null) {
    return { ...whole, nodes: outermost(select(document, options.selector)), mode: 'selector' };
  }
  const template = options.wholePage ? null : (options.template ?? null);
  const templated = template === null ? null : byTemplate(document, template, options);
  if (templated?.nodes) return templated;
  const chosen = chooseMain(document, options);
  return templated ? { ...chosen, notes: [...templated.notes, ...chosen.notes] } : chosen;
}

function chooseMain(document: HtmlRoot, options: ExtractOptions): Selection {
  const whole = { removals: [], notes: [], data: null };
  const body = bodyOf(document);
  const visible = visibleCharacters(body);
  const data = options.ignoresData ? null : bodyFromJsonLd(document, visible);
  const note = data || visible === 0 ? embeddedDataNote(document) : null;
  const notes = note ? [note] : [];
  if (data) return fromData(body, data, notes);
  if (options.wholePage) return { ...whole, nodes: [body], mode: 'page: the whole page', notes };
  const { nodes, mode, evidence, removals } = chooseContent(document);
  return { ...whole, nodes, mode: evidence.length > 0 ? `${mode}: ${evidence.join(', ')}` : mode, removals, notes };
}

/** What a template takes of the page, and how much it leaves; without `nodes` when there is none or it does not match. */
function byTemplate(
  document: HtmlRoot,
  template: string,
  { url, ignoresData = false }: ExtractOptions,
): Selection | { readonly nodes: null; readonly notes: readonly string[] } {
  const { applied, notes } = applyTemplate(document, template, { url, ignoresData, baseUrl: baseUrlOf(document, url) });
  if (!applied) return { nodes: null, notes };
  const { nodes, fields } = applied;
  const taken = nodes.reduce((sum, node) => sum + folded(textContent(node)), 0);
  const left = visibleCharacters(bodyOf(document)) - taken;
  const what = { what: 'boilerplate', step: 'template', reason: 'not named by the template' } as const;
  const removals = left > 0 ? [{ ...what, characters: left }] : [];
  return { nodes, mode: `template ${applied.template}`, removals, notes, data: null, fields };
}

function folded(text: string): number {
  return codePointLength(text.replace(/\s+/gu, ' ').trim());
}

/** Matches that stand in another match are in it already. */
function outermost(matches: readonly HtmlElement[]): HtmlElement[] {
  const all = new Set<unknown>(matches);
  return matches.filter((element) => {
    for (let node = element.parent; node; node = node.parent) if (all.has(node)) return false;
    return true;
  });
}

function visibleCharacters(body: HtmlElement): number {
  return factsIn(measure(body, new Set()), body).characters;
}

/** The article that the page carries as data, written like any other; the little that was to see is left out. */
function fromData(body: HtmlElement, data: DataBody, notes: readonly string[]): Selection {
  const characters = folded(textContent(body));
  const heading = data.title ? [createElement('h1', {}, [createText(data.title)])] : [];
  return {
    nodes: [...heading, ...data.paragraphs.map((text) => createElement('p', {}, [createText(text)]))],
    mode: 'article: source json-ld',
    removals:
      characters === 0
        ? []
        : [{ what: 'boilerplate', step: 'data', reason: 'stand-in of a page that is data', characters }],
    notes: ['source: json-ld', ...notes],
    data,
  };
}

function withData(facts: { title: string } & Metadata, data: DataBody | null): { title: string } & Metadata {
  if (!data) return facts;
  return {
    ...facts,
    title: data.title ?? facts.title,
    author: facts.author ?? data.author,
    published: facts.published ?? data.published,
  };
}
