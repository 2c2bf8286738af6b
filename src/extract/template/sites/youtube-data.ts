import { z } from 'zod';
import {
  createElement,
  createText,
  elements,
  type HtmlElement,
  type HtmlRoot,
  textContent,
} from '../../../html/tree.ts';

/** The data of a watch page is about one megabyte. */
const MAX_DATA_CHARACTERS = 6_000_000;
const MAX_CHAPTERS = 500;

const player = z.object({
  videoDetails: z.object({
    title: z.string(),
    author: z.string().catch(''),
    viewCount: z.string().catch(''),
    shortDescription: z.string().catch(''),
  }),
});
const words = z
  .object({ simpleText: z.string() })
  .transform(({ simpleText }) => simpleText)
  .or(
    z
      .object({ runs: z.array(z.object({ text: z.string() })) })
      .transform(({ runs }) => runs.map(({ text }) => text).join('')),
  );
const listed = z.object({ macroMarkersListItemRenderer: z.object({ title: words, timeDescription: words }) });
const panel = z.object({
  engagementPanelSectionListRenderer: z.object({
    content: z.object({ macroMarkersListRenderer: z.object({ contents: z.array(z.unknown()) }) }),
  }),
});
const page = z.object({ engagementPanels: z.array(z.unknown()) });

/**
 * A watch page as its scripts build it, from what the page carries for them: title, channel, views, description and
 * chapters. Null when there is no video in its data.
 */
export function youtubeTree(root: HtmlRoot): HtmlRoot | null {
  const video = player.safeParse(dataOf(root, 'ytInitialPlayerResponse'));
  if (!video.success) return null;
  const { title, author, viewCount, shortDescription } = video.data.videoDetails;
  const views = /^\d{1,15}$/u.test(viewCount) ? `${Number(viewCount).toLocaleString('en-US')} views` : '';
  const metadata = element('ytd-watch-metadata', {}, [
    element('h1', {}, [], title),
    element('div', { id: 'channel-name' }, [], author),
    element('div', { id: 'info' }, [], views),
    element('div', { id: 'description' }, paragraphs(shortDescription)),
  ]);
  const children = [metadata, ...chapters(dataOf(root, 'ytInitialData'))];
  const tree: HtmlRoot = { type: 'root', children, parent: null, depth: 0, quirks: false };
  for (const child of children) child.parent = tree;
  return tree;
}

function chapters(data: unknown): HtmlElement[] {
  const panels = page.safeParse(data).data?.engagementPanels ?? [];
  // The same list stands in more than one panel.
  for (const each of panels) {
    const list = panel.safeParse(each).data?.engagementPanelSectionListRenderer.content.macroMarkersListRenderer;
    const found = (list?.contents ?? []).slice(0, MAX_CHAPTERS).flatMap((item) => {
      const chapter = listed.safeParse(item).data?.macroMarkersListItemRenderer;
      if (!chapter) return [];
      const { title, timeDescription: time } = chapter;
      return [
        element('ytd-macro-markers-list-item-renderer', {}, [
          element('h4', {}, [], title),
          element('div', { id: 'time' }, [], time),
        ]),
      ];
    });
    if (found.length > 0) return found;
  }
  return [];
}

function paragraphs(text: string): HtmlElement[] {
  return text
    .split(/\n{2,}/u)
    .filter((part) => part.trim() !== '')
    .map((part) =>
      createElement(
        'p',
        {},
        part.split('\n').flatMap((line, at) => (at > 0 ? [createElement('br'), createText(line)] : [createText(line)])),
      ),
    );
}

function element(tag: string, attributes: Record<string, string>, children: HtmlElement[], text = ''): HtmlElement {
  return createElement(tag, attributes, text === '' ? children : [createText(text)]);
}

/** `var NAME = {…};` in a script that holds little else. */
function dataOf(root: HtmlRoot, name: string): unknown {
  for (const script of elements(root)) {
    if (script.tag !== 'script') continue;
    const source = textContent(script);
    const from = source.indexOf(name);
    if (from < 0 || source.length > MAX_DATA_CHARACTERS) continue;
    const start = source.indexOf('{', from);
    if (start < 0 || !/^["'\]\s]{0,4}=\s{0,4}$/u.test(source.slice(from + name.length, start))) continue;
    const parsed = parseObject(source.slice(start));
    if (parsed !== null) return parsed;
  }
  return null;
}

/** The object that a text begins with; what follows it is not looked at. */
function parseObject(source: string): unknown {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return parseJson(source.slice(0, at + 1));
  }
  return null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
