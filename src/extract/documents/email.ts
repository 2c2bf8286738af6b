import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { type DocumentHtml, escapeHtml, htmlPage } from './document-html.ts';
import { ArchiveError } from './zip.ts';

const MAX_HEADER_BYTES = 500_000;
const MAX_PART_DEPTH = 50;
const MAX_LISTED = 100;

/**
 * An e-mail message (RFC 5322, MIME). Its HTML is looked at like any page, without loading anything; attachments, and
 * messages in the message, are named and not opened. Throws ArchiveError for what is no message.
 */
export async function readEmail(bytes: Uint8Array): Promise<DocumentHtml> {
  let email: Email;
  try {
    email = await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_PART_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
    });
  } catch {
    throw new ArchiveError('damaged', 'its parts are nested too deeply, or its headers are too long');
  }
  const body = email.html ?? textHtml(email.text ?? '');
  return {
    pages: [
      { html: htmlPage(headHtml(email)), location: 'headers' },
      { html: body, location: '' },
      { html: htmlPage(attachmentsHtml(email.attachments)), location: 'attachments' },
    ],
    title: email.subject ?? '',
    author: email.from === undefined ? null : mailbox(email.from),
    created: email.date ?? null,
    modified: null,
    language: null,
    hidden: [],
    beside: [],
    notes: email.attachments.length > 0 ? [`Attachments, not opened: ${email.attachments.length}.`] : [],
  };
}

function headHtml(email: Email): string {
  const to = (email.to ?? []).slice(0, MAX_LISTED).map(mailbox).join(', ');
  const lines = [
    ['From', email.from === undefined ? '' : mailbox(email.from)],
    ['To', to],
    ['Date', email.date ?? ''],
  ].filter(([, value]) => value !== '');
  const subject = email.subject ? `<h1>${escapeHtml(email.subject)}</h1>` : '';
  const points = lines.map(([name, value]) => `<li>${name}: ${escapeHtml(value ?? '')}</li>`).join('');
  return `${subject}${points === '' ? '' : `<ul>${points}</ul>`}`;
}

function mailbox(address: Address): string {
  if (address.group) return address.name;
  return address.name === '' || address.name === address.address
    ? (address.address ?? '')
    : `${address.name} (${address.address})`;
}

function textHtml(text: string): string {
  const paragraphs = text.replace(/\r\n?/gu, '\n').split(/\n{2,}/u);
  return htmlPage(
    paragraphs
      .filter((one) => one.trim() !== '')
      .map((one) => `<p>${escapeHtml(one.trim()).replaceAll('\n', '<br>')}</p>`)
      .join(''),
  );
}

function attachmentsHtml(attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return '';
  const listed = attachments.slice(0, MAX_LISTED).map(({ filename, mimeType, content }) => {
    const size = typeof content === 'string' ? content.length : content.byteLength;
    return `<li>${escapeHtml(filename ?? 'without a name')} (${escapeHtml(mimeType)}, ${size} bytes)</li>`;
  });
  return `<p>Attachments:</p><ul>${listed.join('')}</ul>`;
}
