import type { HtmlElement, HtmlNode, HtmlRoot } from '../html/tree.ts';
import { ancestors, elements } from '../html/tree.ts';
import { findCarriers } from './carriers.ts';
import { ControlIndex } from './collapsed.ts';
import { Cascade, type Scope } from './css/cascade.ts';
import { ROOT_STYLE } from './css/computed-style.ts';
import { MAX_MATCH_STEPS, Matcher } from './css/match.ts';
import { collectSheets } from './css/sheets.ts';
import { fadesIn } from './exceptions.ts';
import { DOUBT } from './facts.ts';
import { type PageFacts, textAmount } from './rules/rule.ts';
import { documentDoubts } from './scripts.ts';
import { type OpenShadow, openShadow } from './shadow.ts';
import type { Collapsed, FetchedSheets, HiddenReason, Sight } from './sight.ts';
import { BEYOND_LOCK, rootView } from './view.ts';
import { SightWalker } from './walk.ts';

export interface StaticInput {
  /** The address of the document, for relative style sheets and `:target`. */
  readonly url: string;
  /** Linked and imported sheets by absolute address; a missing or null one makes the answer incomplete. */
  readonly sheets: FetchedSheets;
}

/**
 * Decides from markup and style sheets what a person could see of a document on a desktop screen. Never throws for
 * page-written input, changes nothing, and takes time linear in document and sheets (with caps that are disclosed).
 * What it cannot decide stays visible unless the sign of hiding is strong, and makes `proof.complete` false.
 */
export function seeStatic(document: HtmlRoot, input: StaticInput): Sight {
  const baseUrl = baseOf(document, input.url);
  const sheets = collectSheets(document, baseUrl, input.sheets);
  const budget = { steps: MAX_MATCH_STEPS };
  const matcher = new Matcher({ quirks: document.quirks, host: null, targetId: fragmentOf(input.url), budget });
  const cascade = new Cascade();
  cascade.register(sheets.properties);
  const controls = new ControlIndex(document);
  const scope: Scope = { sheets, matcher };
  const doubts = new Set(sheets.unread);
  const styles = pageStyles(document, cascade, scope);
  documentDoubts(document, doubts);
  const page = {
    rightToLeft: styles.rightToLeft,
    lockedSideways: styles.lockedSideways,
    scripted: doubts.has(DOUBT.scripts),
    unreadSheets: sheets.unread.size > 0,
    fadesIn: false,
    characters: textAmount(document, Number.MAX_SAFE_INTEGER),
  };
  const openHost: OpenShadow = (host, outer) =>
    openShadow(host, outer, {
      url: baseUrl,
      sheets: input.sheets,
      quirks: document.quirks,
      budget,
      unread: (reason) => doubts.add(reason),
    });
  const walker = walkPage(page, (facts) => {
    const walker = new SightWalker({ cascade, page: facts, controls, openShadow: openHost });
    walker.children(document, rootView(ROOT_STYLE, styles.dark), scope);
    return walker;
  });
  for (const doubt of walker.doubts) doubts.add(doubt);
  if (styles.lockedDown) doubts.add(DOUBT.locked);
  if (usesWebFont(walker.families, sheets.fontFaces)) doubts.add(DOUBT.fonts);
  if (budget.steps < 0 || cascade.budget.left < 0) doubts.add(DOUBT.limits);
  const { hidden, collapsed } = settle(walker, controls);
  return {
    hidden,
    shown: new Set(),
    collapsed,
    findings: findCarriers(document),
    proof: { complete: doubts.size === 0, reasons: [...doubts].sort() },
  };
}

/** Once, and once more when the first walk shows a page that its scripts fade in as a whole. */
function walkPage(page: PageFacts, walk: (facts: PageFacts) => SightWalker): SightWalker {
  const first = walk(page);
  return fadesIn(first.hidden, page) ? walk({ ...page, fadesIn: true }) : first;
}

