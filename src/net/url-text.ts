import { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';

/** Longest address a caller may write; longer ones are no page addresses but data. */
const MAX_URL_LENGTH = 2048;

/**
 * An address as a caller wrote it, as a URL. White space around it is dropped and a missing scheme becomes https.
 * Forms that two parsers read differently (control characters, backslashes before the path, unparsable literals) are
 * refused, never mended: a check on one reading must not be followed by a request in the other.
 *
 * Throws AppError invalid_argument, scheme_not_allowed or blocked_target.
 */
export function parseUrlText(written: string): URL {
  const text = written.trim();
  if (text === '') throw invalid('The address is empty.');
  if (text.length > MAX_URL_LENGTH) throw invalid(`The address is longer than ${MAX_URL_LENGTH} characters.`);
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u.test(text)) {
    throw disguised('it holds control characters');
  }
  const complete = completeScheme(text);
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(complete)?.[1]?.toLowerCase();
  if (scheme === undefined) throw invalid('The address has no valid scheme.');
  if (scheme !== 'http' && scheme !== 'https') throw schemeRefused();
  const authority = authorityOf(complete, scheme.length + 1);
  if (authority.includes('\\')) throw disguised('it holds a backslash where the host stands');
  if (/\s/u.test(authority)) throw disguised('it holds white space where the host stands');
  if (!canParseUrl(complete)) {
    // An ordinary typing mistake is only invalid; what looks like an address literal or carries signs of a trick is refused.
    if (/[[\]@%]|^\d|[^\u0000-\u007f]/u.test(authority)) throw disguised('its host is malformed');
    throw invalid('The address is not a valid URL.');
  }
  return new URL(complete);
}

export function schemeRefused(): AppError {
  return new AppError('scheme_not_allowed', 'Only http and https addresses can be read.', {
    hint: 'Give an http:// or https:// address.',
  });
}

/** The part between the slashes after the scheme and the path; the backslash does not end it here. */
function authorityOf(text: string, from: number): string {
  return /^[\\/]*([^/?#]*)/u.exec(text.slice(from))?.[1] ?? '';
}

function completeScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return text;
  if (text.startsWith('//')) return `https:${text}`;
  // “host:8080/x” looks like a scheme, but no scheme is followed by digits alone.
  if (/^[^\s/?#:@]+:\d{1,5}(?:[/?#]|$)/u.test(text)) return `https://${text}`;
  if (/^[a-z][a-z0-9+.-]*:/iu.test(text) || /^[^/?#[]*:\/\//u.test(text)) return text;
  return `https://${text}`;
}

function invalid(message: string): AppError {
  return new AppError('invalid_argument', message, { hint: 'Give an absolute http:// or https:// address.' });
}

function disguised(why: string): AppError {
  return new AppError('blocked_target', `The address was refused: ${why}.`, {
    hint: 'Write the address plainly, without encoded or unusual forms of the host.',
  });
}
