import { createHash } from 'node:crypto';
import type { ContentKind, FieldData, Metadata, Removal } from '../extract/extraction.ts';
import { reportThreats } from '../visibility/report.ts';
import type { Finding, Threat } from '../visibility/sight.ts';
import { CAPS } from './caps.ts';
import { Cleaner } from './clean.ts';
import { cleanFields } from './clean-fields.ts';
import { writePageText } from './format/write-page-text.ts';
import { summariseLeftOut } from './left-out.ts';
import type { PageText, TextFormat } from './page-text.ts';
import type { Verdict } from './reasons.ts';
import type { DataEntry, LeftOut, Provenance, ReadResult } from './result.ts';

/**
 * The one trust boundary. A Document is the only form in which page-written text travels on: every string of it that
 * a page or a server wrote was cleaned and capped here, once. Plain data, so that it crosses from the worker.
 */
export interface Document {
  readonly status: ReadResult['status'];
  readonly reason: ReadResult['reason'];
  /** What the status was read from, in our own words. */
  readonly evidence: readonly string[];
  readonly finalUrl: string;
  readonly title: string;
  readonly httpStatus: number | null;
  readonly kind: ContentKind;
  readonly via: ReadResult['via'];
  readonly archivedAt: string | null;
  readonly seen: ReadResult['seen'];
  readonly page: PageText;
  readonly threats: readonly Threat[];
  readonly threatCounts: Readonly<Record<string, number>>;
  readonly leftOut: readonly LeftOut[];
  readonly linksOmitted: number;
  readonly fields: FieldData;
  readonly provenance: Provenance;
  /** Data that the page carries for machines, in a list; none of it is in the text. */
  readonly data: readonly DataEntry[];
  readonly moreData: number;
  /** Embedded data was asked for, and the page has none such. */
  readonly lacksPart: boolean;
  readonly notes: readonly string[];
}

/** Everything found out about one page, as it was found. Strings are not to be trusted. */
export interface PageFacts {
  readonly verdict: Verdict;
  /** As the caller asked for it. */
  readonly url: string;
  readonly finalUrl: string;
  readonly httpStatus: number | null;
  readonly kind: ContentKind;
  readonly via: ReadResult['via'];
  readonly archivedAt: string | null;
  readonly seen: ReadResult['seen'];
  readonly rawSha256: string;
  readonly format: TextFormat;
  readonly title: string;
  readonly markdown: string;
  readonly metadata: Metadata;
  readonly removals: readonly Removal[];
  readonly findings: readonly Finding[];
  readonly linksOmitted: number;
  /** Absent when no template was used. */
  readonly fields?: FieldData;
  readonly data?: readonly DataEntry[];
  readonly moreData?: number;
  readonly lacksPart?: boolean;
  readonly notes: readonly string[];
}

/** Findings kept for a page; what a single answer shows of them depends on its budget. */
const MAX_THREATS = 50;

export function buildDocument(facts: PageFacts): Document {
  const cleaner = new Cleaner();
  const markdown = cleaner.text(facts.markdown, 'text');
  const title = cleaner.line(facts.title, CAPS.title, 'title');
  // What the caller wrote needs no cleaning; a local page has its file’s name there.
  const finalUrl = facts.finalUrl === facts.url ? facts.url : cleaner.url(facts.finalUrl);
  const provenance = provenanceOf(facts, markdown, cleaner);
  const leftOut = summariseLeftOut(facts.removals, (label) => cleaner.line(label, CAPS.label, 'label'));
  const fields = cleanFields(facts.fields ?? {}, cleaner);
  const page = writePageText(markdown, facts.format);
  const notes = facts.notes.map((note) => cleaner.line(note, CAPS.note, 'note')).filter((note) => note !== '');
  const findings = [...facts.findings, ...cleaner.findings];
  const { threats, counts } = reportThreats(findings, { cap: MAX_THREATS });
  const suppressed = finalUrl === null ? [SUPPRESSED] : [];
  return {
    status: facts.verdict.status,
    reason: { ...facts.verdict.reason, detail: cleaner.line(facts.verdict.reason.detail, CAPS.note, 'reason') },
    evidence: facts.verdict.evidence,
    finalUrl: finalUrl ?? facts.url,
    title,
    httpStatus: facts.httpStatus,
    kind: facts.kind,
    via: facts.via,
    archivedAt: facts.archivedAt,
    seen: facts.seen,
    page,
    threats: [...suppressed, ...warningsFirst(threats).map((threat) => cleanThreat(threat, cleaner))],
    threatCounts: { ...counts, ...(finalUrl === null ? { [SUPPRESSED.type]: 1 } : {}) },
    leftOut,
    linksOmitted: facts.linksOmitted + (facts.format === 'text' ? countLinks(markdown) : 0),
    fields,
    provenance,
    data: (facts.data ?? []).map((entry) => {
      return { ...entry, label: cleaner.line(entry.label, CAPS.label, 'label') };
    }),
    moreData: facts.moreData ?? 0,
    lacksPart: facts.lacksPart ?? false,
    notes: [...new Set(notes)].slice(0, CAPS.notes),
  };
}

const SUPPRESSED: Threat = {
  type: 'final_url_suppressed',
  severity: 'warn',
  reason: 'the final address holds characters that hide text, or is too long; the address asked for stands instead',
  excerpt: '',
  location: '',
};

/** An answer with little room shows the beginning of the list. */
function warningsFirst(threats: readonly Threat[]): Threat[] {
  return [...threats].sort((a, b) => Number(b.severity === 'warn') - Number(a.severity === 'warn'));
}

function cleanThreat(threat: Threat, cleaner: Cleaner): Threat {
  return {
    type: threat.type,
    severity: threat.severity,
    reason: cleaner.line(threat.reason, CAPS.reason, 'report'),
    excerpt: cleaner.line(threat.excerpt, CAPS.excerpt, 'report'),
    location: cleaner.line(threat.location, CAPS.location, 'report'),
  };
}

function provenanceOf(facts: PageFacts, markdown: string, cleaner: Cleaner): Provenance {
  const { metadata } = facts;
  return {
    content_sha256: sha256(markdown),
    raw_sha256: facts.rawSha256,
    canonical_url: cleaner.url(metadata.canonicalUrl),
    language: cleaner.fact(metadata.language, CAPS.language, 'language'),
    site: cleaner.fact(metadata.site, CAPS.meta, 'site'),
    author: authorOf(metadata.author, cleaner),
    published: cleaner.fact(metadata.published, CAPS.date, 'published'),
    modified: cleaner.fact(metadata.modified, CAPS.date, 'modified'),
    licence: cleaner.fact(metadata.licence, CAPS.meta, 'licence'),
    words: countWords(markdown),
  };
}

/** A name, not a sentence: what is longer than names are is a place to hide one. */
function authorOf(author: string | null, cleaner: Cleaner): string | null {
  const name = cleaner.fact(author, CAPS.author + 1, 'author');
  if (name === null || name.length > CAPS.author || name.split(' ').length > CAPS.authorWords) return null;
  return name;
}

/** Plain text has no place for addresses. Bounded, so that brackets without end cost nothing. */
function countLinks(markdown: string): number {
  let links = 0;
  for (const _ of markdown.matchAll(/(?<![!\\])\[(?:[^[\]\\\n]|\\.){1,500}\]\(/gu)) links++;
  return links;
}

function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) words++;
  return words;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
