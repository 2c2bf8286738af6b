import { codePointLength } from '../../base/text.ts';
import type { ReadPdf } from '../../pdf/read-pdf.ts';
import type { PageJob } from '../page-job.ts';

const END_BYTES = 2048;
const MAX_LISTED = 8;

/** A whole file says at its end where its table of contents is. */
export function isCutShort(body: Uint8Array): boolean {
  const end = Buffer.from(body.buffer, body.byteOffset, body.byteLength).subarray(-END_BYTES).toString('latin1');
  return !/startxref|%%EOF/u.test(end);
}

/** Remarks for the caller: what the file holds that the text does not say, and what of it was not read. */
export function notesOf({ options, page }: PageJob, reading: ReadPdf): string[] {
  const { facts, pages, pageCount, lost, rebuilt } = reading;
  const scans = pages.filter(({ isScan }) => isScan);
  const pictures = pages.filter(({ signs: count, hasPictures, isScan }) => hasPictures && count === 0 && !isScan);
  const unmapped = pages.reduce((sum, { unmapped: count }) => sum + count, 0);
  const signs = pages.reduce((sum, { signs: count }) => sum + count, 0);
  const notes = [`PDF of ${pageCount} page${pageCount === 1 ? '' : 's'}; each is a section: p1 to p${pageCount}.`];
  if (isCutShort(page.body)) notes.push('The file ends early.');
  else if (rebuilt) notes.push('The file’s table of contents is damaged; it was read from what could be found.');
  if (lost.length > 0) notes.push(`Pages that could not be opened: ${listed(lost)}.`);
  if (scans.length > 0) {
    const characters = scans.reduce((sum, { hidden }) => sum + codePointLength(hidden[0]?.text ?? ''), 0);
    const how = options.includeHidden ? 'it is put in, unproven' : 'include_hidden=true puts it in, unproven';
    const where = listed(scans.map(({ number }) => number));
    notes.push(
      `Scanned pages (${where}): a program’s reading of the picture lies there (${characters} characters); ${how}.`,
    );
  }
  if (pictures.length > 0)
    notes.push(`Pages with pictures and no text: ${listed(pictures.map(({ number }) => number))}.`);
  if (unmapped > 0) {
    const most = unmapped > signs * 0.3 ? ' Most of the text cannot be read from the file.' : '';
    notes.push(`${unmapped} drawn signs have no characters in the file and are left out.${most}`);
  }
  const foreign = pages.reduce((sum, { foreign: count }) => sum + count, 0);
  if (foreign > 0)
    notes.push(
      `${foreign} signs are set in fonts that the file does not hold; that they are seen is likely, not proven.`,
    );
  const patterned = pages.filter(({ textPatterns }) => textPatterns > 0);
  if (patterned.length > 0) {
    const count = patterned.reduce((sum, { textPatterns }) => sum + textPatterns, 0);
    const where = listed(patterned.map(({ number }) => number));
    notes.push(
      `Text in ${count} pattern${count === 1 ? '' : 's'} that pages are painted with was not read (${where}).`,
    );
  }
  if (facts.attachments > 0) notes.push(`Files attached to the PDF, not read: ${facts.attachments}.`);
  if (facts.scripts > 0) notes.push(`The PDF holds ${facts.scripts} scripts; they were not run.`);
  if (facts.isXfa) notes.push('The PDF is an XFA form: programs that know these show other content than its pages.');
  if (options.selector !== null && options.selector.trim().toLowerCase() !== 'body') {
    notes.push('selector is for HTML; the PDF was read whole. Use section for a page.');
  }
  return notes;
}

function listed(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MAX_LISTED).join(', ');
  return numbers.length > MAX_LISTED ? `${shown} and ${numbers.length - MAX_LISTED} more` : shown;
}
