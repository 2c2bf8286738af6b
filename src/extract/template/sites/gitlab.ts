import type { TemplateInput } from '../template.ts';
import { date, fact, list, part, said, table, thread, title } from './short.ts';

const REMOVE = '.anchor, .gl-sr-only, .sr-only, copy-code, .js-read-more-trigger, [role="tooltip"]';
/** A thread is an item that holds a list: its first note, then what answers it. */
const NOTES = '.note-wrapper:not(.system-note), li.note:not(.system-note, .note-discussion)';
const REPLIES = '.discussion-notes .notes > .note-wrapper ~ .note-wrapper, .discussion-collapsible .note-wrapper';
const NOTE = [
  { name: 'author', select: '.note-header-author-name, .author-name-link .author, .note-header .author, .note-author' },
  date('time', '.note-header time, time'),
  said('.note-text, .note-body .md'),
];
/** Header of an issue that the server wrote, and of a work item that a browser builds. */
const HEADER = ':is(.detail-page-header, [data-testid="work-item-detail"] [data-testid="work-item-header"])';

/**
 * Issues are built by scripts (work items) and hold nothing but their title without them; a merge request comes with
 * header and description, its state and its notes are built. Projects come with header and description; stars, files and
 * the README are built. The software runs at many addresses, and says on its pages which page of it each is.
 */
export const GITLAB: readonly TemplateInput[] = [
  {
    name: 'gitlab-issue',
    urls: ['*/*/**'],
    evidence: {
      body: 'body[data-page^="projects:issues:show"], body[data-page^="projects:work_items:show"], body[data-page^="groups:work_items:show"]',
    },
    remove: REMOVE,
    sample: 'https://gitlab.com/gitlab-org/gitlab/-/issues/1',
    fields: [
      title(
        '[data-testid="work-item-title"], [data-testid="issue-title"], h1.title, h2.title, #item-title, .work-item-title',
      ),
      fact(
        'state',
        '[data-testid="work-item-state-badge"], [data-testid="issue-state-badge"], .detail-page-header .issuable-status-badge, .detail-page-header .status-box, .gl-badge:has(~ [data-testid="work-item-created"])',
      ),
      fact(
        'author',
        `[data-testid="work-item-created"] .js-user-link, [data-testid="work-item-author"], ${HEADER} .author-link .author, ${HEADER} .author`,
      ),
      date('created', `[data-testid="work-item-created"] time, ${HEADER} time`),
      list(
        'labels',
        '[data-testid="work-item-labels"] .gl-label-text, [data-testid="sidebar-labels"] .gl-label-text, .issuable-show-labels .gl-label-text, aside .labels .gl-label-text',
      ),
      part('body', '[data-testid="work-item-description"], .detail-page-description .description .md', {
        show: 'content',
      }),
      thread('comments', NOTES, NOTE, { depth: { replies: REPLIES } }),
    ],
  },
  {
    name: 'gitlab-merge-request',
    urls: ['*/*/**'],
    evidence: { body: 'body[data-page^="projects:merge_requests:"]' },
    remove: REMOVE,
    sample: 'https://gitlab.com/gitlab-org/gitlab/-/merge_requests/133010',
    fields: [
      title('[data-testid="title-content"], .detail-page-header h1.title, .detail-page-description h1.title, h1.title'),
      fact(
        'state',
        '.detail-page-description .issuable-status-badge, .detail-page-header .issuable-status-badge, .js-mr-header .gl-badge, .detail-page-description > span > .gl-badge, .status-box-mr-box',
      ),
      fact('author', '.detail-page-description .author-link, .detail-page-header .author, .issuable-meta .author'),
      date('created', '.detail-page-description > time, .detail-page-header time, .issuable-meta time'),
      fact(
        'head',
        '.detail-page-description > a[href*="/-/tree/"], .js-source-branch, .merge-request-details .label-branch a',
      ),
      fact('base', '.detail-page-description > a[href*="/-/tree/"] ~ a[href*="/-/tree/"], .js-target-branch'),
      list('labels', '[data-testid="sidebar-labels"] .gl-label-text, aside .labels .gl-label-text'),
      part(
        'body',
        '[data-testid="description-content"] .md, .merge-request-details .description .md, .description .md',
        {
          show: 'content',
        },
      ),
      thread('comments', NOTES, NOTE, { depth: { replies: REPLIES } }),
    ],
  },
  {
    name: 'gitlab-repo',
    urls: ['*/*/**'],
    evidence: { body: 'body[data-page="projects:show"], body[data-page="projects:tree:show"]' },
    remove: REMOVE,
    sample: 'https://gitlab.com/gitlab-org/gitlab-runner',
    fields: [
      title('[data-testid="project-name-content"], .home-panel-title, .project-home-title'),
      fact('description', '.home-panel-description-markdown, [data-testid="project-description"]'),
      list('topics', '[data-testid="project_topic_list"] a, .home-panel-topic-list a, .project-topics a', {
        exclude: '.gl-sr-only',
      }),
      fact('stars', '#js-home-panel .star-count, .star-count, [data-testid="star-count"]', {
        match: '[\\d.,]+[kKmM]?',
      }),
      fact(
        'licence',
        '[data-testid="project-buttons"] a:has([data-testid="scale-icon"]), .project-buttons a[href*="LICEN"]',
      ),
      table('files', '[data-testid="file-tree-table"], table.tree-table, .tree-table', { max: 1 }),
      part('readme', '.readme-holder .md, .readme-holder .file-content, .blob-viewer .md'),
    ],
  },
];
