import { matches } from '../../html/select.ts';
import { elements, type HtmlElement, type HtmlRoot, isElement } from '../../html/tree.ts';
import { splitAlternatives } from './alternatives.ts';
import { SITE_TEMPLATES } from './sites/all.ts';
import { checkTemplate, parseInline, type Template, TemplateFault } from './template.ts';
import { compileUrlPattern } from './url-pattern.ts';

const checked = new Map<string, Template>();

/** Names of the templates that come with the program, in the order in which they are tried. */
export function templateNames(): string[] {
  return SITE_TEMPLATES.map(({ name }) => name);
}

/** A template of ours; checked when it is first used. */
export function templateByName(name: string): Template | null {
  const known = checked.get(name);
  if (known) return known;
  const input = SITE_TEMPLATES.find((each) => each.name === name);
  if (!input) return null;
  const template = checkTemplate(input);
  checked.set(name, template);
  return template;
}

/**
 * What a caller asked for: a name, or a template as JSON. @throws TemplateFault with what is wrong with it.
 */
export function askedTemplate(asked: string): Template {
  if (asked.trim().startsWith('{')) return parseInline(asked);
  const template = templateByName(asked.trim());
  if (template) return template;
  throw new TemplateFault(`there is no template of this name; there are ${templateNames().join(', ')}`);
}

/** The template for a page by its address and by what it says about the software that made it; null for none. */
export function templateFor(root: HtmlRoot, url: string): Template | null {
  let page: PageSigns | null = null;
  for (const { name, urls = [], except = [], evidence } of SITE_TEMPLATES) {
    if (!urls.some((pattern) => compileUrlPattern(pattern).matches(url))) continue;
    if (except.some((pattern) => compileUrlPattern(pattern).matches(url))) continue;
    page ??= signsOf(root);
    if (evidence === undefined || speaksFor(evidence, page)) return templateByName(name);
  }
  return null;
}

interface PageSigns {
  readonly metas: ReadonlyMap<string, string>;
  /** Of all elements of the page: what names others need not be looked for. */
  readonly classes: ReadonlySet<string>;
  readonly frames: readonly HtmlElement[];
}

function signsOf(root: HtmlRoot): PageSigns {
  const metas = new Map<string, string>();
  const html = root.children.find((child): child is HtmlElement => isElement(child, 'html'));
  const parts = (html?.children ?? []).filter((child): child is HtmlElement => isElement(child, 'head', 'body'));
  const head = parts.find(({ tag }) => tag === 'head');
  for (const { tag, attributes } of head ? elements(head) : []) {
    const name = attributes.get('name') ?? attributes.get('property');
    if (tag === 'meta' && name) metas.set(name.toLowerCase(), attributes.get('content')?.toLowerCase() ?? '');
  }
  const classes = new Set<string>();
  for (const { attributes } of elements(root)) {
    for (const name of attributes.get('class')?.split(/\s+/u) ?? []) classes.add(name);
  }
  return { metas, classes, frames: [...(html ? [html] : []), ...parts] };
}

function speaksFor(
  evidence: NonNullable<(typeof SITE_TEMPLATES)[number]['evidence']>,
  { metas, classes, frames }: PageSigns,
): boolean {
  if (!('body' in evidence)) return metas.get(evidence.meta)?.startsWith(evidence.starts.toLowerCase()) ?? false;
  const possible = splitAlternatives(evidence.body).filter((each) =>
    classNames(each).every((name) => classes.has(name)),
  );
  return possible.some((selector) => frames.some((frame) => matches(frame, selector)));
}

/** The classes that a selector asks for: evidence has no `:not()`, so that all of them have to be there. */
function classNames(selector: string): string[] {
  const outside = selector.replace(/\[[^\]]*\]/gu, '');
  return [...outside.matchAll(/\.([\w-]+)/gu)].flatMap(([, name]) => name ?? []);
}
