import { oneLine, truncate } from '../base/text.ts';
import type { Finding, Threat } from '../visibility/sight.ts';
import { CAPS } from './caps.ts';

/** What the visibility layer offers for strings: invisible characters out, findings shortened to a report. */
export interface TextGuard {
  cleanText(text: string): { text: string; findings: readonly Finding[] };
  reportThreats(
    findings: readonly Finding[],
    options: { cap: number },
  ): { threats: readonly Threat[]; counts: Readonly<Record<string, number>> };
}

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;
/** Cleaning looks at no more of a string that is capped far below this anyway. */
const MAX_FIELD_INPUT = 20_000;

/** Cleans page-written strings and remembers what was found in them. One per document. */
export class Cleaner {
  readonly findings: Finding[] = [];
  readonly #guard: TextGuard;

  constructor(guard: TextGuard) {
    this.#guard = guard;
  }

  /** Text of many lines: line feeds and tabs stay, other controls go. */
  text(text: string): string {
    const { text: cleaned, findings } = this.#guard.cleanText(text.replace(/\r\n?/gu, '\n'));
    this.findings.push(...findings);
    return cleaned.replace(CONTROLS, '').replace(LONE_SURROGATES, '\ufffd');
  }

  /** One line of at most `limit` units; empty when nothing is left. */
  line(text: string, limit: number): string {
    const flat = text
      .slice(0, MAX_FIELD_INPUT)
      .replace(CONTROLS, ' ')
      .replace(/[\u2028\u2029]/gu, ' ');
    const { text: cleaned, findings } = this.#guard.cleanText(flat);
    this.findings.push(...findings);
    return truncate(oneLine(cleaned.replace(CONTROLS, ' ').replace(LONE_SURROGATES, '\ufffd')), limit);
  }

  fact(text: string | null, limit: number): string | null {
    const cleaned = text === null ? '' : this.line(text, limit);
    return cleaned === '' ? null : cleaned;
  }

  /** An http(s) address that cleaning leaves as it is; null otherwise. An address is never shortened or mended. */
  url(text: string | null): string | null {
    if (text === null || text.length > CAPS.url || !URL.canParse(text)) return null;
    const unchanged =
      this.#guard.cleanText(text).text === text && !/[\u0000-\u0020\u007f-\u009f]|\p{Surrogate}/u.test(text);
    return unchanged && /^https?:$/u.test(new URL(text).protocol) ? text : null;
  }
}
