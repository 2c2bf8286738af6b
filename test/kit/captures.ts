import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Captured walls and real pages of the public data that lies beside the checkout. */
const DATA = new URL('../shared/data/', pathToFileURL(`${process.cwd()}/`));

export const hasCaptures = existsSync(DATA);

export interface Capture {
  readonly name: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const file = (path: string) => readFileSync(new URL(path, DATA));
const list = (path: string) => readdirSync(new URL(path, DATA));
/** Pages of the same sources that are none. */
export const NOT_WALLS = new Set(['requested_page.html', 'page_with_emails.html', 'page_with_recaptcha.html']);

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

/** Walls that were met in the field. */
export function capturedWalls(): Capture[] {
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

/** An ordinary page of those sources. */
export function capturedPage(name: string): Capture {
  return { name, status: 200, headers: {}, body: file(`blocked/cloudscraper-js/${name}`).toString() };
}

/** Real pages of two sets that were made to test extraction. */
export function realPages(): Capture[] {
  const page = (name: string, path: string) => ({
    name,
    status: 200,
    headers: {},
    body: gunzipSync(file(path)).toString(),
  });
  const wcxb = list('extract/wcxb-dev/html').map((name) => page(name, `extract/wcxb-dev/html/${name}`));
  const readability = list('extract/readability')
    .filter((name) => existsSync(new URL(`extract/readability/${name}/source.html.gz`, DATA)))
    .map((name) => page(name, `extract/readability/${name}/source.html.gz`));
  return [...wcxb, ...readability];
}
