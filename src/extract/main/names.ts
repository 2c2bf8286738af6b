import type { HtmlElement } from '../../html/tree.ts';

/**
 * What authors call the parts of a page, by the words of class names and ids. A name is a hint, never proof: the
 * rules beside each group say what the element must also be like, and a name that covers much of a page's running
 * text means something else on that page (see `voidKinds`).
 */
export type NameKind =
  | 'consent'
  | 'navigation'
  | 'footer'
  | 'sidebar'
  | 'overlay'
  | 'sharing'
  | 'promotion'
  | 'callout'
  | 'related'
  | 'filter'
  | 'actions'
  | 'author'
  | 'poster'
  | 'comments'
  | 'reviews'
  | 'person'
  | 'reader';

const GROUPS: Readonly<Record<NameKind, string>> = {
  consent: 'cookie cookies consent gdpr ccpa onetrust cookiebot didomi usercentrics cookielaw cookieconsent',
  navigation:
    'nav navbar navigation menu submenu megamenu breadcrumb breadcrumbs crumbs pagination pager paginator paging topbar toolbar offcanvas skip skiplink sitenav subnav',
  footer: 'footer siteinfo colophon copyright masthead siteheader',
  sidebar: 'sidebar sidebars aside rail widget widgets',
  overlay: 'modal popup lightbox drawer toast snackbar tooltip dialog',
  sharing: 'share sharing sharebar social socials addtoany sharedaddy addthis',
  promotion:
    'newsletter subscribe subscription signup optin advert advertisement advertising ads ad sponsor sponsored sponsors outbrain taboola',
  callout: 'promo promos promotion banner cta announcement',
  related:
    'related recommended recommendations recommendation recirc recirculation upsell upsells suggestions crosssell readnext trending popular',
  filter: 'filter filters facet facets refine refinement refinements sort sorting sortby orderby',
  actions: 'actions quantity qty swatch swatches',
  author: 'author byline bio',
  poster: 'poster user member profile userinfo postprofile userdetails usercard authorpane memberinfo author',
  comments: 'comments comment disqus respond replies commentlist',
  reviews: 'reviews review ratings testimonials bazaarvoice yotpo',
  person: 'signature avatar flair badges vote votes voting reactions jumpbox extras joined notice notices',
  reader: 'visuallyhidden sronly screenreader',
};

const KINDS_OF = new Map<string, NameKind[]>();
for (const [kind, words] of Object.entries(GROUPS)) {
  for (const word of words.split(' ')) {
    KINDS_OF.set(word, [...(KINDS_OF.get(word) ?? []), kind as NameKind]); // seam: keys of a literal record
  }
}

/** Words beside a name that make it the name of what surrounds the thing: `has-sidebar`, `content-sidebar-wrap`. */
const SURROUNDING: ReadonlySet<string> = new Set('with has no without content main page'.split(' '));

export interface Names {
  readonly kinds: readonly NameKind[];
  /** The name is about what is around it. */
  readonly surrounding: boolean;
}

const NONE: Names = { kinds: [], surrounding: false };
const MAX_NAME_LENGTH = 400;
const MAX_CACHED = 20_000;

/** Names repeat by the thousand in one page, so their kinds are kept from page to page up to a bound. */
const cache = new Map<string, Names>();

/** The kinds of part that class names and id speak of, in the order they are written. */
export function namesOf(element: HtmlElement): Names {
  const id = element.attributes.get('id');
  const classes = element.attributes.get('class');
  if (!id && !classes) return NONE;
  const text = `${id ?? ''} ${classes ?? ''}`;
  const known = cache.get(text);
  if (known) return known;
  const names = read(text.slice(0, MAX_NAME_LENGTH));
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, names);
  return names;
}

function read(text: string): Names {
  const words = nameWords(text);
  const kinds: NameKind[] = [];
  for (const word of words) {
    for (const kind of KINDS_OF.get(word) ?? []) if (!kinds.includes(kind)) kinds.push(kind);
  }
  if (/(?:\b|_)(?:sr-only|visually-?hidden|screen-reader)/iu.test(text)) kinds.push('reader');
  return kinds.length === 0 ? NONE : { kinds, surrounding: words.some((word) => SURROUNDING.has(word)) };
}

/** `post-Author_box` → post, author, box. */
export function nameWords(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word.length > 1);
}
