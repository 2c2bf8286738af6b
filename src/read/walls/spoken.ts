/**
 * Whether a page says a sentence to its visitor, or talks about it. What is said stands at the beginning of a line or
 * sentence; what is talked about stands within one, mostly between quotation marks.
 */

/** Text as the tables of phrases are written: lower case, straight apostrophes, lines kept. */
export function plain(text: string): string {
  return text
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n[\s]*/gu, '\n')
    .trim()
    .toLowerCase();
}

const LEAD =
  /(?:^|[\n.!?…:。！？，] ?)(?:(?:please|we|our systems?|our system has|to continue,|you must|sorry,|we're sorry,|oops!?) )*(?:detected )?$/u;
const LINE_LEAD =
  /(?:^|\n)(?:(?:please|sorry,|we're sorry,|oops!?|error \d+:?|access denied[.:]?|why have i been blocked\?) ?)*$/u;

/** At the start of a line or sentence. Both in `plain` form. */
export function says(text: string, sentence: string): boolean {
  return occurs(text, sentence, LEAD);
}

/** At the start of a line. */
export function lineSays(text: string, sentence: string): boolean {
  return occurs(text, sentence, LINE_LEAD);
}

/** Longest lead that is looked at. */
const LEAD_CHARACTERS = 40;

function occurs(text: string, sentence: string, lead: RegExp): boolean {
  for (let at = text.indexOf(sentence); at >= 0; at = text.indexOf(sentence, at + 1)) {
    const from = Math.max(0, at - LEAD_CHARACTERS);
    // Cut in the middle of a line, the piece must not look like the start of one.
    const before = `${from > 0 ? ' ' : ''}${text.slice(from, at)}`;
    if (lead.test(before) && !QUOTED.test(before)) return true;
  }
  return false;
}

/** A quotation was opened and has not been closed. */
const QUOTED = /[“„«][^”»\n]*$/u;
