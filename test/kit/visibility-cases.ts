import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { noiseGif } from './noise-gif.ts';

/** One way to show or hide a text, from corpus/visibility; the README there says what the fields mean. */
export interface VisibilityCase {
  readonly id: string;
  /** `partial`: the word Seenhead is seen, the marker is not; `none`: only shown inside another case. */
  readonly expect: 'visible' | 'hidden' | 'partial' | 'none';
  /** What static analysis makes of it; absent where nobody asks it. */
  readonly static?: 'right' | 'lost' | 'open';
  /** Where the removal is told; a threat unless said otherwise. */
  readonly reported?: 'threat' | 'collapsed' | 'shut' | 'image' | 'unproven' | 'frame' | 'nothing';
  /** Nothing can stand around it without changing it. */
  readonly bare?: true;
  /** The text stands in an attribute, which static analysis of text has no part in. */
  readonly carrier?: true;
  /** `Marker<id>` unless given. */
  readonly marker?: string;
  readonly why: string;
  /** Markup that can share a page with other cases. */
  readonly html?: string;
  /** Body of a page of its own. */
  readonly page?: string;
  /** A whole page of its own. */
  readonly document?: string;
}

export const VISIBILITY_SETS = [
  'benchmark',
  'first',
  'second',
  'own',
  'more',
  'holdout',
  'later',
  'last',
  'third',
] as const;
export type VisibilitySet = (typeof VISIBILITY_SETS)[number];

const FOLDER = join('corpus', 'visibility');

export async function loadCases(name: VisibilitySet): Promise<readonly VisibilityCase[]> {
  return JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8'));
}

/** The word that stands for a case in its page. */
export function markerOf({ id, marker }: VisibilityCase): string {
  return marker ?? `Marker${id}`;
}

/** Whether a text has a word, and not only the beginning of a longer one. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\w-]/u.test(text[at + word.length] ?? '')) return true;
  }
  return false;
}

/** Words that everybody sees around a case: before it and after it, so that text lost beside a payload is noticed. */
export function surroundings(example: VisibilityCase): readonly string[] {
  const { id, bare, document } = example;
  if (document?.includes(`END-${id}`)) return [`VIS-${id}`, `END-${id}`];
  if (bare || (document !== undefined && !document.includes('<p>Before.</p>'))) return [];
  return [`Ahead${id}`, `Before${id}`, `After${id}`, `Behind${id}`];
}

function around(example: VisibilityCase, inner: string): string {
  const [ahead, before, after, behind] = surroundings(example);
  if (behind === undefined) return inner;
  const line = (word: string | undefined) => `<p class=around>${word} is a line that everybody can read.</p>`;
  return `${line(ahead)}${line(before)}\n${inner}\n${line(after)}${line(behind)}`;
}

const FONTS = '@font-face{font-family:Blank;src:url(/blank.ttf)}body{font:16px/1.2 "Liberation Sans",sans-serif}';
const BLOCKS =
  'body{margin:8px;background:#fff;color:#000}.case{position:relative;height:64px;margin:0 0 6px}.case>p{margin:0}';

const head = (style: string) =>
  `<!doctype html><html><head><meta charset=utf-8><title>Cases</title><style>${style}</style></head>`;

function block(example: VisibilityCase): string {
  return around(example, `<div class=case id="c_${example.id}">${example.html}</div>`);
}

/** Cases without a page of their own, one below the other. */
export function sharedPage(cases: readonly VisibilityCase[]): string {
  return `${head(FONTS + BLOCKS)}<body><h1>Cases</h1>${cases.map(block).join('\n')}</body></html>`;
}

/** A case as the only one of its page. */
export function ownPage(example: VisibilityCase): string {
  const { html, page, document } = example;
  if (document !== undefined) {
    const [ahead, before, after, behind] = surroundings(example);
    if (behind === undefined) return document;
    return document
      .replace('<p>Before.</p>', `<p>${ahead} comes first.</p><p>${before} comes before.</p>`)
      .replace('<p>After.</p>', `<p>${after} comes after.</p><p>${behind} comes last.</p>`);
  }
  if (html !== undefined) return `${head(FONTS + BLOCKS)}<body>${block(example)}</body></html>`;
  return `${head(FONTS)}<body>${around(example, page ?? '')}</body></html>`;
}

type Answer = (request: unknown, response: ServerResponse) => void;

/** What the pages of cases ask for: frames, a font without glyphs, a moving picture, and each case at `/own/<id>`. */
export async function caseRoutes(cases: readonly VisibilityCase[]): Promise<Record<string, string | Answer>> {
  const font = await readFile(join(FOLDER, 'blank.ttf'));
  const gif = noiseGif();
  const send =
    (type: string, body: Buffer): Answer =>
    (_request, response) =>
      void response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
  return {
    ...Object.fromEntries(cases.map((each) => [`/own/${each.id}`, ownPage(each)])),
    '/blank.ttf': send('font/ttf', font),
    '/anim.gif': send('image/gif', gif),
    '/crossframe': '<p style="margin:0">Markeriframecross quick brown fox</p>',
    '/crossframe0': '<p style="margin:0">Markeriframecrossop0 quick brown fox</p>',
  };
}

/** Frames of another site stand at a name of their own, at whatever port the site has. */
export function elsewhere(
  routes: Record<string, string | Answer>,
  port: () => number,
): Record<string, string | Answer> {
  const served = Object.entries(routes).map(([path, route]): [string, string | Answer] => {
    if (typeof route !== 'string' || !route.includes('//other.test/')) return [path, route];
    return [
      path,
      (_request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
          .end(route.replaceAll('//other.test/', `//localhost:${port()}/`)),
    ];
  });
  return Object.fromEntries(served);
}
