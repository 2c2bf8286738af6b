import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import { inContent } from './chrome.ts';
import type { Cut } from './cut.ts';
import type { Facts } from './facts.ts';
import type { ModeRules } from './modes.ts';
import { type NameKind, namesOf } from './names.ts';
import { cutPoster } from './poster.ts';

/** Step 2: parts that their names and their make-up give away together. */
export function cutNamed(body: HtmlElement, cut: Cut, rules: ModeRules): void {
  const total = cut.of(body);
  const voided = voidKinds(body, cut, rules);
  cut.visit(body, (element) => {
    const facts = cut.of(element);
    const reason = reasonFor(element, facts, total, rules, voided);
    if (!reason) return false;
    if (reason === 'poster by name') return cutPoster(element, cut);
    cut.take(
      element,
      'names',
      reason,
      reason === 'consent by name' || reason === 'overlay by name' ? 'overlay' : 'boilerplate',
    );
    return true;
  });
}

function reasonFor(
  element: HtmlElement,
  facts: Facts,
  total: Facts,
  rules: ModeRules,
  voided: ReadonlySet<NameKind>,
): string | null {
  // What holds a large part of the page's text is never beside the point, whatever it is called.
  if (facts.prose > total.prose * 0.4 && facts.prose > 200) return null;
  if (facts.characters > total.characters * 0.6) return null;
  const { tag } = element;
  if (rules.leaveOut.has('person') && element.attributes.get('itemprop') === 'jobTitle') return 'about the person';
  if (tag === 'footer' && rules.leaveOut.has('author') && facts.prose < 300) return 'footer';
  if (tag === 'aside' && (linkShare(facts) > 0.3 || !inContent(element))) return 'aside';
  if ((tag === 'label' || tag === 'fieldset' || tag === 'legend') && facts.prose === 0) return 'control';
  const kind = nameKind(element, facts, rules);
  if (kind && !voided.has(kind)) return `${kind} by name`;
  return tag === 'form' && facts.controls > 1 && facts.prose < 300 ? 'form' : null;
}

function linkShare(facts: Facts): number {
  return facts.characters === 0 ? 0 : facts.linkCharacters / facts.characters;
}

/** The first kind the element is named by whose conditions it meets. */
function nameKind(element: HtmlElement, facts: Facts, rules: ModeRules): NameKind | null {
  const names = namesOf(element);
  for (const kind of names.kinds) {
    if (rules.leaveOut.has(kind) && fits(kind, facts, names.surrounding)) return kind;
  }
  return null;
}

function fits(kind: NameKind, facts: Facts, surrounding: boolean): boolean {
  switch (kind) {
    case 'navigation':
      return facts.prose === 0 || linkShare(facts) > 0.4;
    case 'sidebar':
      return !surrounding;
    case 'sharing':
    case 'filter':
      return facts.prose < 300;
    case 'promotion':
    case 'callout':
      return facts.prose < 600;
    case 'poster':
      return facts.prose === 0;
    case 'person':
      return facts.characters < 1000;
    case 'author':
      return facts.characters < 400;
    case 'actions':
      return facts.prose === 0 && facts.characters < 300;
    case 'reader':
      return facts.characters < 200;
    default:
      return true;
  }
}

/** Kinds whose names cover a large part of the page's running text: on this page the names mean something else. */
function voidKinds(body: HtmlElement, cut: Cut, rules: ModeRules): Set<NameKind> {
  const covered = new Map<NameKind, { prose: number; characters: number }>();
  const visit = (parent: HtmlParent, open: ReadonlySet<NameKind>) => {
    cut.visit(parent, (element) => {
      const facts = cut.of(element);
      if (facts.characters === 0) return true;
      const kind = nameKind(element, facts, rules);
      if (!kind || open.has(kind)) return false;
      const sum = covered.get(kind) ?? { prose: 0, characters: 0 };
      covered.set(kind, { prose: sum.prose + facts.prose, characters: sum.characters + facts.characters });
      visit(element, new Set([...open, kind]));
      return true;
    });
  };
  visit(body, new Set());
  const total = cut.of(body);
  const voided = new Set<NameKind>();
  for (const [kind, { prose, characters }] of covered) {
    const limit = kind === 'comments' || kind === 'reviews' || kind === 'person' ? 0.95 : 0.4;
    const tooMuch =
      total.prose > 300 ? prose > total.prose * limit : characters > total.characters * Math.max(limit, 0.6);
    if (tooMuch) voided.add(kind);
  }
  return voided;
}
