import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { Core } from './core.ts';
import type { FactsOf } from './facts.ts';
import type { Mode } from './modes.ts';
import { nameWords } from './names.ts';
import type { Signs } from './signs.ts';

/** Which kind of page this is, and the facts that decided. */
export interface Verdict {
  readonly mode: Mode;
  readonly evidence: readonly string[];
}

const ARTICLE_TYPES =
  'article newsarticle blogposting techarticle reportagenewsarticle opinionnewsarticle recipe'.split(' ');
const FORUM_SOFTWARE =
  /discourse|phpbb|vbulletin|xenforo|invision|ips community|nodebb|flarum|mybb|\bsmf\b|lemmy|thread_view|\bforums?\b/u;
const POST_WORDS = new Set(['post', 'message', 'comment', 'comments', 'answer', 'reply', 'topic', 'thread', 'forum']);
/** Share of the text in cards from which the cards are the page. */
const LISTING_SHARE = 0.3;

/** What was counted in the page before its kind is decided. */
export interface Measures {
  /** Share of the text that stands in cards. */
  readonly cardShare: number;
  readonly core: Core;
}

/** Decides from what the page says of itself, then from its structure. `of`: facts without navigation and the like. */
export function weigh(signs: Signs, body: HtmlParent, of: FactsOf, { cardShare, core }: Measures): Verdict {
  const declared = ARTICLE_TYPES.some((type) => signs.types.has(type));
  const forum = forumEvidence(signs, body, of, declared || cardShare >= LISTING_SHARE);
  if (forum) return { mode: 'forum', evidence: [forum] };
  const product = productEvidence(signs);
  if (product) return { mode: 'product', evidence: [product] };
  const concentration = core.mass / Math.max(1, of(body).prose);
  if (
    (declared || signs.ogType === 'article') &&
    core.mass > 300 &&
    (cardShare < LISTING_SHARE || core.mass > 1200 || (core.mass > 700 && concentration > 0.7))
  )
    return { mode: 'article', evidence: [declared ? 'schema.org article' : 'og:type article'] };
  if (cardShare >= LISTING_SHARE)
    return { mode: 'listing', evidence: [`${Math.round(cardShare * 100)} % of the text in cards`] };
  if (
    concentration > 0.5 &&
    core.mass > 1500 &&
    core.mass / of(core.element).characters > 0.6 &&
    signs.cartButtons === 0
  )
    return { mode: 'article', evidence: [`${Math.round(concentration * 100)} % of the running text in one place`] };
  return { mode: 'page', evidence: [] };
}

function forumEvidence(signs: Signs, body: HtmlParent, of: FactsOf, otherwise: boolean): string | null {
  const { types } = signs;
  if (types.has('discussionforumposting') || types.has('qapage')) return 'schema.org discussion';
  if (FORUM_SOFTWARE.test(signs.generator)) return 'forum software';
  if (otherwise) return null;
  if (types.has('comment') && (types.get('comment') ?? 0) + (types.get('answer') ?? 0) >= 2)
    return 'schema.org comments';
  return threadShare(body, of) > 0.6 ? 'most running text stands in posts' : null;
}

function productEvidence(signs: Signs): string | null {
  const products = signs.types.get('product') ?? 0;
  if (signs.ogType === 'product' || signs.ogType === 'og:product') return 'og:type product';
  if (products > 0 && products <= 3 && signs.cartButtons > 0) return 'schema.org product';
  return signs.cartButtons > 0 && signs.cartButtons <= 2 ? 'a cart button' : null;
}

/** Share of the running text that stands in elements named like posts, where at least three of them hold some. */
function threadShare(body: HtmlParent, of: FactsOf): number {
  const total = of(body).prose;
  let prose = 0;
  let posts = 0;
  const visit = (parent: HtmlParent) => {
    for (const child of parent.children) {
      if (child.type !== 'element' || of(child).prose === 0) continue;
      if (isPost(child) && of(child).prose < total * 0.7) {
        posts++;
        prose += of(child).prose;
      } else visit(child);
    }
  };
  visit(body);
  return posts < 3 || total === 0 ? 0 : prose / total;
}

function isPost(element: HtmlElement): boolean {
  const names = `${element.attributes.get('id') ?? ''} ${element.attributes.get('class') ?? ''}`;
  return names.length > 1 && nameWords(names.slice(0, 400)).some((word) => POST_WORDS.has(word));
}
