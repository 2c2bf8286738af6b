import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PageJob } from './page-job.ts';
import { understandPage } from './understand.ts';

/** Whole pages through everything but the network, each with the verdict it must get. */
const CORPUS = new URL('../../corpus/walls/', import.meta.url);
const cases = readdirSync(CORPUS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe('walls and pages that look like them', () => {
  it.each(cases.map(({ name }) => name))('%s', (name) => {
    const file = (part: string) => readFileSync(new URL(`${name}/${part}`, CORPUS));
    const expected = JSON.parse(file('expected.json').toString());
    const job: PageJob = {
      url: 'https://e.test/page',
      baseUrl: 'https://e.test/page',
      page: {
        via: 'http',
        url: 'https://e.test/page',
        hops: [],
        httpStatus: expected.http_status,
        headers: expected.headers,
        contentType: expected.content_type ?? 'text/html; charset=utf-8',
        body: file('page.html'),
        truncated: false,
        retryAfterMs: null,
        archivedAt: null,
        setsCookies: false,
        sight: null,
        notes: [],
      },
      rawSha256: '',
      sheets: new Map(),
      options: {
        format: 'markdown',
        selector: null,
        expand: false,
        includeHidden: false,
        includeLinks: true,
        includeImages: false,
      },
    };
    const result = understandPage(job);
    expect(result).toMatchObject({
      type: 'document',
      document: { status: expected.status, reason: { code: expected.reason } },
    });
  });
});
