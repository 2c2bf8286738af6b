import type { NameKind } from './names.ts';

/** The kinds of page that are read in different ways. */
export const MODES = ['article', 'documentation', 'forum', 'product', 'listing', 'page'] as const;
export type Mode = (typeof MODES)[number];

/** What a mode leaves out besides navigation and the like, and by what it weighs the parts of a page. */
export interface ModeRules {
  /** Named parts that are not content in this mode. */
  readonly leaveOut: ReadonlySet<NameKind>;
  /** Teasers for other pages go, as long as they are not most of the page. */
  readonly teasers: boolean;
}

const ALWAYS: readonly NameKind[] = [
  'consent',
  'navigation',
  'footer',
  'sidebar',
  'overlay',
  'sharing',
  'promotion',
  'related',
  'filter',
  'reader',
];

const rules = (teasers: boolean, ...kinds: NameKind[]): ModeRules => ({
  leaveOut: new Set([...ALWAYS, ...kinds]),
  teasers,
});

export const MODE_RULES: Readonly<Record<Mode, ModeRules>> = {
  article: rules(true, 'callout', 'comments', 'author'),
  documentation: rules(true, 'callout', 'comments'),
  forum: rules(true, 'callout', 'person', 'poster'),
  product: rules(true, 'callout', 'comments', 'reviews', 'actions'),
  listing: rules(false, 'callout', 'comments', 'actions'),
  page: rules(false, 'comments'),
};
