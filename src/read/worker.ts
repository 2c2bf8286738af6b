import { type LookedUp, lookUp } from '../quotes/look-up.ts';
import { indexSources } from '../rank/rank.ts';
import { chooseFrom, withStems } from './choose-from.ts';
import { readDocumentPage } from './documents/read-document-page.ts';
import { readNativePage } from './native/read-native-page.ts';
import { answerSave, type SaveJob } from './page-file/save-job.ts';
import type { ChooseJobResult, PageJob, PageJobResult, QuoteJob, RankJob, RankJobResult } from './page-job.ts';
import { isPdfPage, readPdfPage } from './pdf/read-pdf-page.ts';
import { lookRemotely } from './see/look-remotely.ts';
import type { SightJob, SightJobResult } from './see/sight-job.ts';
import { answerPacked, answerTables, type PackedTablesJob, type TablesJob } from './tables/table-job.ts';
import { understandPage } from './understand.ts';

/**
 * The entry of a worker thread: one page in, one Document out. Parsing, style sheets and extraction run only here, so
 * that a page can neither block the event loop nor take the process down: its thread is killed at its limits.
 */
export default async function work(job: PageJob): Promise<PageJobResult> {
  if (job.page.native !== undefined) return understandPage(job, await readNativePage(job));
  return understandPage(job, isPdfPage(job) ? await readPdfPage(job) : await readDocumentPage(job));
}

/** Ranks the passages of long texts, which would hold up the event loop. Called by its name. */
export async function rank({ sources, query }: RankJob): Promise<RankJobResult> {
  const { passages, search } = indexSources(await withStems(sources));
  return { passages, ranked: search(query) };
}

/** The same, and which of them to show. Called by its name. */
export function choose(job: RankJob): Promise<ChooseJobResult> {
  return chooseFrom(job);
}

/** Looks quotes up in a long text. Called by its name. */
export function lookUpQuotes({ text, quotes }: QuoteJob): LookedUp[] {
  return lookUp(text, quotes);
}

/** The tables of a page. Called by its name. */
export function tables(job: TablesJob) {
  return answerTables(job);
}

/** A page as one file of HTML. Called by its name. */
export function save(job: SaveJob) {
  return answerSave(job);
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
