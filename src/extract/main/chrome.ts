import { ancestors, type HtmlElement, textContent } from '../../html/tree.ts';
import type { Cut } from './cut.ts';
import { type Facts, isHeading } from './facts.ts';
import { namesOf } from './names.ts';

/**
 * Step 1: parts of a page that say of themselves that they are not content: landmarks, dialogs, fields, consent
 * banners.
 */
const CHROME_ROLES: ReadonlySet<string> = new Set(
  'navigation menu menubar search dialog alertdialog tooltip banner contentinfo toolbar tablist'.split(' '),
);
const CONTROLS: ReadonlySet<string> = new Set('button select textarea dialog datalist'.split(' '));

export function cutChrome(body: HtmlElement, cut: Cut): void {
  const total = cut.of(body);
  cut.visit(body, (element) => {
    const facts = cut.of(element);
    const reason = chromeReason(element, facts, total);
    if (!reason) return false;
    const overlay = reason === 'consent' || reason === 'dialog' || reason.endsWith('dialog');
    cut.take(element, 'chrome', reason, overlay ? 'overlay' : 'boilerplate');
    return true;
  });
}

function chromeReason(element: HtmlElement, facts: Facts, total: Facts): string | null {
  const { tag } = element;
  if (CONTROLS.has(tag)) return isLabelOfSection(element) ? null : 'control';
  if (tag === 'a' && isSkipLink(element, facts)) return 'skip link';
  if (tag === 'main' || tag === 'article') return null;
  // A wrapper around the real content is not chrome, whatever it is called.
  if (facts.mains > 0 || (facts.articles > 0 && facts.prose > total.prose * 0.4)) return null;
  const role = element.attributes.get('role');
  if (role && CHROME_ROLES.has(role) && !(role === 'tablist' && facts.prose > 0)) return `role ${role}`;
  if (tag === 'nav') return tag;
  if (tag === 'footer') return isIn(element, 'article', 'li') ? null : tag;
  if (element.attributes.get('aria-modal') === 'true') return 'dialog';
  if (tag === 'header') return inContent(element) ? null : tag;
  const { kinds } = namesOf(element);
  if (kinds.length === 0 || inContent(element)) return null;
  if (kinds.includes('consent') && facts.controls > 0) return 'consent';
  return kinds.includes('footer') ? 'footer by name' : null;
}

const SKIP =
  /^\s*(?:(?:skip|jump|go) (?:to|past)|to the (?:page|main) content|zum (?:haupt)?inhalt|direkt zum|aller au contenu|passer au|(?:saltar|ir) al? (?:contenido|principal)|pular para|ir para o|vai al contenuto|(?:ga )?naar (?:de )?inhoud|hoppa till|gå til|siirry|przejdź do|перейти к|跳(?:转|至|到)|メインコンテンツ|본문)/iu;

/** A link for keyboards that leads past the navigation. */
function isSkipLink(element: HtmlElement, facts: Facts): boolean {
  if (facts.characters > 40 || facts.characters === 0) return false;
  return element.attributes.get('href')?.includes('#') === true && SKIP.test(textContent(element));
}

/** A heading or a term that is also the switch of its section, as in accordions. */
function isLabelOfSection(element: HtmlElement): boolean {
  const { parent } = element;
  return parent?.type === 'element' && (isHeading(parent) || parent.tag === 'dt' || parent.tag === 'summary');
}

export function inContent(element: HtmlElement): boolean {
  return isIn(element, 'article', 'main');
}

function isIn(element: HtmlElement, ...tags: string[]): boolean {
  for (const parent of ancestors(element)) if (tags.includes(parent.tag)) return true;
  return false;
}
