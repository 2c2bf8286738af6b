import { oneLine } from '../base/text.ts';
import { givesOrder } from './machine-address.ts';
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
  /^(?:display:none|hidden attribute|closed |visibility:|content-visibility|noscript|svg |fallback |datalist|clip that leaves nothing|clip-path|a box of no size|outside the|opacity close|comment|template|hidden input|meta |srcdoc|same colour as its background, as far|beyond a page|not slotted|scaled|text-indent|turned|replaced|script|collapsed|\S+ attribute$)/u;

/** Sentences begin here: a label, a price or a heading is shorter. */
const SENTENCE_WORDS = 8;
const ORDER_WORDS = 4;

/**
 * `warn` for sentences hidden in a way that ordinary pages don't use (letters in the colour of the ground, of one
 * pixel, without ink), for short orders hidden so, and for anything hidden that speaks to a machine; `info` for the rest. DESIGN section 3.
 */
export function severityOf({ type, reason, text }: SeverityCase): Severity {
  const plain = oneLine(cleanText(text).text);
  if (speaksToMachine(plain)) return 'warn';
  if (type === 'tag') return 'warn';
  if (ORDINARY.test(reason)) return 'info';
  return isSentence(plain) || (isSome(plain) && givesOrder(plain)) ? 'warn' : 'info';
}

/** Enough to say something: an order may be short. */
function isSome(text: string): boolean {
  return text.split(/\s+/u).length >= ORDER_WORDS || /\p{Script=Han}/u.test(text);
}

export function isSentence(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /\p{L}{2}/u.test(word));
  const dense =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text) && text.length >= 16;
  return words.length >= SENTENCE_WORDS || dense;
}
