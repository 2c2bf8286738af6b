import { readdirSync, readFileSync } from 'node:fs';
import type { PageJob } from '../src/read/page-job.ts';
import { understandPage } from '../src/read/understand.ts';
import { type Capture, capturedWalls, hasCaptures, realPages } from '../test/kit/captures.ts';
import { table } from './stats.ts';

const CORPUS = 'corpus/walls';
const FINE = /^(?:ok|no_text|needs_javascript(?:_partial)?)$/u;

interface Row {
  readonly of: string;
  readonly pages: number;
  readonly right: number;
}

/** Walls that are found and pages that are taken for one, through everything but the network. */
export async function runWallsBench(): Promise<string> {
  const rows = corpusRows();
  if (hasCaptures) {
    rows.push(row('captured walls found', capturedWalls(), (code) => !FINE.test(code)));
    rows.push(row('real pages let through', realPages(), (code) => FINE.test(code)));
  }
  const shown = rows.map(({ of, pages, right }) => [of, String(pages), String(right), share(right, pages)]);
  return table(['what', 'pages', 'right', 'share'], shown);
}

function corpusRows(): Row[] {
  // What is sent as data is no page.
  const cases = readdirSync(CORPUS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const expected = JSON.parse(readFileSync(`${CORPUS}/${name}/expected.json`, 'utf8'));
      const { http_status: status, headers, reason, content_type: contentType } = expected;
      return { name, contentType, status, headers, reason, body: readFileSync(`${CORPUS}/${name}/page.html`, 'utf8') };
    });
  const html = cases.filter(({ contentType }) => contentType === undefined);
  const walls = html.filter(({ reason }) => !FINE.test(reason));
  const pages = html.filter(({ reason }) => FINE.test(reason));
  return [
    row('our walls named rightly', walls, (code, { reason }) => code === reason),
    row('our pages that look like walls let through', pages, (code) => FINE.test(code)),
  ];
}

function row<T extends Capture>(of: string, pages: readonly T[], isRight: (code: string, page: T) => boolean): Row {
  const right = pages.filter((page) => isRight(reasonOf(page), page)).length;
  return { of, pages: pages.length, right };
}

function reasonOf({ status, headers, body }: Capture): string {
  const url = 'https://e.test/page';
  const job: PageJob = {
    url,
    baseUrl: url,
    page: {
      via: 'http',
      url,
      hops: [],
      httpStatus: status,
      headers,
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(body),
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
  return result.type === 'document' ? result.document.reason.code : result.type;
}

function share(right: number, all: number): string {
  return `${((right / all) * 100).toFixed(1)} %`;
}
