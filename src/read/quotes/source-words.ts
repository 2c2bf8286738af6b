/** Values of attributes that hold words. Short ones are names and numbers. */
const VALUE = /=\s*(?:"([^"<>]{8,4000})"|'([^'<>]{8,4000})')/gu;
const TAG = /<\/?[a-z!?][^<>]{0,4000}>/giu;
const MAX_SOURCE = 5_000_000;

/**
 * All words that stand anywhere in a page's source, also in comments, attributes, scripts and templates: only for
 * telling a quote from text that nobody sees from one that was made up. Linear.
 */
export function sourceWords(source: string): string {
  const html = source.slice(0, MAX_SOURCE);
  const values = [...html.matchAll(VALUE)].map((match) => match[1] ?? match[2] ?? '');
  const text = html.replaceAll('<!--', ' ').replaceAll('-->', ' ').replace(TAG, ' ');
  // What looks like Markdown is none here.
  return `${text}\n\n${values.join('\n\n')}`.replace(/[\\`*_[\]#>|~]/gu, ' ');
}
