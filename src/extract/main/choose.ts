import { type HtmlElement, type HtmlRoot, isElement } from '../../html/tree.ts';
import type { Removal } from '../extraction.ts';
import { type CardGroup, findCards } from './cards.ts';
import { cutChrome } from './chrome.ts';
import { weighParagraphs } from './core.ts';
import { Cut } from './cut.ts';
import { cutDuplicates } from './duplicates.ts';
import { MODE_RULES, type Mode } from './modes.ts';
import { cutNamed } from './named.ts';
import { cutAround, cutOutside } from './outside.ts';
import { collectSigns } from './signs.ts';
import { weigh } from './weigh.ts';

export interface Choice {
  /** What is to be written, in document order; everything else has been taken out of the tree. */
  readonly nodes: HtmlElement[];
  readonly mode: Mode;
  readonly evidence: readonly string[];
  readonly removals: readonly Removal[];
  readonly cut: Cut;
}

/** Chooses the content of a page and takes the rest out of its tree. Time is linear in the size of the page. */
export function chooseContent(document: HtmlRoot, _context: { readonly url: string }): Choice {
  const body = bodyOf(document);
  const cut = new Cut(body);
  cutChrome(body, cut);
  cut.measure();
  const teasers = findCards(body, cut);
  const { mode, evidence } = weigh(collectSigns(document), body, cut.of, {
    cardShare: shareOf(teasers, cut.of(body)),
    core: weighParagraphs(body, cut, new Set(teasers.flatMap((group) => group.cards))).core,
  });
  const rules = MODE_RULES[mode];
  cutNamed(body, cut, rules);
  cut.measure();
  const total = cut.of(body);
  const groups = findCards(body, cut);
  const cardShare = shareOf(groups, total);
  if (rules.teasers && (cardShare < 0.3 || mode === 'article')) {
    for (const group of groups) for (const card of group.cards) cut.take(card, 'cards', 'teaser');
    cut.measure();
  }
  const paragraphs = weighParagraphs(body, cut);
  if (mode === 'article' && paragraphs.core.mass > cut.of(body).prose * 0.65) cutAround(body, cut, paragraphs);
  else {
    const byProse =
      mode === 'forum'
        ? total.prose > 400
        : cardShare < 0.3 && total.prose > 400 && total.prose > total.characters * 0.4;
    cutOutside(body, cut, byProse);
  }
  cut.measure();
  cutDuplicates(body, cut);
  const removals = cut.apply();
  return { nodes: [body], mode, evidence, removals, cut };
}

function shareOf(groups: readonly CardGroup[], total: { characters: number }): number {
  return groups.reduce((sum, group) => sum + group.characters, 0) / Math.max(1, total.characters);
}

export function bodyOf(document: HtmlRoot): HtmlElement {
  const html = document.children.find((node) => isElement(node, 'html'));
  const body = isElement(html) ? html.children.find((node) => isElement(node, 'body')) : undefined;
  if (isElement(body)) return body;
  if (isElement(html)) return html;
  throw new TypeError('not a parsed document');
}
