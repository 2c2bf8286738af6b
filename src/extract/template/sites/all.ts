import type { TemplateInput } from '../template.ts';
import { ARTICLES } from './articles.ts';
import { COMMUNITY } from './community.ts';
import { DOCUMENTATION, RAW } from './documentation.ts';
import { GITHUB } from './github.ts';
import { GITHUB_THREADS } from './github-threads.ts';
import { GITLAB } from './gitlab.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { PACKAGES } from './packages.ts';

/**
 * The templates that come with the program, in the order in which they are tried: those of one site first, those of
 * tools that many sites use after them.
 */
export const SITE_TEMPLATES: readonly TemplateInput[] = [
  ...GITHUB,
  ...GITHUB_THREADS,
  ...GITLAB,
  ...PACKAGES,
  ...KNOWLEDGE,
  ...COMMUNITY,
  ...ARTICLES,
  ...DOCUMENTATION,
  ...RAW,
];
