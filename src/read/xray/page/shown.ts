import { escapeText } from '../../../base/markup.ts';

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cs}\u2028\u2029]/gu;
/** White space that has its usual meaning. */
const PLAIN: ReadonlySet<string> = new Set(['\n', '\t']);

/**
 * Characters that cannot be seen, or that turn the direction of others, written by their number: this page shows
 * people what was hidden, and none of it may do here what it was written for.
 */
function visibleSigns(text: string): string {
  return text.replace(UNSEEN, (character) => {
    if (PLAIN.has(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** A string of strangers as it may stand in a page of ours. */
export function shown(text: string): string {
  return escapeText(visibleSigns(text));
}
