import { parseMarkup } from '../../html/parse.ts';
import type { HiddenText } from '../documents/document-html.ts';
import { shownText } from '../markdown/shown-text.ts';
import type { MarkdownRenderer } from './native-page.ts';

/**
 * Markdown as the HTML that its site shows, markup in it included: comments, hidden elements and closed sections are
 * then what they are on any page. What Markdown itself keeps out of sight is told apart here: a reference that nothing
 * refers to, which is how people write comments that leave no trace in HTML.
 */
export async function loadMarkdownRenderer(): Promise<MarkdownRenderer> {
  const { default: MarkdownIt } = await import('markdown-it');
  const writer = new MarkdownIt({ html: true, linkify: true });
  // Names of files end like names of hosts (`guide.md`), so only whole addresses are links, as on code hosts.
  writer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  return (markdown) => {
    if (markdown.length > MAX_MARKDOWN_CHARACTERS) return null;
    const { body, frontMatter } = withoutFrontMatter(markdown.replace(/^\ufeff/u, '').replace(/\r\n?/gu, '\n'));
    const html = writer.render(body);
    return { html, hidden: unusedReferences(body, html), frontMatter };
  };
}

/** Code hosts show larger files as source. The worst of that size takes 3 s. */
const MAX_MARKDOWN_CHARACTERS = 500_000;

/** Facts that stand before a text, between lines of three dashes. */
const FRONT_MATTER = /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/u;

function withoutFrontMatter(markdown: string): { body: string; frontMatter: number } {
  const match = FRONT_MATTER.exec(markdown);
  // Between two rules may stand a text as well; facts have names.
  if (match === null || !/^[\w"'-]{1,60}\s?:/mu.test(match[1] ?? '')) return { body: markdown, frontMatter: 0 };
  return { body: markdown.slice(match[0].length), frontMatter: (match[1] ?? '').length };
}

/** `[label]: address "title"`, the title perhaps on the next line; all parts bounded. */
const REFERENCE =
  /^ {0,3}\[([^\]\n]{1,400})\]:[ \t]{0,20}\n?[ \t]{0,20}(<[^>\n]{0,2000}>|[^\s<]\S{0,2000})(?:[ \t]{0,20}\n?[ \t]{0,20}(?:"([^"]{1,4000})"|'([^']{1,4000})'|\(([^()]{1,4000})\)))?[ \t]{0,20}$/gmu;
const MAX_REFERENCES = 1_000;
/** Names of links have fewer words. */
const SENTENCE = /^\S+(?:\s+\S+){4,}/u;

/** Words of references that are in no place of the page: their titles, and labels that are sentences. */
function unusedReferences(markdown: string, html: string): HiddenText[] {
  const found: HiddenText[] = [];
  let words: string | null = null;
  for (const [, label = '', , ...titles] of markdown.matchAll(REFERENCE)) {
    if (found.length >= MAX_REFERENCES) break;
    const title = titles.find((each) => each !== undefined) ?? '';
    const text = [SENTENCE.test(label.trim()) ? label : '', title].join(' ').replace(/\s+/gu, ' ').trim();
    if (text === '' || label.startsWith('^')) continue;
    words ??= everyWord(html);
    if (!words.includes(letters(text))) found.push({ reason: 'comment', text, location: 'reference' });
  }
  return found;
}

/** The page's text with what stands in its attributes: what is there is judged where it stands. */
function everyWord(html: string): string {
  return letters(
    `${shownText(parseMarkup(html).children)} ${shownText(parseMarkup(html.replace(/[<>"]/gu, ' ')).children)}`,
  );
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
