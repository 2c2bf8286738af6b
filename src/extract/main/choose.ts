import { type HtmlElement, type HtmlRoot, isElement } from '../../html/tree.ts';
import type { Removal } from '../extraction.ts';
import { type CardGroup, findCards } from './cards.ts';
import { cutChrome } from './chrome.ts';
import { weighParagraphs } from './core.ts';
import { Cut, type Step } from './cut.ts';
import { cutDuplicates } from './duplicates.ts';
import type { Facts } from './facts.ts';
import { cutLinkLists } from './link-lists.ts';
import { MODE_RULES, type Mode } from './modes.ts';
import { cutNamed } from './named.ts';
import { cutAround, cutOutside } from './outside.ts';
import { cutPrompts } from './prompts.ts';
import { cutSections } from './sections.ts';
import { collectSigns } from './signs.ts';
import { LISTING_SHARE, type Verdict, weigh } from './weigh.ts';

export interface Choice {
  /** What is to be written, in document order; everything else has been taken out of the tree. */
  readonly nodes: HtmlElement[];
  readonly mode: Mode;
  /** The facts that decided, in a few words. */
  readonly evidence: readonly string[];
  readonly removals: readonly Removal[];
  readonly cut: Cut;
}

/**
 * Chooses the content of a page and takes the rest out of its tree; what is kept and what is booked in `removals`
 * is together all the text there was. Time is linear in the size of the page.
 */
export function chooseContent(document: HtmlRoot): Choice {
  const body = bodyOf(document);
  const cut = new Cut(body);
  const before = { ...cut.of(body) };
  cutChrome(body, cut);
  cut.settle();
  const { mode, evidence } = decide(document, body, cut);
  narrow(body, cut, mode);
  widen(body, cut, before);
  cut.recount();
  cutDuplicates(body, cut);
  return { nodes: [body], mode, evidence, removals: cut.apply(), cut };
}

function decide(document: HtmlRoot, body: HtmlElement, cut: Cut): Verdict {
  const cards = findCards(body, cut);
  return weigh(collectSigns(document), body, cut.of, {
    cardShare: shareOf(cards, cut.of(body)),
    core: weighParagraphs(body, cut, new Set(cards.flatMap((group) => group.cards))).core,
  });
}

function narrow(body: HtmlElement, cut: Cut, mode: Mode): void {
  const rules = MODE_RULES[mode];
  cutNamed(body, cut, rules);
  cutPrompts(body, cut);
  if (mode !== 'listing') cutLinkLists(body, cut);
  cut.settle();
  if (rules.teasers) {
    cutSections(body, cut);
    cut.settle();
  }
  const total = { ...cut.of(body) };
  const groups = findCards(body, cut);
  const cardShare = shareOf(groups, total);
  if (rules.teasers && groups.length > 0 && (cardShare < LISTING_SHARE || isText(mode))) {
    const { core } = weighParagraphs(body, cut, new Set(groups.flatMap((group) => group.cards)));
    for (const group of groups) {
      // Many cards between the paragraphs of an article are what it is about; a few point away from it.
      const aside = group.characters < cut.of(core.element).characters * ASIDE_SHARE;
      if (isText(mode) && !aside && stands(group.cards[0], core.element)) continue;
      for (const card of group.cards) cut.take(card, 'cards', 'teaser');
    }
    cut.settle();
  }
  const paragraphs = weighParagraphs(body, cut);
  if (isText(mode) && paragraphs.core.mass > cut.of(body).prose * CORE_SHARE) cutAround(body, cut, paragraphs);
  else cutOutside(body, cut, speaksInProse(mode, total, cardShare));
  cut.settle();
}

/** One text from beginning to end. */
function isText(mode: Mode): boolean {
  return mode === 'article' || mode === 'documentation';
}

function stands(inner: HtmlElement | undefined, outer: HtmlElement): boolean {
  for (let node = inner?.parent; node; node = node.parent) if (node === outer) return true;
  return false;
}

/** Cards with less of an article's text than this are not its subject. */
const ASIDE_SHARE = 0.15;
/** From this share of the running text in one place, what is around it has to earn its place. */
const CORE_SHARE = 0.65;
/** A page with less running text, in characters, is weighed by all its text. */
const LITTLE_PROSE = 400;

function speaksInProse(mode: Mode, total: Facts, cardShare: number): boolean {
  if (total.prose <= LITTLE_PROSE) return false;
  if (mode === 'product') return false;
  return mode === 'forum' || (cardShare < LISTING_SHARE && total.prose > total.characters * 0.4);
}

/** Less than this of a page's text is taken for a mistake, unless it is a text of some length. */
const LEAST_SHARE = 0.1;
const LEAST_CHARACTERS = 200;
const UNDO: readonly Step[] = ['outside', 'cards', 'sections', 'names'];

/** Takes steps back, the boldest first, while what is left is suspiciously little. */
function widen(body: HtmlElement, cut: Cut, before: Facts): void {
  for (const step of UNDO) {
    const { characters } = cut.of(body);
    if (characters >= LEAST_CHARACTERS || characters >= before.characters * LEAST_SHARE) return;
    cut.undo(step);
  }
  if (cut.of(body).characters === 0) cut.undo('chrome');
}

function shareOf(groups: readonly CardGroup[], total: Facts): number {
  return groups.reduce((sum, group) => sum + group.characters, 0) / Math.max(1, total.characters);
}

/** The body of a parsed document, or the whole of it where there is none (frames). */
export function bodyOf(document: HtmlRoot): HtmlElement {
  const html = document.children.find((node) => isElement(node, 'html'));
  const body = isElement(html) ? html.children.find((node) => isElement(node, 'body')) : undefined;
  if (isElement(body)) return body;
  if (isElement(html)) return html;
  throw new TypeError('not a parsed document');
}
