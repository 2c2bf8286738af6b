import { indexPassages } from '../rank/rank.ts';
import { loadStem } from '../rank/stem.ts';
import type { PageJob, PageJobResult, RankJob, RankJobResult } from './page-job.ts';
import { lookRemotely } from './see/look-remotely.ts';
import type { SightJob, SightJobResult } from './see/sight-job.ts';
import { answerPacked, answerTables, type PackedTablesJob, type TablesJob } from './tables/table-job.ts';
import { understandPage } from './understand.ts';

/**
 * The entry of a worker thread: one page in, one Document out. Parsing, style sheets and extraction run only here, so
 * that a page can neither block the event loop nor take the process down: its thread is killed at its limits.
 */
export default function work(job: PageJob): PageJobResult {
  return understandPage(job);
}

/** Ranks the passages of a long text, which would hold up the event loop. Called by its name. */
export async function rank({ text, blocks, language, query }: RankJob): Promise<RankJobResult> {
  const index = indexPassages(text, blocks, await loadStem(language));
  return { passages: index.passages, ranked: index.search(query) };
}

/** The tables of a page. Called by its name. */
export function tables(job: TablesJob) {
  return answerTables(job);
}

/** More about tables that were found before. Called by its name. */
export function packedTables(job: PackedTablesJob) {
  return answerPacked(job);
}

/** Looks at a page that stands still in a browser; the page answers over the job's port. Called by its name. */
export function see(job: SightJob): Promise<SightJobResult> {
  return lookRemotely(job);
}

/** Nothing: whoever has it done has a thread with all of this loaded. Called by its name. */
export function ready(): void {}
