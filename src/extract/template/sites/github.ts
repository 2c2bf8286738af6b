import type { TemplateInput } from '../template.ts';
import { address, content, date, fact, items, list, part, said, table, thread, title } from './short.ts';

/** First parts of addresses that are no owner of a repository. */
const NO_OWNER =
  'about|apps|blog|collections|contact|customer-stories|enterprise|events|explore|features|issues|login|marketplace|notifications|orgs|pricing|pulls|search|security|settings|signup|site|sponsors|stars|team|topics|trending|users';
const REMOVE = '.octicon, .anchor, .zeroclipboard-container, clipboard-copy, .sr-only';
const COMMENTS = '.react-issue-comment, .js-timeline-item .timeline-comment, .TimelineItem .timeline-comment';

/** Both the page that a browser builds (data-testid) and the older one that the server writes. */
export const GITHUB: readonly TemplateInput[] = [
  {
    name: 'github-repo',
    urls: ['github.com/*/*', 'github.com/*/*/tree/**'],
    except: [`github.com/${NO_OWNER}/*`],
    remove: REMOVE,
    sample: 'https://github.com/nodejs/node',
    fields: [
      title(
        '#repository-container-header [itemprop="name"], [itemprop="name"] a, .AppHeader-context-full li:last-child',
      ),
      fact(
        'description',
        '.Layout-sidebar .BorderGrid-cell p.f4, .Layout-sidebar p.f4, [data-testid="about-description"]',
      ),
      list('topics', 'a.topic-tag'),
      fact('stars', '#repo-stars-counter-star, a[href$="/stargazers"] strong', { match: '[\\d.,]+[kKmM]?' }),
      fact('licence', '.Layout-sidebar a[href*="LICENSE"], .Layout-sidebar a[data-analytics-event*="LICENSE"]'),
      items(
        'files',
        'table[aria-labelledby="folders-and-files"] tbody tr, .js-navigation-container .js-navigation-item',
        [
          { name: 'name', select: '.react-directory-filename-cell a, .js-navigation-open', required: true },
          { name: 'last_commit', select: '.react-directory-commit-message, .commit-message' },
          date('changed', 'relative-time'),
        ],
      ),
      part('readme', 'article.markdown-body.entry-content, #readme article.markdown-body, #readme .markdown-body'),
    ],
  },
  {
    name: 'github-issue',
    urls: ['github.com/*/*/issues|pull/*'],
    except: ['github.com/*/*/issues/new'],
    remove: REMOVE,
    sample: 'https://github.com/nodejs/node/issues/1',
    fields: [
      title('[data-testid="issue-title"], .js-issue-title, [data-component="PH_Title"] .markdown-title'),
      fact('state', '[data-testid="header-state"], .gh-header-meta .State, .State'),
      fact(
        'author',
        '[data-testid="issue-body-header-author"], .js-discussion .timeline-comment-group:first-child .author, .gh-header-meta .author',
        { within: '[data-testid="issue-viewer-issue-container"], .gh-header, .js-discussion' },
      ),
      date('created', '[data-testid="issue-body-header-link"] relative-time, .gh-header-meta relative-time'),
      list('labels', '[data-testid="issue-labels"] a, .js-issue-labels a.IssueLabel'),
      part(
        'body',
        '[data-testid="issue-body-viewer"] .markdown-body, [data-testid="issue-body"] .markdown-body, .js-discussion .js-command-palette-pull-body .comment-body, .js-discussion > .timeline-comment-group .comment-body',
        { show: 'content' },
      ),
      thread('comments', COMMENTS, [
        { name: 'author', select: '[data-testid="avatar-link"], .author' },
        date('time', 'relative-time'),
        said('[data-testid="markdown-body"], .markdown-body, .comment-body'),
      ]),
    ],
  },
  {
    name: 'github-release',
    urls: ['github.com/*/*/releases/tag/**'],
    remove: REMOVE,
    sample: 'https://github.com/nodejs/node/releases/tag/v20.0.0',
    fields: [
      title('.Box-body h1, [data-testid="release-title"], h1.d-inline', { within: 'main, body' }),
      fact('tag', '.Box-body a[href*="/tree/"] span, .octicon-tag + span, a[href*="/tree/"]'),
      fact('author', '.Box-body a[data-hovercard-type="user"], .Box-body .color-fg-muted a[href]'),
      date('released', '.Box-body relative-time, relative-time'),
      content('[data-test-selector="body-content"], .Box-body .markdown-body'),
      items('assets', '.Box-footer li.Box-row, [data-testid="release-asset"]', [
        { name: 'name', select: 'a .Truncate-text, a', required: true },
        { name: 'size', select: '.color-fg-muted', match: '[\\d.,]+ ?[KMG]?B[a-z]*' },
        address('link', 'a'),
      ]),
    ],
  },
  {
    name: 'github-discussion',
    urls: ['github.com/*/*/discussions/*'],
    except: ['github.com/*/*/discussions/new|categories|landing'],
    remove: REMOVE,
    sample: 'https://github.com/orgs/community/discussions/1',
    fields: [
      title('.js-issue-title, .gh-header-title .markdown-title'),
      fact('category', 'a[href*="/discussions/categories/"]'),
      fact(
        'author',
        '.js-discussion .discussion-timeline-item .author, .discussion .timeline-comment-header .author, .gh-header-meta .author',
      ),
      part(
        'body',
        '.js-discussion > .timeline-comment .comment-body, .discussion-body .comment-body, .js-comment-body',
        { show: 'content' },
      ),
      thread(
        'comments',
        '.js-timeline-item .discussions-timeline-scroll-target, .js-timeline-item .timeline-comment, .child-comment',
        [
          { name: 'author', select: '.author' },
          date('time', 'relative-time'),
          {
            name: 'score',
            select: '.js-upvote-button .js-default-vote-count, [data-upvote-count], .js-default-vote-count',
            match: '\\d+',
          },
          said('.comment-body, .markdown-body'),
        ],
      ),
    ],
  },
  {
    name: 'github-file',
    urls: ['github.com/*/*/blob/**'],
    sample: 'https://github.com/nodejs/node/blob/main/README.md',
    remove: '.octicon, .anchor, .react-line-number, .blob-num',
    fields: [
      title('#file-name-id-wide, #file-name-id, .final-path, [data-testid="breadcrumbs-filename"] h1'),
      fact('size', '[data-testid="blob-size"] span, .file-info, [data-testid="blob-size"]'),
      content(
        'article.markdown-body, .markdown-body, table.js-file-line-container, .react-code-lines, #read-only-cursor-text-area',
      ),
    ],
  },
  {
    name: 'github-gist',
    urls: ['gist.github.com/*/*', 'gist.github.com/*'],
    except: ['gist.github.com/discover|starred|mine|login'],
    remove: '.octicon, .anchor, .blob-num',
    sample: 'https://gist.github.com/rxaviers/7360908',
    fields: [
      title(
        '.gisthead h1 strong.css-truncate-target, .gisthead h1 a[href*="/"]:last-child, .gist-header-title a, strong.user-select-contain a',
      ),
      fact('author', '.gisthead .author, .author'),
      fact('description', '[itemprop="about"], .gist-content [itemprop="about"]'),
      thread('files', '.file', [
        { name: 'file', select: '.gist-blob-name' },
        said('.markdown-body, table.js-file-line-container, .blob-wrapper'),
      ]),
      thread('comments', '.timeline-comment', [
        { name: 'author', select: '.author' },
        date('time', 'relative-time'),
        said('.comment-body'),
      ]),
    ],
  },
];

