import { oneLine, truncate } from '../base/text.ts';
import type { Finding, Threat } from './sight.ts';
import { cleanText } from './unicode.ts';

/** The excerpt shows what kind of text it was; it is too short to carry the whole of an instruction. */
const EXCERPT_LENGTH = 80;
/** Of a shorter text only this share is shown, so that no excerpt repeats all of it. */
const EXCERPT_SHARE = 0.6;
/** Every type of finding has this many places before the rest is dealt out. */
const PLACES_PER_TYPE = 3;

export interface ReportOptions {
  /** Largest number of entries, the notice about the rest included. */
  readonly cap: number;
}

export interface ThreatReport {
  readonly threats: Threat[];
  /** All findings by type, also those that were not listed. */
  readonly counts: Record<string, number>;
}

/** Shortens findings to a report: warnings first, equal ones joined, every type heard, the rest counted. */
export function reportThreats(findings: readonly Finding[], options: ReportOptions): ThreatReport {
  const counts: Record<string, number> = {};
  for (const finding of findings) counts[finding.type] = (counts[finding.type] ?? 0) + 1;
  const entries = join(findings);
  if (entries.length <= options.cap) return { threats: entries.map(toThreat), counts };
  const places = Math.max(0, options.cap - 1);
  const chosen = choose(entries, places);
  const left = entries.length - chosen.length;
  const notice: Threat = {
    type: 'report_truncated',
    severity: entries.some((entry) => entry.finding.severity === 'warn' && !chosen.includes(entry)) ? 'warn' : 'info',
    reason: `${left} more findings are counted but not listed`,
    excerpt: '',
    location: '',
  };
  return { threats: options.cap > 0 ? [...chosen.map(toThreat), notice] : [], counts };
}

interface Entry {
  readonly finding: Finding;
  count: number;
}

/** Equal texts hidden for equal reasons are one entry; warnings come first, then in order of the page. */
function join(findings: readonly Finding[]): Entry[] {
  const byKey = new Map<string, Entry>();
  for (const finding of findings) {
    const key = `${finding.type}|${finding.severity}|${finding.reason}|${oneLine(finding.text).slice(0, 400)}`;
    const known = byKey.get(key);
    if (known) known.count++;
    else byKey.set(key, { finding, count: 1 });
  }
  const entries = [...byKey.values()];
  return [
    ...entries.filter(({ finding }) => finding.severity === 'warn'),
    ...entries.filter(({ finding }) => finding.severity === 'info'),
  ];
}

function choose(entries: readonly Entry[], places: number): Entry[] {
  const chosen = new Set<Entry>();
  const perType = new Map<string, number>();
  for (const entry of entries) {
    const used = perType.get(entry.finding.type) ?? 0;
    if (used >= PLACES_PER_TYPE || chosen.size >= places) continue;
    perType.set(entry.finding.type, used + 1);
    chosen.add(entry);
  }
  for (const entry of entries) {
    if (chosen.size >= places) break;
    chosen.add(entry);
  }
  return entries.filter((entry) => chosen.has(entry));
}

function toThreat({ finding, count }: Entry): Threat {
  const reason = count > 1 ? `${finding.reason} (${count} times)` : finding.reason;
  return {
    type: finding.type,
    severity: finding.severity,
    reason,
    excerpt: excerptOf(finding.text),
    location: finding.location,
  };
}

/**
 * The beginning of a hidden text, invisible characters taken out, on one line and without the signs that could close
 * a fence or open a tag.
 */
export function excerptOf(text: string): string {
  const plain = oneLine(cleanText(text.slice(0, 2000)).text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')).replace(
    /[<>`[\]{}|]/gu,
    '·',
  );
  const share = plain.length <= 24 ? plain.length : Math.ceil(plain.length * EXCERPT_SHARE);
  return truncate(plain, Math.min(EXCERPT_LENGTH, share));
}