/** A panel whose control cannot be seen cannot be opened: it is hidden, not collapsed. */
function settle(
  walker: SightWalker,
  controls: ControlIndex,
): { hidden: Map<HtmlNode, HiddenReason>; collapsed: Map<HtmlElement, Collapsed> } {
  const hidden = new Map<HtmlNode, HiddenReason>();
  const known = new Set<HtmlNode>(walker.hidden.map(({ node }) => node));
  const collapsed = new Map(walker.collapsed);
  for (const [element, control] of controls.used) {
    if (!collapsed.has(element) || !isHidden(control, known)) continue;
    collapsed.delete(element);
    known.add(element);
    hidden.set(element, { type: 'hidden_css', reason: 'display:none' });
  }
  for (const { node, reason } of walker.hidden) {
    // A dialog over a locked page goes away, and the page scrolls again.
    if (reason.reason === BEYOND_LOCK && walker.dialogs > 0) known.delete(node);
  }
  for (const { node, reason } of walker.hidden)
    if (known.has(node) && !hasHiddenAncestor(node, known)) hidden.set(node, reason);
  return { hidden, collapsed };
}

function isHidden(control: HtmlElement, hidden: ReadonlySet<HtmlNode>): boolean {
  if (hidden.has(control) || hasHiddenAncestor(control, hidden)) return true;
  let texts = 0;
  let gone = 0;
  const visit = (node: HtmlNode) => {
    if (hidden.has(node)) gone++;
    if (node.type === 'text' && node.text.trim() !== '') texts++;
    else if (node.type === 'element') node.children.forEach(visit);
  };
  visit(control);
  return texts > 0 && gone >= texts;
}

function hasHiddenAncestor(node: HtmlNode, hidden: ReadonlySet<HtmlNode>): boolean {
  for (const up of ancestors(node)) if (hidden.has(up)) return true;
  return false;
}

function baseOf(document: HtmlRoot, url: string): string {
  for (const element of elements(document)) {
    if (element.tag === 'body') break;
    if (element.tag !== 'base') continue;
    const href = element.attributes.get('href');
    if (href === undefined) continue;
    try {
      return new URL(href, url).href;
    } catch {
      break;
    }
  }
  return url;
}

function fragmentOf(url: string): string {
  const hash = url.indexOf('#');
  if (hash < 0) return '';
  try {
    return decodeURIComponent(url.slice(hash + 1));
  } catch {
    return url.slice(hash + 1);
  }
}

interface PageStyles {
  readonly rightToLeft: boolean;
  readonly lockedSideways: boolean;
  readonly lockedDown: boolean;
  readonly dark: boolean;
}

/** Direction and overflow of html and body: the viewport takes body's overflow when html has none of its own. */
function pageStyles(document: HtmlRoot, cascade: Cascade, scope: Scope): PageStyles {
  const html = document.children.find((child) => child.type === 'element' && child.tag === 'html');
  if (html?.type !== 'element') return { rightToLeft: false, lockedSideways: false, lockedDown: false, dark: false };
  const root = cascade.stylesOf(html, ROOT_STYLE, scope).style;
  const body = html.children.find((child) => child.type === 'element' && child.tag === 'body');
  scope.sheets.index.enter(html, scope.matcher);
  const inner = body?.type === 'element' ? cascade.stylesOf(body, root, scope).style : root;
  scope.sheets.index.leave(html, scope.matcher);
  const own = root.is('overflow-x', 'visible') && root.is('overflow-y', 'visible') ? inner : root;
  const locked = (axis: 'overflow-x' | 'overflow-y') => own.is(axis, 'hidden') || own.is(axis, 'clip');
  return {
    rightToLeft: root.is('direction', 'rtl') || inner.is('direction', 'rtl'),
    lockedSideways: locked('overflow-x'),
    lockedDown: locked('overflow-y'),
    dark: root.dark,
  };
}

const SYMBOL_FONTS = /wingdings|webdings|zapf ?dingbats|(?:^|["',\s])symbol(?:$|["',])|barcode/iu;

function usesWebFont(families: ReadonlySet<string>, faces: ReadonlySet<string>): boolean {
  for (const list of families) {
    // Fonts whose letters are pictures: what the text says is not what it shows.
    if (SYMBOL_FONTS.test(list)) return true;
    for (const family of list.split(','))
      if (
        faces.has(
          family
            .trim()
            .replace(/^["']|["']$/gu, '')
            .toLowerCase(),
        )
      )
        return true;
  }
  return false;
}
