import { type EvidenceFolder, EvidenceQuotaError } from '../../stores/evidence-folder.ts';
import { dataQuestion } from '../data-question.ts';
import { sha256 } from '../document.ts';
import { documentKey } from '../page-cache.ts';
import type { EndedRead, KeptRead } from './kept-read.ts';
import { readWarc } from './read-warc.ts';
import { writeWarc } from './write-warc.ts';

/** Keeps reads as they end, and gives them back. */
export interface EvidenceStore {
  /** Never rejects: what could not be kept is said in the notes that come back. */
  keep(read: EndedRead): Promise<readonly string[]>;
  /** The newest read of a page, by its address or its content_sha256; null when none is kept. */
  find(by: { readonly url: string } | { readonly contentSha256: string }): Promise<KeptRead | null>;
  readonly counters: { readonly kept: number; readonly failed: number };
}

export interface EvidenceOptions {
  readonly folder: EvidenceFolder;
  /** `Plainsight/1.2.3` */
  readonly software: string;
}

/** Reads of this process that are known to be kept: a window more of the same page is no new evidence. */
const MAX_KNOWN = 4_000;

export function createEvidenceStore({ folder, software }: EvidenceOptions): EvidenceStore {
  const known = new Set<string>();
  const counters = { kept: 0, failed: 0 };
  return {
    counters,
    async keep(read) {
      const key = keyOf(read);
      if (known.has(key)) return [];
      // Before it is written: callers that share one fetch end at the same moment.
      known.add(key);
      const oldest = known.size > MAX_KNOWN ? known.values().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      try {
        await folder.keep(nameOf(read), await writeWarc(read, software));
        counters.kept++;
        return [];
      } catch (thrown) {
        known.delete(key);
        counters.failed++;
        return [`This read was not kept as evidence: ${reasonOf(thrown)}.`];
      }
    },
    async find(by) {
      const key = 'url' in by ? { addressKey: sha256(by.url) } : { contentKey: by.contentSha256 };
      for (const path of await folder.find(key)) {
        const kept = await readWarc(await folder.read(path)).catch(() => null);
        // Names hold beginnings of digests only.
        const isMeant =
          kept && ('url' in by ? kept.facts.url === by.url : kept.facts.contentSha256 === by.contentSha256);
        if (isMeant) return kept;
      }
      return null;
    },
  };
}

function keyOf({ url, request, found, fetchedAtMs }: EndedRead): string {
  const data = dataQuestion(request.section, request.query) ?? request.data;
  const { record, document } = found;
  return record === null
    ? `${url} ${document.status} ${fetchedAtMs}`
    : `${fetchedAtMs} ${documentKey(record, { ...request, data })}`;
}

function nameOf({ url, found, fetchedAtMs }: EndedRead) {
  const contentKey = found.document.provenance.content_sha256;
  return { atMs: fetchedAtMs, host: new URL(url).host, addressKey: sha256(url), contentKey };
}

/** In our words: a system's message may hold the path. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof EvidenceQuotaError) return 'the quota PLAINSIGHT_EVIDENCE_MB is used up';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return `the folder could not be written (${/^E[A-Z]{2,20}$/u.test(code) ? code : 'a fault of ours'})`;
}
