import { longestBacktickRun } from '../markdown/inline-code.ts';

/** Text in a code fence longer than any run of backticks in it. */
export function fence(text: string, language: string): string {
  if (text === '') return '';
  const ticks = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}
