import type { TemplateInput } from '../template.ts';
import { address, date, fact, items, list, part, said, thread, title } from './short.ts';

/** First parts of addresses that are no owner of a repository. */
const NO_OWNER = [
  'about|account|apps|blog|codespaces|collections|contact|copilot|customer-stories|enterprise|enterprises|events|explore|features|issues|login|marketplace|notifications',
  'organizations|orgs|pricing|pulls|readme|resources|search|security|settings|signup|site|solutions|sponsors|stars|team|topics|trending|users',
];
/** What is drawn beside the words, and what is there for screen readers and pointers only. */
export const REMOVE =
  '.octicon, .anchor, .zeroclipboard-container, clipboard-copy, .sr-only, tool-tip, [popover], [class*="prc-TooltipV2"]';
/** The column beside the files: written by the server, or built. */
const SIDE = ':is(.Layout-sidebar, [data-partial-name="codeViewRepoRoute.Sidebar"], [class*="PageLayout-Pane"])';
const RELEASE = ':is(.Box-body, .release-header)';
/** Not in the words of the release: they name people and branches as well. */
const NOT_SAID = ':not([data-test-selector="body-content"] *, .markdown-body *)';
const DATA = 'script[type="application/json"][data-target="react-app.embeddedData"]';
/** Where the data of a file keeps what; the second form is the one used until 2025. */
const blob = (...keys: string[]) => ({
  script: DATA,
  paths: [
    ['payload', 'codeViewBlobLayoutRoute', 'blob', ...keys],
    ['payload', 'blob', ...keys],
  ],
});

/**
 * Repositories, releases, files and gists: both the page that a browser builds (data-testid, classes of modules) and the
 * older one that the server writes. Threads are in github-threads.ts.
 */
