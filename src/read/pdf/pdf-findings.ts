import type { ReadPdf } from '../../pdf/read-pdf.ts';
import { speaksToMachine } from '../../visibility/machine-speech.ts';
import { severityOf } from '../../visibility/severity.ts';
import type { Finding, Severity } from '../../visibility/sight.ts';

/**
 * Ways in which ordinary files carry text beside what they draw: what a program read from a scan, notes that a reader
 * opens, forms. Only text that speaks to a machine is worth a warning there.
 */
const ORDINARY = /^(?:text layer of a scan|comment|alternate text|form field$|tooltip |value of )/u;
const TYPE = 'hidden_pdf';
const MAX_SPREAD = 20_000;

/** A font that lies says a few words on each page; what they come to is told from all of them. */
const SPREAD = /^letters drawn unlike /u;

export function findingsOf(reading: ReadPdf, complete: boolean): Finding[] {
  const all = reading.pages.flatMap(({ number, hidden }) => hidden.map((each) => ({ ...each, number })));
  const spread = all.filter(({ reason }) => SPREAD.test(reason)).map(({ text }) => text);
  const findings = all.map(({ number, reason, text }): Finding => {
    const judged = SPREAD.test(reason) ? spread.join(' ').slice(0, MAX_SPREAD) : text;
    return { type: TYPE, severity: severity(reason, judged), reason, text, location: `page ${number}` };
  });
  const { bookmarks, subject, keywords } = reading.facts;
  const said = [
    { reason: 'bookmarks', text: bookmarks.map(({ title }) => title).join('\n') },
    { reason: 'subject or keywords', text: [subject, keywords].join('\n').trim() },
  ];
  for (const { reason, text } of said) {
    if (speaksToMachine(text)) findings.push({ type: TYPE, severity: 'warn', reason, text, location: 'document' });
  }
  return complete ? findings : [...findings, DEGRADED];
}

function severity(reason: string, text: string): Severity {
  if (ORDINARY.test(reason)) return speaksToMachine(text) ? 'warn' : 'info';
  return severityOf({ type: TYPE, reason, text });
}

const DEGRADED: Finding = {
  type: 'detection_degraded',
  severity: 'info',
  reason: 'not every page or text of the PDF could be looked at',
  text: '',
  location: '',
};
