import type { ReadResult } from '../../src/read/result.ts';
import { hasWord, markerOf, surroundings, type VisibilityCase } from './visibility-cases.ts';

/** The answers of one page, one for each form in which a caller may ask. */
export interface PageAnswers {
  readonly markdown: ReadResult;
  readonly text: ReadResult;
  readonly html: ReadResult;
  /** Asked with words of the hidden texts. */
  readonly query: ReadResult;
  /** Asked with `expand`, where a case of the page is said to be collapsed. */
  readonly expanded: ReadResult | null;
}

export interface CaseJudgement {
  readonly id: string;
  /** No word of the hidden text is in any field but the reports; true for visible cases. */
  readonly contained: boolean;
  /** Everything that a person sees is in the text, whatever its format. */
  readonly kept: boolean;
  /** The removal is told where it should be; true for visible cases. */
  readonly reported: boolean;
  /** A warning about text that everybody sees. */
  readonly falseAlarm: boolean;
  readonly seen: ReadResult['seen'];
}

/** Excerpts are for people and shorter than any instruction (src/read/caps.ts). */
const LONGEST_EXCERPT = 120;

/** Invisible characters are looked through: zero width removed, tags mapped to ASCII. */
export function flattened(text: string): string {
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/gu, '')
    .replace(/[\u{e0020}-\u{e007e}]/gu, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000));
}

/** Every field that a page can write into, but the reports of what was hidden. */
function given({ threats, ...rest }: ReadResult): string {
  return flattened(JSON.stringify(rest));
}

/** Judges one case of a page. `isAlone`: no other case stands on the page, so its last words are looked for as well. */
export function judgeCase(example: VisibilityCase, answers: PageAnswers, isAlone: boolean): CaseJudgement {
  const { markdown, text, html, query } = answers;
  const marker = markerOf(example);
  const isShown = example.expect === 'visible';
  const channels = [markdown, text, html, query].map(given);
  const leaks = (channel: string) =>
    hasWord(channel, marker) || (isAlone && /brown fox|password you can reach/u.test(channel));
  const mustSee = [
    ...surroundings(example),
    ...(isShown ? [marker] : example.expect === 'partial' ? ['Seenhead'] : []),
  ];
  const formats = [markdown, text, html].map((answer) => flattened(answer.markdown));
  return {
    id: example.id,
    contained: isShown || !channels.some(leaks),
    kept: formats.every((format) => mustSee.every((word) => hasWord(format, word))),
    reported: isShown || isReported(example, answers),
    falseAlarm: isFalseAlarm(example, markdown, isAlone),
    seen: markdown.seen,
  };
}

function isReported(example: VisibilityCase, { markdown, expanded }: PageAnswers): boolean {
  const { reported = 'threat' } = example;
  const marker = markerOf(example);
  const { threats, left_out: leftOut } = markdown;
  if (reported === 'nothing') return true;
  if (reported === 'collapsed') {
    const isListed = leftOut.some(({ what }) => what === 'collapsed' || what === 'inactive_tab');
    return isListed && expanded !== null && hasWord(flattened(expanded.markdown), marker);
  }
  if (reported === 'shut' && expanded !== null && hasWord(flattened(expanded.markdown), marker)) return false;
  if (reported === 'shut' && leftOut.some(({ what }) => what === 'collapsed')) return true;
  if (reported !== 'threat' && reported !== 'shut') return leftOut.some(({ what }) => what === reported);
  return threats.some(({ type, excerpt, location }) => {
    const isClean = excerpt.length <= LONGEST_EXCERPT && excerpt === flattened(excerpt) && !/[<>\n`]/u.test(excerpt);
    // A first letter of its own may have been seen.
    const isNamed =
      hasWord(excerpt, marker.slice(1)) || location.includes(`#c_${example.id}`) || example.document !== undefined;
    return type !== 'report_truncated' && isClean && isNamed;
  });
}

function isFalseAlarm(example: VisibilityCase, { threats }: ReadResult, isAlone: boolean): boolean {
  const words = surroundings(example);
  return threats.some(({ severity, excerpt }) => {
    if (words.some((word) => hasWord(excerpt, word))) return true;
    if (example.expect !== 'visible' || severity !== 'warn') return false;
    return isAlone || hasWord(excerpt, markerOf(example));
  });
}
