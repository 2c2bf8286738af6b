import { oneLine } from '../../base/text.ts';
import { canParseUrl } from '../../base/url.ts';
import type { HtmlElement, HtmlRoot } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import { exactDate } from '../metadata/dates.ts';

const MAX_ADDRESS_CHARACTERS = 2048;
const MAX_WORDS_CHARACTERS = 300;
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'content-href', 'permalink']);
/** `2024-05-01T10:00:00 1714557600`, as Hacker News has it: the beginning is the date. */
const DATE_FIRST = /^(\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)(?:\s+\d{1,12})?$/u;

/**
 * Attributes are no text that a person sees, so they say only what cannot be misused to speak: an address as links have
 * it, a date, a number, or words that the page shows as well. Everything else is no value.
 */
export class AttributeValues {
  readonly #root: HtmlRoot;
  readonly #baseUrl: string;
  #shown: string | null = null;

  constructor(root: HtmlRoot, baseUrl: string) {
    this.#root = root;
    this.#baseUrl = baseUrl;
  }

  of(element: HtmlElement, name: string): string {
    const raw = element.attributes.get(name.toLowerCase())?.trim() ?? '';
    if (raw === '') return '';
    if (ADDRESSES.has(name.toLowerCase())) return this.#address(raw);
    if (/^[+-]?\d[\d.,]{0,18}%?$/u.test(raw)) return raw;
    const date = DATE_FIRST.exec(raw)?.[1] ?? raw;
    return exactDate(date) ?? this.#words(oneLine(raw));
  }

  #address(raw: string): string {
    if (!canParseUrl(raw, this.#baseUrl)) return '';
    const { href, protocol } = new URL(raw, this.#baseUrl);
    return /^https?:$/u.test(protocol) && href.length <= MAX_ADDRESS_CHARACTERS ? href : '';
  }

  #words(words: string): string {
    if (words.length > MAX_WORDS_CHARACTERS) return '';
    this.#shown ??= oneLine(shownText(this.#root.children)).toLowerCase();
    return this.#shown.includes(words.toLowerCase()) ? words : '';
  }
}
