import { select } from '../html/select.ts';
import { detach, elements, type HtmlElement, type HtmlRoot, isElement, textContent } from '../html/tree.ts';
import { MAX_HITS, type RawHit } from './hit.ts';
import { pageWords } from './page-words.ts';
import { parseJson, readJsonHits, resultList } from './parse-json.ts';
import type { HtmlField, HtmlTemplate } from './template.ts';

/** Results of a page by its template; ads are taken out of the tree first. Addresses are as the page has them. */
export function readHtmlHits(root: HtmlRoot, template: HtmlTemplate): RawHit[] {
  if (isTooLarge(root)) return [];
  if (template.drop.length > 0) for (const ad of select(root, template.drop.join(', '))) detach(ad);
  for (const selector of template.results) {
    const found = select(root, selector).slice(0, MAX_HITS).filter(isShallow);
    const hits = readAll(found, template);
    if (hits.length > 0) return hits;
  }
  return embeddedHits(root, template);
}

/** Real pages have some thousand elements; selectors over many more would hold everybody up. */
const MAX_ELEMENTS = 20_000;
/** Results lie in one another once or twice (a site with its pages), never deeper. */
const MAX_NESTING = 4;

function isTooLarge(root: HtmlRoot): boolean {
  let count = 0;
  for (const _element of elements(root)) if (++count > MAX_ELEMENTS) return true;
  return false;
}

function isShallow(element: HtmlElement, _index: number, found: readonly HtmlElement[]): boolean {
  let nesting = 0;
  for (let up = element.parent; up?.type === 'element'; up = up.parent) if (found.includes(up)) nesting++;
  return nesting < MAX_NESTING;
}

function readAll(found: readonly HtmlElement[], { fields }: HtmlTemplate): RawHit[] {
  const results = new Set(found);
  return found.flatMap((element): RawHit[] => {
    const url = fieldValue(element, fields.url, results);
    const title = fieldValue(element, fields.title, results);
    if (url === '' || title === '') return [];
    return [
      {
        title,
        url,
        snippet: fieldValue(element, fields.snippet, results),
        date: fieldValue(element, fields.date, results),
        foundBy: [],
      },
    ];
  });
}

function fieldValue(result: HtmlElement, field: HtmlField | undefined, results: ReadonlySet<HtmlElement>): string {
  if (!field) return '';
  const places = field.scope === 'inside' ? [result] : following(result, results);
  for (const selector of field.select) {
    for (const place of places) {
      for (const element of selector === '' ? [place] : select(place, selector)) {
        const text = field.attribute ? (element.attributes.get(field.attribute) ?? '').trim() : pageWords(element);
        if (text !== '') return text;
      }
    }
  }
  return '';
}

/** The elements between a result and the next one. */
function following(result: HtmlElement, results: ReadonlySet<HtmlElement>): HtmlElement[] {
  const siblings = result.parent?.children ?? [];
  const between: HtmlElement[] = [];
  for (const node of siblings.slice(siblings.indexOf(result) + 1)) {
    if (!isElement(node)) continue;
    if (results.has(node)) break;
    between.push(node);
  }
  return between;
}

/** Some pages bring their results as data for a script. */
function embeddedHits(root: HtmlRoot, { embedded }: HtmlTemplate): RawHit[] {
  if (!embedded) return [];
  for (const element of elements(root)) {
    if (element.tag !== 'script') continue;
    const source = textContent(element);
    const at = source.indexOf(embedded.after);
    const json = at < 0 ? null : balanced(source, at + embedded.after.length);
    const list = json === null ? null : resultList(parseJson(json), [embedded.results]);
    if (list !== null) return readJsonHits(list, embedded.fields).filter(({ title }) => title !== '');
  }
  return [];
}

/** The object that begins at or after `from`, up to its own closing brace; null when it has none. */
function balanced(source: string, from: number): string | null {
  const start = source.indexOf('{', from);
  if (start < 0) return null;
  let depth = 0;
  let inText = false;
  for (let at = start; at < source.length; at++) {
    const unit = source[at];
    if (inText) {
      if (unit === '\\') at++;
      else if (unit === '"') inText = false;
    } else if (unit === '"') inText = true;
    else if (unit === '{') depth++;
    else if (unit === '}' && --depth === 0) return source.slice(start, at + 1);
  }
  return null;
}
