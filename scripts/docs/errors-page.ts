import { AppError, ERROR_CODES, type ErrorCode } from '../../src/base/errors.ts';
import { EXIT_MEANINGS, exitOfError } from '../../src/cli/exit-codes.ts';
import { PAGE_STATUSES, type PageStatus } from '../../src/read/result.ts';
import { code, markdownTable, page } from './markdown.ts';

const STATUS_MEANINGS: Readonly<Record<PageStatus, string>> = {
  ok: 'the page that was asked for',
  partial: 'the page, but something of it is missing; `notes` and `left_out` say what',
  empty: 'an answer without text that a person could see',
  challenge: 'the site asked for proof of a human instead; nothing is solved',
  blocked: 'the site refused (401, 403, another 4xx, 999)',
  rate_limited: 'the site asked to come back later (429 and its like)',
  not_found: '404, 410, or a page that says so',
  server_error: '5xx',
  unsupported_content: 'a kind of file that is not read',
  too_large: 'larger than the cap',
  unreachable: 'no connection, no such host, a broken answer',
  timeout: 'not within `timeout_s`',
  unknown: 'none of these could be shown',
};

export function errorsPage(): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[]; // seam: the keys of a literal are its keys
  return page('Errors, statuses and exit codes', 'src/base/errors.ts, src/read/result.ts and src/cli/exit-codes.ts', [
    'An error is about the call, a status is about the page. A page that could not be read is an answer with a status; ' +
      'an error means that there is no answer.',
    '## Errors',
    'Over MCP an error is a result with `isError` whose text is the JSON `{code, message, hint, retryable, ' +
      'retry_after_ms}`; `hint` names the next step. The list is closed; codes are never renamed.',
    markdownTable(
      ['Code', 'Meaning', 'Try again?', 'Exit code'],
      codes.map((name) => [
        code(name),
        ERROR_CODES[name],
        new AppError(name, '').retryable ? 'yes, later' : 'no',
        String(exitOfError(name)),
      ]),
    ),
    '## Page statuses',
    markdownTable(
      ['Status', 'Meaning'],
      PAGE_STATUSES.map((name) => [code(name), STATUS_MEANINGS[name]]),
    ),
    '## Exit codes of the command line',
    markdownTable(
      ['Code', 'Meaning'],
      EXIT_MEANINGS.map(([number, meaning]) => [String(number), meaning]),
    ),
    '`ok` and `partial` end with 0, every other page status with 4.',
  ]);
}
