import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/base/errors.ts';
import { LEFT_OUT_KINDS } from '../../src/extract/extraction.ts';
import { PAGE_STATUSES } from '../../src/read/result.ts';
import { THREAT_TYPES } from '../../src/visibility/sight.ts';

/** Words that clients branch on: added deliberately, never renamed. A red test here means: decide. */
test('the codes of errors', () => {
  expect(Object.keys(ERROR_CODES)).toEqual([
    'invalid_argument',
    'scheme_not_allowed',
    'credentials_in_url',
    'blocked_target',
    'domain_not_allowed',
    'rate_limited',
    'search_unavailable',
    'navigation_timeout',
    'browser_unavailable',
    'stale_ref',
    'expired_handle',
    'not_enabled',
    'extraction_failed',
    'budget_exceeded',
    'cancelled',
    'internal',
  ]);
});

test('the states of a page', () => {
  expect(PAGE_STATUSES).toEqual([
    'ok',
    'partial',
    'empty',
    'challenge',
    'blocked',
    'rate_limited',
    'not_found',
    'server_error',
    'unsupported_content',
    'too_large',
    'unreachable',
    'timeout',
    'unknown',
  ]);
});

test('the kinds of hidden text and of what is left out', () => {
  expect(THREAT_TYPES).toEqual([
    'hidden_css',
    'hidden_attribute',
    'hidden_markup',
    'hidden_pdf',
    'zero_width',
    'bidi',
    'tag',
    'variation',
    'report_truncated',
    'final_url_suppressed',
    'detection_degraded',
    'strip_incomplete',
  ]);
  expect(LEFT_OUT_KINDS).toEqual([
    'boilerplate',
    'metadata',
    'overlay',
    'collapsed',
    'inactive_tab',
    'unproven',
    'duplicate',
    'image',
    'frame',
    'closed_root',
    'windowed',
    'over_budget',
  ]);
});
