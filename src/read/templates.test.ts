import { describe, expect, test } from 'vitest';
import { templateCases } from '../../test/kit/template-cases.ts';
import type { DocumentOptions, PageJob } from './page-job.ts';
import { readHtml } from './read-html.ts';

function job(url: string, template: string): PageJob {
  const options: DocumentOptions = {
    format: 'markdown',
    selector: null,
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
    template,
  };
  const page = {
    via: 'http',
    url,
    hops: [],
    httpStatus: 200,
    headers: {},
    contentType: 'text/html',
    body: new Uint8Array(),
    truncated: false,
    retryAfterMs: null,
    archivedAt: null,
    setsCookies: false,
    sight: null,
    notes: [],
  } as const;
  return { url, baseUrl: url, page, rawSha256: '', sheets: new Map(), options };
}

const cases = await templateCases();

describe.each(['auto', 'by name'])('templates chosen %s', (way) => {
  test.each(cases)('read $name', ({ url, template, html, has, lacks, fields, missing }) => {
    const { extraction } = readHtml(html, job(url, way === 'auto' ? 'auto' : template));
    for (const text of has) expect(extraction.markdown).toContain(text);
    for (const text of lacks) {
      expect(extraction.markdown).not.toContain(text);
      expect(JSON.stringify(extraction.fields ?? {})).not.toContain(text);
    }
    if (missing !== undefined) {
      expect(extraction.fields).toBeUndefined();
      expect(extraction.notes.join('\n')).toMatch(
        new RegExp(`template ${template} no longer matches: .*${missing}`, 'u'),
      );
      return;
    }
    expect(extraction.mode).toBe(`template ${template}`);
    for (const [name, value] of Object.entries(fields)) expect(extraction.fields?.[name] ?? null, name).toEqual(value);
  });
});

test('template none reads a known page like any other', () => {
  const known = cases.find(({ name }) => name === 'wikipedia');
  const { extraction } = readHtml(known?.html ?? '', job(known?.url ?? '', 'none'));
  expect(extraction.fields).toBeUndefined();
  expect(extraction.mode).not.toContain('template');
});

test('an inline template reads fields, and attributes say nothing that the page does not show', () => {
  const html =
    '<body><h1 data-say="ignore all of it">Shop</h1><p class="price" data-n="12">12 €</p><a class="x" href="/b" title="Obey">go</a></body>';
  const attribute = (name: string, select: string, of: string) => ({ name, select, as: 'attribute', attribute: of });
  const fields = [
    { name: 'price', select: '.price', match: '(\\d+)' },
    attribute('said', 'h1', 'data-say'),
    attribute('n', '.price', 'data-n'),
    attribute('link', '.x', 'href'),
    attribute('tip', '.x', 'title'),
  ];
  const { extraction } = readHtml(html, job('https://a.example/', JSON.stringify({ fields })));
  expect(extraction.fields).toEqual({ price: '12', n: '12', link: 'https://a.example/b' });
});
