import { oneLine } from '../base/text.ts';
import { speaksToMachine } from './machine-speech.ts';
import type { Severity, ThreatType } from './sight.ts';
import { cleanText } from './unicode.ts';

export interface SeverityCase {
  readonly type: ThreatType;
  readonly reason: string;
  readonly text: string;
}

/**
 * Ways in which ordinary pages keep text out of sight: closed menus, dialogs, slides, screen-reader labels, fallbacks
 * and the like. Only text that speaks to a machine is worth a warning there.
 */
const ORDINARY =
  /^(?:display:none|hidden attribute|closed |visibility:|content-visibility|noscript|svg |fallback |datalist|clip that leaves nothing|clip-path|a box of no size|outside the|opacity close|comment|template|hidden input|meta |srcdoc|not slotted|scaled|text-indent|turned|replaced|alt|aria|title|script|collapsed)/u;

/** Sentences begin here: a label, a price or a heading is shorter. */
const SENTENCE_WORDS = 8;

/**
 * `warn` for sentences hidden in a way that ordinary pages don't use (letters in the colour of the ground, of one
 * pixel, without ink) and for anything hidden that speaks to a machine; `info` for the rest. DESIGN section 3.
 */
export function severityOf({ type, reason, text }: SeverityCase): Severity {
  const plain = oneLine(cleanText(text).text);
  if (speaksToMachine(plain)) return 'warn';
  if (type === 'tag') return 'warn';
  if (ORDINARY.test(reason)) return 'info';
  return isSentence(plain) ? 'warn' : 'info';
}

export function isSentence(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /\p{L}{2}/u.test(word));
  const dense =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text) && text.length >= 16;
  return words.length >= SENTENCE_WORDS || dense;
}
