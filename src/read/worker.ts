import type { PageJob, PageJobResult } from './page-job.ts';
import { understandPage } from './understand.ts';

/**
 * The entry of a worker thread: one page in, one Document out. Parsing, style sheets and extraction run only here, so
 * that a page can neither block the event loop nor take the process down: its thread is killed at its limits.
 */
export default function work(job: PageJob): PageJobResult {
  return understandPage(job);
}
