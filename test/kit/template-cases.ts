import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A page as one kind of site writes it, and what its template takes of it. */
export interface TemplateCase {
  readonly name: string;
  readonly html: string;
  readonly template: string;
  readonly url: string;
  readonly has: readonly string[];
  readonly lacks: readonly string[];
  /** Null for a field that the page does not have. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What becomes of the page; `ok` when not given. */
  readonly status?: string;
  /** The required field whose absence makes the template not match. */
  readonly missing?: string;
  /** The page shows nothing until its scripts have drawn its data, which is read at its own address only: the field that
   * is missing elsewhere. */
  readonly elsewhere?: string;
}

const FOLDER = resolve(import.meta.dirname, '../../corpus/templates');

/** The cases of corpus/templates: what is expected stands in the first line of each page. */
export async function templateCases(): Promise<TemplateCase[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.html')).sort();
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(FOLDER, name), 'utf8');
      const end = source.indexOf('\n');
      const expected = JSON.parse(source.slice(5, source.lastIndexOf(' -->', end))); // seam: files of ours
      return { ...expected, name: name.replace('.html', ''), html: source.slice(end + 1) };
    }),
  );
}
