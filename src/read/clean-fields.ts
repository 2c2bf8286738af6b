import type { FieldData } from '../extract/extraction.ts';
import { CAPS } from './caps.ts';
import type { Cleaner } from './clean.ts';

/** What a template read of a page, cleaned at the trust boundary; names of columns are the page’s as well. */
export function cleanFields(fields: FieldData, cleaner: Cleaner): FieldData {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, cleaner.text(value, 'field')] as const;
    return [name, value.map((each) => cleanEntry(each, cleaner))] as const;
  });
  // seam: a list holds entries of one kind, and cleaning keeps it
  return Object.fromEntries(entries) as FieldData;
}

function cleanEntry(entry: string | Readonly<Record<string, string>>, cleaner: Cleaner) {
  if (typeof entry === 'string') return cleaner.text(entry, 'field');
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      cleaner.line(name, CAPS.label, 'field'),
      cleaner.text(value, 'field'),
    ]),
  );
}
