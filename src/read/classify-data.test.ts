import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import { classify } from './classify.ts';
import { ASKED_FOR_A_PAGE, type PageEvidence, visibleText } from './evidence.ts';
import { collectMarkup } from './markup-evidence.ts';

/** Captured walls and real pages of the public data that lies beside the checkout. */
const DATA = new URL('../../../shared/data/', import.meta.url);
const present = existsSync(DATA);
if (!present) process.stderr.write('skipped: the public test data is not beside the checkout\n');

interface Capture {
  readonly name: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function judge({ status, headers, body }: Capture) {
  const root = parseDocument(body);
  const { markup, title, scripts } = collectMarkup(root);
  const { text, characters } = visibleText(root, 4000);
  const page: PageEvidence = {
    httpStatus: status,
    headers,
    hasLocation: false,
    contentType: 'text/html',
    kind: 'html',
    cut: 'no',
    redirectedToLogin: false,
    passwordField: false,
    notFree: false,
    asked: ASKED_FOR_A_PAGE,
    markup,
    title,
    visibleText: text,
    visibleCharacters: characters,
    contentCharacters: characters,
    scripts,
  };
  return classify(page);
}

const file = (path: string) => readFileSync(new URL(path, DATA));
const list = (path: string) => readdirSync(new URL(path, DATA));
const NOT_WALLS = new Set(['requested_page.html', 'page_with_emails.html', 'page_with_recaptcha.html']);

/* biome-ignore lint/suspicious/noExplicitAny: seam: recorded JSON of several shapes */
function recorded(value: any, name: string): Capture[] {
  if (Array.isArray(value)) {
    return value.map((one, i) => ({
      name: `${name}#${i}`,
      status: one.status,
      headers: Object.fromEntries(one.headers),
      body: one.body,
    }));
  }
  const { response } = value.log.entries[0];
  const headers = Object.fromEntries(
    response.headers.map((header: { name: string; value: string }) => [header.name.toLowerCase(), header.value]),
  );
  return [{ name, status: response.status, headers, body: response.content.text ?? '' }];
}

function walls(): Capture[] {
  const html = ['cloudscraper-js', 'cloudscraper-py', 'openserp'].flatMap((folder) =>
    list(`blocked/${folder}`)
      .filter((name) => name.endsWith('.html') && !NOT_WALLS.has(name))
      .map((name) => ({
        name: `${folder}/${name}`,
        status: 200,
        headers: {},
        body: file(`blocked/${folder}/${name}`).toString(),
      })),
  );
  const json = list('blocked/is-antibot')
    .filter((name) => name.endsWith('.json') && !name.includes('success'))
    .flatMap((name) => recorded(JSON.parse(file(`blocked/is-antibot/${name}`).toString()), name));
  return [...html, ...json];
}

describe.skipIf(!present)('captured pages', () => {
  it('finds at least nine of ten captured walls', () => {
    const all = walls();
    const missed = all.filter((capture) => ['ok', 'partial'].includes(judge(capture).status)).map(({ name }) => name);
    expect(all.length).toBeGreaterThan(30);
    expect(missed.length / all.length, missed.join(', ')).toBeLessThanOrEqual(0.1);
  });

  it('lets ordinary pages of the same sources pass', () => {
    for (const name of NOT_WALLS) {
      const body = file(`blocked/cloudscraper-js/${name}`).toString();
      expect(judge({ name, status: 200, headers: {}, body }).status, name).toBe('ok');
    }
  });

  it('takes no real page for a wall', () => {
    const wcxb = list('extract/wcxb-dev/html').map((name) => ({
      name,
      status: 200,
      headers: {},
      body: gunzipSync(file(`extract/wcxb-dev/html/${name}`)).toString(),
    }));
    const readability = list('extract/readability')
      .filter((name) => existsSync(new URL(`extract/readability/${name}/source.html.gz`, DATA)))
      .map((name) => ({
        name,
        status: 200,
        headers: {},
        body: gunzipSync(file(`extract/readability/${name}/source.html.gz`)).toString(),
      }));
    const pages = [...wcxb, ...readability];
    const wrong = pages
      .map((page) => ({ name: page.name, verdict: judge(page) }))
      .filter(({ verdict }) => !['ok', 'empty', 'partial'].includes(verdict.status))
      .map(({ name, verdict }) => `${name}: ${verdict.reason.code} ${verdict.reason.detail}`);
    expect(pages.length).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  }, 60_000);
});
