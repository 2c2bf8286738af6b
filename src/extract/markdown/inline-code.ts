/**
 * A code span with a fence longer than any run of backticks inside. Null when a code span cannot say it: nothing but
 * white space, or a backslash before a pipe inside a table cell, which GFM has no way to write.
 */
export function writeCodeSpan(raw: string, cell: boolean): string | null {
  const code = raw.replace(/[\t\n\r ]+/gu, ' ').trim();
  if (code === '' || (cell && code.includes('\\|'))) return null;
  const fence = '`'.repeat(longestBacktickRun(code) + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** Length of the longest run of backticks in the text. */
export function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const match of text.matchAll(/`+/gu)) longest = Math.max(longest, match[0].length);
  return longest;
}
