/**
 * Longest page-written strings that travel on, in UTF-16 units. One table, so that a look at it tells how much a page
 * can say outside of its text.
 */
export const CAPS = {
  title: 300,
  /** Longer addresses are not shortened but left out: half an address is a wrong one. */
  url: 2048,
  heading: 200,
  author: 80,
  authorWords: 8,
  meta: 300,
  date: 40,
  language: 35,
  /** Labels of closed sections. */
  label: 80,
  labels: 8,
  reason: 80,
  excerpt: 120,
  location: 120,
  note: 300,
  notes: 24,
} as const;
