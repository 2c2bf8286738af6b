import type { z } from 'zod';
import { oneLine, truncate } from '../../base/text.ts';
import type { researchOutput } from './research-schema.ts';

type Output = z.output<typeof researchOutput>;
type Facts = Readonly<Record<string, unknown>>;

/**
 * The text form of research. Our own words first: the counts, the sources and what is wrong with them. Between the
 * markers stands what pages wrote: passages under their headings, titles, labels of links. Excerpts of hidden text stay
 * out; they are in the structured answer.
 */
export function renderResearch(result: Output, fence: (untrusted: string) => string): string {
  const { passages, sources, candidates, followed, receipt, notes } = result;
  const numbers = new Map(sources.map((source, i) => [text(source.url), i + 1]));
  const head = [
    `research: ${passages.length} passages from ${number(receipt.usable)} pages (${text(receipt.provider)}); ` +
      `${number(receipt.tokens)} tokens, ${number(receipt.total_ms)} ms`,
    ...(leftOut(receipt) === '' ? [] : [`left out: ${leftOut(receipt)}`]),
    ...sources.map((source, i) => `[${i + 1}] ${sourceLine(source)}`),
    ...followed.map(followedLine),
    ...notes.map((note) => `note: ${oneLine(note)}`),
  ];
  const body = [
    ...passages.map((passage) => passageText(passage, numbers)),
    ...(candidates.length > 0 ? [['Links to follow (token):', ...candidates.map(candidateLine)].join('\n')] : []),
  ].join('\n\n');
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${fence(body)}`;
}

type PassageOutput = Output['passages'][number];

function passageText(passage: PassageOutput, numbers: ReadonlyMap<string, number>): string {
  const { text: words, source_url: url, start, end, heading, clamped, also_at: also } = passage;
  const copies = (Array.isArray(also) ? also : []).map((other) => `[${numbers.get(text(other)) ?? text(other)}]`);
  const place = [
    `[${numbers.get(url) ?? url}] ${start}–${end}`,
    ...(clamped === true ? ['cut'] : []),
    ...(copies.length > 0 ? [`also ${copies.join(' ')}`] : []),
  ].join(', ');
  return `${place}${text(heading) === '' ? '' : `: ${text(heading)}`}\n${words}`;
}

function sourceLine(source: Facts): string {
  const { status, filtered, reason } = source;
  const hidden = Object.values(table(source.threat_counts)).reduce((sum: number, count) => sum + number(count), 0);
  return [
    oneLine(text(source.url)),
    `${text(status)}${filtered ? `, not used: ${text(filtered)}` : ''}`,
    ...(text(reason) === '' ? [] : [truncate(oneLine(text(reason)), 160)]),
    ...(source.seen === null ? [] : [`seen: ${text(source.seen)}`]),
    ...(hidden > 0 ? [`hidden text taken out: ${hidden}`] : []),
  ].join('; ');
}

function followedLine(entry: Facts): string {
  const reason = text(entry.reason);
  return `followed: ${text(entry.url) || 'a token'}: ${text(entry.status)}${reason === '' ? '' : `; ${reason}`}`;
}

function candidateLine(candidate: Facts): string {
  return `- ${oneLine(text(candidate.label))}: ${text(candidate.token)}`;
}

function leftOut(receipt: Facts): string {
  const counts: Array<readonly [string, string]> = [
    ['passages_omitted', 'passages that did not fit'],
    ['passages_set_aside', 'weak passages'],
    ['passages_duplicate', 'repeated passages'],
    ['candidates_omitted', 'links'],
    ['hits_unread', 'hits unread'],
    ['sources_omitted', 'sources'],
  ];
  return counts
    .flatMap(([name, words]) => (number(receipt[name]) > 0 ? [`${number(receipt[name])} ${words}`] : []))
    .join(', ');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function table(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