export const GITLAB: readonly TemplateInput[] = [
  {
    name: 'gitlab-issue',
    urls: ['gitlab.com/**'],
    except: ['gitlab.com/*', 'gitlab.com/*/*'],
    evidence: {
      body: 'body[data-page^="projects:issues:show"], body[data-page^="projects:work_items:show"], body[data-page^="projects:merge_requests:show"]',
    },
    remove: '.anchor, .gl-sr-only, .sr-only, copy-code',
    sample: 'https://gitlab.com/gitlab-org/gitlab/-/issues/1',
    fields: [
      title(
        '[data-testid="issue-title"], [data-testid="work-item-title"], [data-testid="title-content"], h1.title, h2.title',
      ),
      fact('state', '[data-testid="issue-state-badge"], .issuable-status-badge, .status-box, .gl-badge', {
        within: '.detail-page-header, .issuable-details, [data-testid="work-item-detail"]',
      }),
      fact('author', '.detail-page-header .author, .author-link .author, [data-testid="work-item-author"]'),
      date('created', '.detail-page-header time, [data-testid="work-item-created"] time'),
      list(
        'labels',
        '[data-testid="sidebar-labels"] .gl-label-text, .issuable-show-labels .gl-label-text, .labels .gl-label-text',
      ),
      part(
        'body',
        '[data-testid="work-item-description"] .md, .detail-page-description .description .md, .description .md',
        { show: 'content' },
      ),
      thread('comments', 'li.note:not(.system-note), .timeline-entry.note-wrapper:not(.system-note)', [
        { name: 'author', select: '.note-header-author-name, .author-name-link .author, .note-author' },
        date('time', '.note-header time, time'),
        said('.note-text, .note-body .md'),
      ]),
    ],
  },
  {
    name: 'gitlab-repo',
    urls: ['gitlab.com/*/**'],
    evidence: { body: 'body[data-page="projects:show"], body[data-page="projects:tree:show"]' },
    remove: '.anchor, .gl-sr-only, .sr-only',
    sample: 'https://gitlab.com/gitlab-org/gitlab-runner',
    fields: [
      title('[data-testid="project-name-content"], .home-panel-title, h1'),
      fact('description', '.home-panel-description-markdown, [data-testid="project-description"]'),
      list('topics', '.home-panel-topic-list a, [data-testid="project_topic_list"] a'),
      table('files', '[data-testid="file-tree-table"], table.tree-table, .tree-table', { max: 1 }),
      part('readme', '.readme-holder .md, .readme-holder .file-content, .blob-viewer .md'),
    ],
  },
];
