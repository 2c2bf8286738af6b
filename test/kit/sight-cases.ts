import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Answer } from './gated-site.ts';
import { noiseGif } from './noise-gif.ts';

/** One way to show or hide a text, from corpus/visibility-rendered. */
export interface SightCase {
  readonly id: string;
  /** `partial`: the word Seenhead is seen, the marker is not; `none`: only shown inside another case. */
  readonly expect: 'visible' | 'hidden' | 'partial' | 'none';
  readonly why?: string;
  /** Markup for the page that holds many cases. */
  readonly html?: string;
  /** Body of a page of its own. */
  readonly page?: string;
}

const FOLDER = join('corpus', 'visibility-rendered');

export async function loadCases(name: string): Promise<readonly SightCase[]> {
  return JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8'));
}

/** The word that stands for a case in its page. */
export function markerOf({ id }: SightCase): RegExp {
  return new RegExp(`Marker${id}\\b`, 'u');
}

const HEAD = `<!doctype html><html><head><meta charset=utf-8><title>Cases</title><style>@font-face{font-family:Blank;src:url(/blank.ttf)}body{margin:8px;font:16px/1.2 "Liberation Sans",sans-serif;background:#fff;color:#000}.case{position:relative;height:64px;margin:0 0 6px}.case>p{margin:0}</style></head>`;

/** All cases without a page of their own, one below the other. */
function manyCases(cases: readonly SightCase[]): string {
  const blocks = cases.filter(({ html }) => html).map(({ id, html }) => `<div class=case id="c_${id}">${html}</div>`);
  return `${HEAD}<body><h1>Cases</h1>${blocks.join('\n')}</body></html>`;
}

function ownPage({ page = '' }: SightCase): string {
  return `<!doctype html><html><head><meta charset=utf-8><title>Case</title><style>body{font:16px/1.2 "Liberation Sans",sans-serif}</style></head><body>${page}</body></html>`;
}

/** What a site has to serve for these cases: `/many`, `/own/<id>`, frames, a font without glyphs, a moving picture. */
export async function casesSite(cases: readonly SightCase[]): Promise<Record<string, string | Answer>> {
  const font = await readFile(join(FOLDER, 'blank.ttf'));
  const gif = noiseGif();
  const send = (type: string, body: Buffer) => (_request: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
  const own = cases.filter(({ page }) => page).map((each) => [`/own/${each.id}`, ownPage(each)]);
  return {
    ...Object.fromEntries(own),
    '/many': manyCases(cases),
    '/blank.ttf': send('font/ttf', font),
    '/anim.gif': send('image/gif', gif),
    '/crossframe': '<p style="margin:0">Markeriframecross quick brown fox</p>',
    '/crossframe0': '<p style="margin:0">Markeriframecrossop0 quick brown fox</p>',
  };
}
