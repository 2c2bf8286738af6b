import { oneLine } from '../base/text.ts';
import { parseMarkup } from '../html/parse.ts';
import type { HtmlElement, HtmlNode, HtmlRoot } from '../html/tree.ts';
import { textContent } from '../html/tree.ts';
import { LinkedData } from './linked-data.ts';
import { locationOf } from './location.ts';
import { speaksToMachine } from './machine-speech.ts';
import { SCRIPT_TYPES } from './scripts.ts';
import { severityOf } from './severity.ts';
import { shadowTemplate } from './shadow.ts';
import { shownValue } from './shown-value.ts';
import type { Finding, ThreatType } from './sight.ts';

/** Attribute texts from this length on are more than labels (five-systems.md 2.0). */
const LONG_ATTRIBUTE = 125;
/** Shorter comments hold markers and build numbers. */
const LONG_COMMENT = 20;
/** Findings that one page may have before the report is cut; the report itself is far shorter. */
const MAX_FINDINGS = 2000;

/** Attributes whose text a person does not read on the page, with how they are called in the report. */
export const TEXT_ATTRIBUTES = [
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'aria-placeholder',
  'aria-braillelabel',
  'summary',
  'longdesc',
  'label',
  'abbr',
  'placeholder',
  'data-content',
  'data-title',
  'data-tooltip',
  'data-original-title',
  'data-bs-original-title',
  'data-bs-title',
  'data-caption',
  'data-description',
  'data-alt',
] as const;

const META_TEXTS =
  /^(?:description|keywords|abstract|subject|summary|og:description|og:title|og:site_name|application-name|author|citation_author|dc\.creator|twitter:description|twitter:title|dc\.description|dcterms\.description|news_keywords)$/u;

/** Text in places that are not text: attributes, comments, templates, meta, scripts' strings. */
export function findCarriers(root: HtmlRoot): Finding[] {
  const collector = new CarrierCollector(root);
  collector.visit(root);
  return collector.findings;
}

/** Whether an attribute's text is removed and reported: long, or speaking to a machine. */
export function isCarrier(name: string, text: string): boolean {
  if (name === 'placeholder' && text.length < LONG_ATTRIBUTE) return text.length > 12 && speaksToMachine(text);
  return text.length >= LONG_ATTRIBUTE || (text.length > 12 && speaksToMachine(text));
}

class CarrierCollector {
  readonly findings: Finding[] = [];
  readonly #linked: LinkedData;

  constructor(root: HtmlRoot) {
    this.#linked = new LinkedData(root);
  }

  visit(parent: { children: readonly HtmlNode[] }): void {
    for (const node of parent.children) {
      if (node.type === 'comment') this.#comment(node.text, node);
      else if (node.type === 'element') this.#element(node);
    }
  }

  #add(type: ThreatType, reason: string, text: string, node: HtmlNode): void {
    if (this.findings.length >= MAX_FINDINGS) return;
    this.findings.push({
      type,
      reason,
      text,
      severity: severityOf({ type, reason, text }),
      location: locationOf(node),
    });
  }

  #comment(text: string, node: HtmlNode): void {
    const folded = oneLine(text);
    if (folded.length >= LONG_COMMENT && /\p{L}{2}/u.test(folded)) this.#add('hidden_markup', 'comment', folded, node);
  }

  #element(element: HtmlElement): void {
    if (element.attributes.size > 0) this.#attributes(element);
    if (element.tag === 'script') this.#script(element);
    else if (element.tag === 'template' && element.content) this.#template(element);
    else if (element.tag !== 'style') this.visit(element);
  }

  #template(element: HtmlElement): void {
    if (!element.content) return;
    const host = element.parent?.type === 'element' ? element.parent : null;
    if (host && shadowTemplate(host) === element) {
      this.visit(element.content);
      return;
    }
    const text = oneLine(templateText(element.content));
    if (text !== '') this.#add('hidden_markup', 'template', text, element);
    this.visit(element.content);
  }

  #attributes(element: HtmlElement): void {
    const { tag, attributes } = element;
    for (const name of TEXT_ATTRIBUTES) {
      const text = attributes.get(name);
      if (text !== undefined && isCarrier(name, text))
        this.#add('hidden_attribute', `${name} attribute`, oneLine(text), element);
    }
    const value = attributes.get('value');
    if (
      tag === 'input' &&
      value &&
      attributes.get('type')?.toLowerCase() === 'hidden' &&
      /\p{L}{2,}\s+\p{L}{2,}\s+\p{L}{2,}/u.test(value)
    ) {
      this.#add('hidden_markup', 'hidden input', oneLine(value), element);
    }
    const placeholder = attributes.get('placeholder') ?? '';
    const hasValue = value !== undefined && value !== '' && shownValue(element)?.isPlaceholder === false;
    if (tag === 'input' && hasValue && placeholder.trim() !== '')
      this.#add('hidden_attribute', 'placeholder attribute', oneLine(placeholder), element);
    if (tag === 'meta') this.#meta(element);
    const frame = attributes.get('srcdoc');
    if (tag === 'iframe' && frame) this.#frame(frame, element);
  }

  #meta(element: HtmlElement): void {
    const name = (element.attributes.get('name') ?? element.attributes.get('property') ?? '').toLowerCase();
    const text = oneLine(element.attributes.get('content') ?? '');
    if (
      text.length >= LONG_COMMENT &&
      (META_TEXTS.test(name) ? name === 'description' || isCarrier(name, text) : speaksToMachine(text))
    ) {
      this.#add('hidden_markup', `meta ${/^[a-z:.]{1,30}$/u.test(name) ? name : 'text'}`, text, element);
    }
  }

  #frame(source: string, element: HtmlElement): void {
    const text = oneLine(textContent(parseMarkup(source)));
    if (text !== '') this.#add('hidden_markup', 'srcdoc frame', text, element);
  }

  /**
   * A script's own strings are code. One that speaks to a machine is there for somebody to read it, and so are the
   * sentences that a component writes into its shadow root.
   */
  #script(element: HtmlElement): void {
    for (const text of this.#linked.textsOf(element)) this.#add('hidden_markup', 'script data', text, element);
    const source = textContent(element);
    if (source.length < 40 || !SCRIPT_TYPES.test(element.attributes.get('type') ?? '')) return;
    const component = source.length < MAX_COMPONENT_SCRIPT && source.includes('attachShadow');
    if (!component && !speaksToMachine(source)) return;
    for (const match of source.matchAll(STRING_LITERAL)) {
      const written = match[1] ?? match[2] ?? match[3] ?? '';
      if (!/\p{L}+\s+\p{L}+\s+\p{L}+\s+\p{L}+/u.test(written)) continue;
      const text = oneLine(written.replace(/[<>]/gu, ' '));
      if (speaksToMachine(text) || (component && text.length >= LONG_ATTRIBUTE))
        this.#add('hidden_markup', 'script text', text, element);
    }
  }
}

const MAX_COMPONENT_SCRIPT = 50_000;
const STRING_LITERAL = /"((?:\\.|[^"\\\n]){40,4000})"|'((?:\\.|[^'\\\n]){40,4000})'|`((?:\\[\s\S]|[^`\\]){40,8000})`/gu;

/** Text of a template with the templates inside it. */
function templateText(root: { children: readonly HtmlNode[] }): string {
  let text = '';
  for (const node of root.children) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'element' && node.tag !== 'script' && node.tag !== 'style')
      text += ` ${templateText(node.content ?? node)} `;
  }
  return text;
}
