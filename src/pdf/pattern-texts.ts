import type { PlainFile } from './file/plain-file.ts';
import { type Dictionary, endOfText, Reference, type Value } from './file/values.ts';

const MAX_DEPTH = 8;
const MAX_RESOURCES = 2_000;
const MAX_PARENTS = 40;

/**
 * How many tiling patterns that a page can paint with have text in them. PDFium draws such text and hands out nothing
 * of it: a person may read words there that are not read here.
 */
export function patternsWithText(file: PlainFile, page: number): number {
  if (!file.mentions('/PatternType 1')) return 0;
  const search = new PatternSearch(file);
  search.resources(resourcesOf(file, page), contentOf(file, page), 0);
  return search.found;
}

/** All of a page's content; null where a part of it cannot be had. */
function contentOf(file: PlainFile, page: number): string | null {
  const contents = file.dictionary(new Reference(page))?.entries.get('Contents');
  const many = file.array(contents);
  const parts = (many.length > 0 ? many : [contents ?? null]).map((each) =>
    each instanceof Reference ? file.stream(each.number) : null,
  );
  return parts.includes(null) ? null : parts.join('\n');
}

/** Pages inherit them from the nodes of the tree above. */
function resourcesOf(file: PlainFile, page: number): Dictionary | null {
  let node = file.dictionary(new Reference(page));
  for (let up = 0; node && up < MAX_PARENTS; up++) {
    const own = file.dictionary(node.entries.get('Resources'));
    if (own) return own;
    node = file.dictionary(node.entries.get('Parent'));
  }
  return null;
}

class PatternSearch {
  found = 0;
  readonly #file: PlainFile;
  readonly #seen = new Set<number>();

  constructor(file: PlainFile) {
    this.#file = file;
  }

  /** Patterns, and what the forms that are drawn here bring of their own. */
  resources(resources: Dictionary | null, content: string | null, depth: number): void {
    if (!resources || depth > MAX_DEPTH) return;
    for (const [number, pattern] of this.#listed(resources.entries.get('Pattern'), usedIn(content, COLOURS))) {
      if (!pattern.entries.has('TilingType')) continue;
      if (this.#showsText(number, pattern, depth)) this.found++;
    }
    for (const [number, form] of this.#listed(resources.entries.get('XObject'), usedIn(content, DRAWS))) {
      this.resources(this.#file.dictionary(form.entries.get('Resources')), this.#file.stream(number), depth + 1);
    }
  }

  #showsText(number: number, pattern: Dictionary, depth: number): boolean {
    const content = this.#file.stream(number);
    if (content !== null && showsText(content)) return true;
    const resources = this.#file.dictionary(pattern.entries.get('Resources'));
    const forms = this.#listed(resources?.entries.get('XObject'), usedIn(content, DRAWS));
    if (depth < MAX_DEPTH && forms.some(([inner, form]) => this.#showsText(inner, form, depth + 1))) return true;
    this.resources(resources, content, depth + 1);
    return false;
  }

  /** Objects of one kind of resource that were not looked at before. */
  #listed(value: Value | undefined, isMeant: (name: string) => boolean): Array<[number, Dictionary]> {
    const found: Array<[number, Dictionary]> = [];
    for (const [name, each] of this.#file.dictionary(value)?.entries ?? []) {
      if (
        !isMeant(name) ||
        !(each instanceof Reference) ||
        this.#seen.has(each.number) ||
        this.#seen.size >= MAX_RESOURCES
      )
        continue;
      this.#seen.add(each.number);
      const object = this.#file.dictionary(each);
      if (object) found.push([each.number, object]);
    }
    return found;
  }
}

const COLOURS = /^\s+(?:scn|SCN)(?![A-Za-z0-9])/u;
const DRAWS = /^\s+Do(?![A-Za-z0-9])/u;

/** Whether content makes use of a resource by its name; where the content cannot be had, it may. */
function usedIn(content: string | null, operator: RegExp): (name: string) => boolean {
  return (name) => {
    if (content === null) return true;
    const written = `/${name}`;
    for (let at = content.indexOf(written); at >= 0; at = content.indexOf(written, at + 1)) {
      const after = at + written.length;
      if (operator.test(content.slice(after, after + MAX_BLANKS))) return true;
    }
    return false;
  };
}

const MAX_BLANKS = 40;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/uy;
/** Render modes that leave no ink. */
const INKLESS: ReadonlySet<string> = new Set(['3', '7']);

/** Whether content paints a text that is not blank. */
export function showsText(content: string): boolean {
  let shown = false;
  let last = '';
  let inkless = false;
  for (let at = 0; at < content.length; ) {
    const character = content[at] ?? '';
    if (character === '(') {
      const end = endOfText(content, at);
      shown ||= /[^\s()]/u.test(content.slice(at + 1, end - 1));
      at = end;
      continue;
    }
    if (character === '%') {
      at = endOfLine(content, at);
      continue;
    }
    if (character === '<' && content[at + 1] !== '<') {
      const end = content.indexOf('>', at);
      shown ||= end > at + 1;
      at = end < 0 ? content.length : end + 1;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(content)?.[0] ?? '';
    if (word === '') {
      at++;
      continue;
    }
    at += word.length;
    if (word === 'Tr') inkless = INKLESS.has(last);
    else if (word === 'ID') at = endOfPicture(content, at);
    else if (/^(?:Tj|TJ|'|")$/u.test(word)) {
      if (shown && !inkless) return true;
      shown = false;
    } else if (/^[A-Za-z*]+$/u.test(word) && content[at - word.length - 1] !== '/') shown = false;
    last = word;
  }
  return false;
}

function endOfLine(content: string, at: number): number {
  const end = content.slice(at, at + 10_000).search(/[\r\n]/u);
  return end < 0 ? at + 10_000 : at + end;
}

/** Data of a picture that stands in the content. */
function endOfPicture(content: string, at: number): number {
  const end = content.indexOf('EI', at);
  return end < 0 ? content.length : end + 2;
}
