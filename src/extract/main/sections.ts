import { type HtmlElement, textContent } from '../../html/tree.ts';
import type { Cut } from './cut.ts';
import { isHeading } from './facts.ts';

/**
 * Headings that announce something beside the text: other articles, sharing, comments, newsletters. Matched against
 * the whole heading. They are read in articles, documentation, forums and product pages only: on other pages
 * “Contact us” may be what the page is about.
 */
const BESIDE: readonly RegExp[] = [
  /^(?:more )?related\b.{0,30}$/u,
  /^(?:you|customers|people|readers|others) (?:may|might|will|also|who)\b.{0,50}$/u,
  /^recommend(?:ed|ations)\b.{0,30}$/u,
  /^(?:more|latest|recent|popular|trending|featured|top|other|similar|our latest|our recent)(?: \S+)? (?:news|articles?|posts?|stories|reads?|reading|blogs?|insights|products?|items|discussions|topics)\b.{0,20}$/u,
  /^(?:more (?:from|in|on|like|about)|most (?:read|popular|viewed|recent))\b.{0,40}$/u,
  /^(?:read|keep|continue|further|up|what to|where to) (?:next|reading|more|also|read next)\b.{0,20}$/u,
  /^share\b.{0,30}$/u,
  /^(?:about the authors?|(?:article |medically )?(?:written|reviewed|edited) by|meet the author)\b.{0,30}$/u,
  /^(?:leave|post|write|add|join)\b.{0,12}\b(?:comment|reply|review|discussion|conversation)s?$/u,
  /^(?:\d+ )?(?:comments?|responses|replies|reviews?|customer reviews|reader interactions)(?: \(?\d+\)?)?$/u,
  /^(?:ratings?|reviews?) (?:and|&) (?:ratings?|reviews?)$/u,
  /^(?:sign up|subscribe|newsletter|join (?:our|the)|stay (?:connected|informed|up|in touch)|get (?:the|our) (?:latest|newsletter)|follow us|get in touch|contact us)\b.{0,50}$/u,
  /^join\b.{0,40}\b(?:subscribers|readers|members|newsletter|mailing list)\b.{0,40}$/u,
  /^(?:table of contents|on this page|in this (?:article|post|guide)|contents|jump to)$/u,
  /^(?:tags|categories|filed under|topics|archives?|recently viewed|advertisement|sponsored|testimonials?|frequently bought together)\b.{0,20}$/u,
  /^(?:das könnte (?:sie|dich)|mehr zum thema|ähnliche|weitere (?:artikel|themen|nachrichten)|lesen sie auch|meistgelesen|kommentare?)\b.{0,40}$/u,
  /^(?:articles? (?:similaires?|liés)|à lire aussi|sur le même (?:sujet|thème)|lire aussi|les plus lus|commentaires?)(?:\s.{0,40})?$/u,
  /^(?:artículos relacionados|noticias relacionadas|te puede interesar|también te|lo más (?:leído|visto)|comentarios?)(?:\s.{0,40})?$/u,
  /^(?:articoli correlati|leggi anche|potrebbe interessarti|leia (?:também|mais)|veja também|mais lidas|gerelateerd|lees ook)(?:\s.{0,40})?$/u,
  /^(?:похожие|читайте также|комментарии|также по теме|関連記事|関連リンク|おすすめ|相关(?:文章|阅读|新闻)|推荐阅读|评论|관련 ?기사).{0,20}$/u,
];
const MAX_HEADING_LENGTH = 80;
/** More such headings than this are not looked at. */
const MAX_HEADINGS = 200;
/** A section with more of the page's running text than this is content, whatever its heading says. */
const MAX_PROSE_SHARE = 0.25;

/** Leaves out the sections that such headings open. */
export function cutSections(body: HtmlElement, cut: Cut): void {
  const limit = cut.of(body).prose * MAX_PROSE_SHARE + 200;
  const headings: HtmlElement[] = [];
  const times = new Map<number, number>();
  cut.visit(body, (element) => {
    if (!isHeading(element)) return cut.of(element).headings === 0;
    if (headings.length >= MAX_HEADINGS || !announcesBeside(element)) return true;
    headings.push(element);
    const { hash } = cut.of(element);
    times.set(hash, (times.get(hash) ?? 0) + 1);
    return true;
  });
  for (const heading of headings) {
    // A heading that comes back again and again belongs to the text: the “Review” of each thing in a comparison.
    if ((times.get(cut.of(heading).hash) ?? 0) > 2 || isCut(heading, body, cut)) continue;
    const section = sectionOf(heading, body, cut, limit);
    if (section) cut.take(section, 'sections', 'heading of something beside the text');
    else cutFollowing(heading, cut, limit);
  }
}

function announcesBeside(heading: HtmlElement): boolean {
  const text = textContent(heading);
  if (text.length > MAX_HEADING_LENGTH * 4) return false;
  const line = text
    .replace(/\s+/gu, ' ')
    .replace(/[:：.!?…\s]+$/u, '')
    .trim()
    .toLowerCase();
  return line.length > 0 && line.length <= MAX_HEADING_LENGTH && BESIDE.some((pattern) => pattern.test(line));
}

function isCut(element: HtmlElement, body: HtmlElement, cut: Cut): boolean {
  for (let node = element; node !== body; ) {
    if (cut.has(node)) return true;
    if (node.parent?.type !== 'element') return false;
    node = node.parent;
  }
  return false;
}

/** The largest element that begins with the heading and is not too much; null when that is the heading alone. */
function sectionOf(heading: HtmlElement, body: HtmlElement, cut: Cut, limit: number): HtmlElement | null {
  let section: HtmlElement = heading;
  while (section.parent?.type === 'element' && section.parent !== body) {
    const parent: HtmlElement = section.parent;
    const facts = cut.of(parent);
    if (facts.prose > limit || facts.h1 > 0 || facts.mains > 0 || !begins(parent, section, cut)) break;
    section = parent;
  }
  return cut.of(section).characters > cut.of(heading).characters ? section : null;
}

/** Whether the first text in `parent` stands in `child`. */
function begins(parent: HtmlElement, child: HtmlElement, cut: Cut): boolean {
  for (const node of parent.children) {
    if (node === child) return true;
    if (node.type === 'text' && node.text.trim() !== '') return false;
    if (node.type === 'element' && !cut.has(node) && cut.of(node).characters > 0) return false;
  }
  return false;
}

/** The heading and what follows it up to the next heading, when it stands in the middle of a text. */
function cutFollowing(heading: HtmlElement, cut: Cut, limit: number): void {
  let start: HtmlElement = heading;
  while (start.parent?.type === 'element' && cut.of(start.parent).characters === cut.of(heading).characters)
    start = start.parent;
  if (start.parent?.type !== 'element') return;
  const siblings = start.parent.children;
  const following: HtmlElement[] = [];
  let prose = 0;
  for (const node of siblings.slice(siblings.indexOf(start) + 1)) {
    if (node.type !== 'element' || cut.has(node)) continue;
    if (cut.of(node).headings > 0 && cut.of(node).linkedHeadings === 0) break;
    prose += cut.of(node).prose;
    following.push(node);
  }
  if (prose > limit) return;
  for (const element of [start, ...following]) cut.take(element, 'sections', 'heading of something beside the text');
}
