import { AppError } from '../base/errors.ts';
import { parsePath } from '../extract/data/data-path.ts';
import type { DataQuestion } from './result.ts';

/** `data:all`, or `data:` with the number of a piece and a path in it. No heading has an id with a colon. */
export const DATA_SECTION = /^data:(?:all|(\d{1,3})(.*))$/su;

/** The question of a read about embedded data; null for a read of the page itself. */
export function dataQuestion(section: string | null, query: string | null): DataQuestion | null {
  if (section === null || !DATA_SECTION.test(section)) return null;
  const [, , path = ''] = DATA_SECTION.exec(section) ?? [];
  if (parsePath(path) === null) {
    throw new AppError('invalid_argument', 'The path behind the id of embedded data cannot be read.', {
      hint: 'Write it as data:1.name.list[0]["odd name"]; query="…" with section="data:1" gives the paths there are.',
    });
  }
  return { section, search: query !== null };
}