export const GITHUB: readonly TemplateInput[] = [
  {
    name: 'github-repo',
    urls: ['github.com/*/*', 'github.com/*/*/tree/**'],
    except: NO_OWNER.map((names) => `github.com/${names}/*`),
    remove: REMOVE,
    sample: 'https://github.com/nodejs/node',
    fields: [
      title(
        '#repository-container-header [itemprop="name"], [itemprop="name"] a, [data-crumb-id^="contextregion-repositorycrumb"] .AppHeader-context-item-label, a[id^="contextregion-repositorycrumb"], .AppHeader-context-full li:last-child .AppHeader-context-item-label, .AppHeader-context-full li:last-child',
      ),
      fact(
        'owner',
        '#repository-container-header [itemprop="author"], [data-crumb-id^="contextregion-usercrumb"] .AppHeader-context-item-label, a[id^="contextregion-usercrumb"], .AppHeader-context-full li:first-child .AppHeader-context-item-label',
      ),
      fact(
        'description',
        `${SIDE} .BorderGrid-cell:has(> h2:contains("About")) > p, ${SIDE} h2:contains("About") + p, ${SIDE} [class*="SidebarAbout-module__description"], [data-testid="about-description"]`,
      ),
      list('topics', `${SIDE} a.topic-tag, [data-testid="repository-topics-container"] a`),
      fact('stars', `#repo-stars-counter-star, ${SIDE} a[href$="/stargazers"] strong`, {
        match: '[\\d.,]+[kKmM]?',
      }),
      fact(
        'licence',
        `${SIDE} a:has(.octicon-law), ${SIDE} a[href$="-ov-file"], ${SIDE} a[href*="LICENSE"], ${SIDE} a[data-analytics-event*="LICENSE"]`,
        { match: '.*[Ll]icen[sc]e.*' },
      ),
      fact(
        'latest_release',
        `${SIDE} a[href*="/releases/tag/"] .css-truncate-target, ${SIDE} a[href*="/releases/tag/"] [class*="text-bold"]`,
      ),
      date('released', `${SIDE} a[href*="/releases/tag/"] relative-time`),
      items(
        'files',
        'table[aria-labelledby="folders-and-files"] tbody tr, .js-navigation-container .js-navigation-item',
        [
          {
            name: 'name',
            select:
              '.react-directory-row-name-cell-large-screen .react-directory-truncate a, .react-directory-filename-cell a, .react-directory-truncate a, .js-navigation-open',
            required: true,
          },
          { name: 'last_commit', select: '.react-directory-commit-message, .commit-message' },
          date('changed', 'relative-time'),
        ],
      ),
      part('readme', 'article.markdown-body.entry-content, #readme article.markdown-body, #readme .markdown-body'),
    ],
  },
  {
    name: 'github-release',
    urls: ['github.com/*/*/releases/tag/**'],
    remove: REMOVE,
    sample: 'https://github.com/nodejs/node/releases/tag/v20.0.0',
    fields: [
      title('.Box-body h1, [data-testid="release-title"], h1.d-inline', { within: 'main, body' }),
      fact('tag', `${RELEASE} a[href*="/tree/"]${NOT_SAID}, .octicon-tag + span`),
      fact(
        'author',
        `${RELEASE} a.color-fg-muted[data-hovercard-type="user"]${NOT_SAID}, ${RELEASE} .color-fg-muted > a[data-hovercard-type="user"]${NOT_SAID}`,
      ),
      date('released', `${RELEASE} relative-time${NOT_SAID}`),
      part('content', '[data-test-selector="body-content"], .Box-body .markdown-body', {
        show: 'content',
        required: true,
      }),
      items('assets', '.Box-footer li.Box-row, [data-testid="release-asset"]', [
        { name: 'name', select: 'a .Truncate-text, a', required: true },
        { name: 'size', select: '.color-fg-muted', match: '[\\d.,]+ ?[KMG]?B[a-z]*' },
        address('link', 'a'),
      ]),
    ],
  },
  {
    // The server writes the lines of most files into the page and the whole of them into its data; a browser draws only
    // the lines in sight of a long one. What lies over them for the caret (a textarea in transparent ink) nobody sees.
    name: 'github-file',
    urls: ['github.com/*/*/blob/**'],
    sample: 'https://github.com/nodejs/node/blob/main/README.md',
    remove: `${REMOVE}, .react-line-number, .react-line-numbers, .react-line-numbers-no-virtualization, .blob-num`,
    fields: [
      title(
        '#file-name-id-wide, #file-name-id, .final-path, [data-testid="breadcrumbs-filename"] h1, [data-testid="breadcrumbs-filename"]',
        { match: '[^/].*', embedded: blob('displayName') },
      ),
      fact(
        'path',
        ':has(> [data-testid="breadcrumbs"]):has(> [data-testid="breadcrumbs-filename"]), #blob-path, .js-path-segment:has(+ .final-path)',
        {
          as: 'path',
          match: '^[^/]+/+(.+)$',
          exclude: 'button',
          embedded: {
            script: DATA,
            paths: [
              ['payload', 'codeViewBlobLayoutRoute', 'path'],
              ['payload', 'path'],
            ],
          },
        },
      ),
      fact('size', '[data-testid="blob-size"], .file-info'),
      // A picture, or the reason why nothing is shown, has neither text nor lines.
      part(
        'content',
        'article.markdown-body, .blob-wrapper .markdown-body, section[aria-labelledby^="file-name-id"]:not(:has(.react-code-lines, table, textarea)), .blob-wrapper .image',
        { show: 'content', required: true, unless: 'code' },
      ),
      part(
        'code',
        'table.js-file-line-container, .react-code-lines, #read-only-cursor-text-area, textarea[aria-label="file content"], .blob-wrapper table',
        {
          as: 'code',
          show: 'content',
          required: true,
          unless: 'content',
          embedded: {
            script: DATA,
            paths: [
              ['payload', 'codeViewBlobLayoutRoute.StyledBlob', 'rawLines'],
              ['payload', 'codeViewBlobLayoutRoute', 'blob', 'rawLines'],
              ['payload', 'blob', 'rawLines'],
            ],
          },
        },
      ),
    ],
  },
  {
    name: 'github-gist',
    urls: ['gist.github.com/*/*'],
    except: ['gist.github.com/*/forked|public|secret|starred', 'gist.github.com/discover|join|login|search/*'],
    remove: `${REMOVE}, .blob-num`,
    sample: 'https://gist.github.com/rxaviers/7360908',
    fields: [
      title('.gisthead [itemprop="name"], .gisthead h1 strong, .gist-header-title a, strong.user-select-contain a'),
      fact('author', '.gisthead .author, .gisthead [itemprop="author"]'),
      date('changed', '.gisthead relative-time, .gisthead time-ago'),
      fact('description', '.gist-content [itemprop="about"], [itemprop="about"]'),
      thread(
        'files',
        '.file:has(.gist-blob-name)',
        [
          { name: 'file', select: '.gist-blob-name' },
          said('.markdown-body', { required: false }),
          { name: 'code', select: 'table.js-file-line-container, .blob-wrapper table, .blob-wrapper', as: 'code' },
        ],
        { required: true },
      ),
      thread('comments', '.timeline-comment', [
        { name: 'author', select: '.author' },
        date('time', 'relative-time'),
        said('.comment-body'),
      ]),
    ],
  },
];
