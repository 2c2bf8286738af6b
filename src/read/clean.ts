import { oneLine, truncate } from '../base/text.ts';
import { canParseUrl } from '../base/url.ts';
import type { Finding } from '../visibility/sight.ts';
import { cleanText } from '../visibility/unicode.ts';
import { CAPS } from './caps.ts';

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;
/** Cleaning looks at no more of a string that is capped far below this anyway. */
const MAX_FIELD_INPUT = 20_000;

/** Cleans page-written strings and remembers what was found in them. One per document. */
export class Cleaner {
  readonly findings: Finding[] = [];

  /** Text of many lines: line feeds and tabs stay, other controls go. */
  text(text: string, place: string): string {
    const cleaned = this.#clean(text.replace(/\r\n?/gu, '\n'), place);
    return cleaned.replace(CONTROLS, '').replace(LONE_SURROGATES, '\ufffd');
  }

  /** One line of at most `limit` units; empty when nothing is left. */
  line(text: string, limit: number, place: string): string {
    const flat = text.slice(0, MAX_FIELD_INPUT).replace(CONTROLS, ' ');
    const cleaned = this.#clean(flat, place).replace(CONTROLS, ' ').replace(LONE_SURROGATES, '\ufffd');
    return truncate(oneLine(cleaned), limit);
  }

  fact(text: string | null, limit: number, place: string): string | null {
    const cleaned = text === null ? '' : this.line(text, limit, place);
    return cleaned === '' ? null : cleaned;
  }

  /** An http(s) address that cleaning leaves as it is; null otherwise. An address is never shortened or mended. */
  url(text: string | null): string | null {
    if (text === null || text.length > CAPS.url || !canParseUrl(text)) return null;
    const unchanged = cleanText(text).text === text && !/[\u0000-\u0020\u007f-\u009f]|\p{Surrogate}/u.test(text);
    return unchanged && /^https?:$/u.test(new URL(text).protocol) ? text : null;
  }

  #clean(text: string, place: string): string {
    const { text: cleaned, findings } = cleanText(text);
    for (const { type, severity, reason, text: spelled, location } of findings) {
      this.findings.push({ type, severity, reason, text: spelled, location: location === '' ? place : location });
    }
    return cleaned;
  }
}
