import { oneLine, truncate } from '../../base/text.ts';
import type { LeftOut, ReadResult } from '../../read/result.ts';

/**
 * The text form of a read. Our own words first, then everything that the page wrote between the markers: also its
 * title and headings, since an instruction fits into a title as well as into a paragraph. Excerpts of hidden text
 * stay out of the text; they are in the structured answer.
 */
export function renderRead(result: ReadResult, fence: (untrusted: string) => string): string {
  const head = [
    statusLine(result),
    `url: ${oneLine(result.url)}`,
    ...(result.final_url && result.final_url !== result.url ? [`final url: ${oneLine(result.final_url)}`] : []),
    ...windowLine(result),
    ...matchLine(result),
    ...hiddenLine(result),
    ...result.left_out.map(leftOutLine),
    ...(result.links_omitted > 0
      ? [`links omitted: ${number(result.links_omitted)} (include_links=true keeps them)`]
      : []),
    ...whyLines(result),
    ...result.notes.map((note) => `note: ${oneLine(note)}`),
  ].join('\n');
  const body = untrusted(result);
  return body === '' ? head : `${head}\n\n${fence(body)}`;
}

function statusLine(result: ReadResult): string {
  const http = result.http_status === null ? '' : ` (HTTP ${result.http_status})`;
  const reason = result.status === 'ok' ? '' : `; ${result.reason.code}: ${oneLine(result.reason.detail)}`;
  const cached = result.cached === null ? '' : `, cached ${Math.round(result.cached.age_s)} s ago`;
  const archived = result.archived_at === null ? '' : `, archived ${result.archived_at}`;
  return `status: ${result.status}${http}${reason}; ${result.kind} via ${result.via}${cached}${archived}; seen: ${result.seen}`;
}

function whyLines({ why }: ReadResult): string[] {
  if (why === null) return [];
  return [
    `why: ${why.evidence.map(oneLine).join('; ')}`,
    `tried: ${why.tried.map(oneLine).join('; ')}`,
    ...why.next.map((step) => `next: ${oneLine(step)}`),
  ];
}

function windowLine({ window, markdown }: ReadResult): string[] {
  if (window.total === 0 && markdown === '') return [];
  const next = window.next === null ? 'the end is included' : `next start=${window.next}`;
  const range = `characters ${number(window.start)}–${number(window.end)} of ${number(window.total)}`;
  return [`window: ${range} (${number(window.tokens)} tokens); ${next}`];
}

function matchLine(result: ReadResult): string[] {
  if (result.matches.length === 0 && result.set_aside === 0) return [];
  return [`passages: ${result.matches.length} returned, ${result.set_aside} set aside as weak or too long`];
}

function hiddenLine(result: ReadResult): string[] {
  const counts = Object.entries(result.threat_counts).filter(([, count]) => count > 0);
  const listed = result.threats.length;
  if (counts.length === 0 && listed === 0) return [];
  const warnings = result.threats.filter((threat) => threat.severity === 'warn').length;
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const kinds = counts.map(([type, count]) => `${type} ${count}`).join(', ') || String(listed);
  // The report is shortened on pages that hide a lot; then nothing is claimed about what is not listed.
  const among = all > listed ? ` among the ${listed} listed in threats` : '';
  const weight = warnings === 0 && among === '' ? 'all of it ordinary' : `${warnings} suspicious${among}`;
  return [`hidden text taken out: ${kinds} (${weight})`];
}

/** Labels of closed sections are the page's words, so their advice is given here in ours. */
function leftOutLine(entry: LeftOut): string {
  const opens = entry.what === 'collapsed' || entry.what === 'inactive_tab';
  const how = opens ? 'expand=true puts it in' : oneLine(entry.how);
  return `left out: ${entry.what} ×${number(entry.count)}, ${number(entry.characters)} characters; ${how}`;
}

/** Room for the outline: an eighth of the text, but always a few lines. */
const OUTLINE_SHARE = 8;
const MIN_OUTLINE_CHARACTERS = 300;

function untrusted(result: ReadResult): string {
  const title = truncate(oneLine(result.title), 300);
  // Most pages begin with their title as the first heading.
  const head = title === '' || result.markdown.startsWith(`# ${title}`) ? '' : `Title: ${title}`;
  const parts = [head, outline(result), dataList(result), result.markdown].filter((part) => part !== '');
  return parts.join('\n\n');
}

/** The outline is worth its tokens only when a part of the page is missing, and then not more than a part of them. */
function outline({ outline: entries, window, markdown }: ReadResult): string {
  if (entries.length < 2 || (window.next === null && window.start === 0)) return '';
  let room = Math.max(MIN_OUTLINE_CHARACTERS, markdown.length / OUTLINE_SHARE);
  const shown: string[] = [];
  for (const entry of entries) {
    const heading = truncate(oneLine(entry.heading), 80);
    const line = `- ${entry.id}: ${heading} (level ${entry.level}, ${entry.tokens} tokens)`;
    room -= line.length;
    if (room < 0) break;
    shown.push(line);
  }
  const more = shown.length < entries.length ? [`- … ${entries.length - shown.length} more in outline`] : [];
  return ['Sections (section=id returns one):', ...shown, ...more].join('\n');
}

/** Its names are the page's words. */
function dataList({ data }: ReadResult): string {
  if (data.length === 0) return '';
  const pieces = data.map(({ id, kind, label, characters }) => {
    return `${id} ${kind}${label === '' ? '' : ` ${oneLine(label)}`} (${number(characters)} characters)`;
  });
  return `Embedded data, not shown to people (section=id returns one, query searches it): ${pieces.join('; ')}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
