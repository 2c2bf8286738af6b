import type { PageStatus } from './result.ts';

/**
 * Every reason a read can give, with the status it belongs to and the sentence a caller sees. Details are our own
 * words; what varies (a vendor, a number) is appended by `reasonFor`, never page text.
 */
const REASONS = {
  ok: { status: 'ok', detail: 'The page was read.' },
  body_cut: { status: 'partial', detail: 'The server’s answer was longer than is read; this is its beginning.' },
  body_damaged: { status: 'partial', detail: 'The answer ended early or was damaged; this is what was readable.' },
  needs_javascript_partial: {
    status: 'partial',
    detail: 'The page builds its content with scripts; this is what stands in it without them.',
  },
  needs_javascript: { status: 'empty', detail: 'The page builds its content with scripts and has no text of its own.' },
  no_content: { status: 'empty', detail: 'The server says there is no content.' },
  no_text: { status: 'empty', detail: 'The page holds no text that a person could see.' },
  pdf_no_text: { status: 'empty', detail: 'The PDF holds no text that a person could see, or only pictures of text.' },
  pdf_cut: { status: 'partial', detail: 'Not all pages of the PDF were read.' },
  pdf_locked: { status: 'unsupported_content', detail: 'The PDF is encrypted and opens only with a password.' },
  document_locked: { status: 'unsupported_content', detail: 'The document is encrypted and opens only with a key.' },
  document_damaged: { status: 'unsupported_content', detail: 'The document is damaged and cannot be opened.' },
  document_too_large: { status: 'too_large', detail: 'The document is larger, unpacked, than the limit.' },
  pdf_damaged: { status: 'unsupported_content', detail: 'The PDF is damaged and cannot be opened.' },
  bot_challenge: { status: 'challenge', detail: 'The site asks to prove that a person is there.' },
  bot_block: { status: 'blocked', detail: 'The site refuses automated visitors.' },
  http_forbidden: { status: 'blocked', detail: 'The server refuses this request.' },
  login_required: { status: 'blocked', detail: 'The site shows a sign-in page instead of the page asked for.' },
  consent_required: { status: 'blocked', detail: 'The site shows a consent page instead of the page asked for.' },
  region_blocked: { status: 'blocked', detail: 'The site does not show the page to visitors from here.' },
  paywall: { status: 'partial', detail: 'The site asks for a subscription; this is what it shows without one.' },
  no_results: { status: 'empty', detail: 'The site says that its search found nothing; this is what it says.' },
  too_many_requests: { status: 'rate_limited', detail: 'The site says there were too many requests.' },
  page_not_found: { status: 'not_found', detail: 'The server says there is no such page.' },
  page_gone: { status: 'not_found', detail: 'The server says the page is gone for good.' },
  server_fault: { status: 'server_error', detail: 'The site’s server failed.' },
  media_type: { status: 'unsupported_content', detail: 'The content is of a type that is not read here.' },
  file_download: {
    status: 'unsupported_content',
    detail: 'A browser is given a file to save here, and no page to show.',
  },
  bad_encoding: { status: 'unsupported_content', detail: 'The answer’s compression could not be undone.' },
  body_limit: { status: 'too_large', detail: 'The answer is larger than the limit.' },
  memory_limit: { status: 'too_large', detail: 'The page needs more memory to be understood than the limit allows.' },
  host_unreachable: { status: 'unreachable', detail: 'No connection to the site could be made, or it broke.' },
  redirect_loop: { status: 'unreachable', detail: 'The site redirects in a circle or too many times.' },
  not_archived: { status: 'not_found', detail: 'The archive has no copy of the page.' },
  archive_refused: { status: 'unreachable', detail: 'The archive could not be asked.' },
  time_limit: { status: 'timeout', detail: 'The site did not answer in full within the time allowed.' },
  extraction_time: { status: 'timeout', detail: 'The page took too long to be understood.' },
  odd_status: { status: 'unknown', detail: 'The server answered with a status that says nothing about the page.' },
  redirect_without_target: { status: 'unknown', detail: 'The server redirects without saying where to.' },
} as const satisfies Record<string, { status: PageStatus; detail: string }>;

export type ReasonCode = keyof typeof REASONS;

export interface Verdict {
  readonly status: PageStatus;
  readonly reason: { readonly code: ReasonCode; readonly detail: string };
  /** What it was read from: short remarks in our own words, none of them page text. */
  readonly evidence: readonly string[];
}

/** `extra` is a few words of ours, such as a vendor’s name or `HTTP 403`. */
export function verdict(code: ReasonCode, extra = '', evidence: readonly string[] = []): Verdict {
  const { status, detail } = REASONS[code];
  return { status, reason: { code, detail: extra === '' ? detail : `${detail} (${extra})` }, evidence };
}

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(REASONS, code);
}
