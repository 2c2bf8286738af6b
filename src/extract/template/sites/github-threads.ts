import type { TemplateInput } from '../template.ts';
import { REMOVE } from './github.ts';
import { date, fact, list, part, said, thread, title } from './short.ts';

const COMMENTS =
  '.react-issue-comment, .js-timeline-item .timeline-comment, .timeline-comment-group[id^="issuecomment-"]';
const AUTHOR = '[data-testid="avatar-link"], .author, a[data-hovercard-type="user"]:not(.comment-body *)';
const SAID = '[data-testid="markdown-body"], .markdown-body, .comment-body';

/** How many comments the page keeps for who asks for more. */
const NOT_LOADED = list(
  'not_loaded',
  '[data-testid^="issue-timeline-load-more-count"], .ajax-pagination-form:not(.comment-body *)',
  { match: '[\\d,]+' },
);

/** What was asked at first: the server gives it an id of another kind than the comments. */
const OPENING = '.js-discussion :is([id^="issue-"], [id^="pullrequest-"])';
/** A review by itself, when it says something; the remarks on lines that belong to it are comments of their own. */
const REVIEW =
  '[id^="pullrequestreview-"]:is(.timeline-comment-group, .TimelineItem-body):is(:has(.comment-body), :contains("changes"))';
/** The header of the page that is built; the same marks stand beside other requests in the thread. */
const HEADER = ':is([data-component="PageHeader"], [class*="prc-PageHeader"], .gh-header-meta, .gh-header-show)';

/** A discussion nests a reply in what it answers, and names every part by whose it is. */
const POST = '.js-comment-container:has(.discussions-timeline-scroll-target[id^="discussion-"])';
const ANSWERS = '.discussions-timeline-scroll-target[id^="discussioncomment-"]';
const UPVOTES =
  'button[id^="discussion-upvote-button-"] .js-default-vote-count, button[id^="discussion-upvote-button-"], .js-upvote-button .js-default-vote-count, .js-upvote-button';

/** Issues, pull requests, discussions: the page that a browser builds, and the one that the server writes. */
export const GITHUB_THREADS: readonly TemplateInput[] = [
  {
    name: 'github-issue',
    urls: ['github.com/*/*/issues/*'],
    except: ['github.com/*/*/issues/new'],
    remove: REMOVE,
    sample: 'https://github.com/nodejs/node/issues/1',
    fields: [
      title('[data-testid="issue-title"], .js-issue-title, [data-component="PH_Title"] .markdown-title'),
      fact('state', '[data-testid="header-state"], .gh-header-meta .State, .gh-header-show .State'),
      fact('author', `[data-testid="issue-body-header-author"], ${OPENING} .author, .gh-header-meta .author`),
      date(
        'created',
        `[data-testid="issue-body-header-link"] relative-time, ${OPENING} .js-timestamp relative-time, .gh-header-meta relative-time`,
      ),
      list('labels', '[data-testid="issue-labels"] a, .js-issue-labels a.IssueLabel'),
      part(
        'body',
        `[data-testid="issue-body-viewer"] .markdown-body, [data-testid="issue-body"] .markdown-body, ${OPENING} .comment-body`,
        { show: 'content' },
      ),
      NOT_LOADED,
      thread('comments', COMMENTS, [{ name: 'author', select: AUTHOR }, date('time', 'relative-time'), said(SAID)]),
    ],
  },
  {
    name: 'github-pull',
    urls: ['github.com/*/*/pull/*'],
    remove: REMOVE,
    sample: 'https://github.com/sindresorhus/refined-github/pull/3402',
    fields: [
      title(
        '.js-issue-title, h1[data-component="PH_Title"] .markdown-title, h1[class*="PageHeader-Title"] .markdown-title, .gh-header-title .markdown-title, h1[class*="PageHeader-Title"]',
        { exclude: '[class*="fgColor-muted"], .gh-header-number, [class*="titleNumber"]' },
      ),
      fact('state', `${HEADER} [data-status^="pull"], ${HEADER} [data-testid="header-state"], ${HEADER} .State`),
      fact(
        'author',
        `${OPENING} .author, ${HEADER} .author, [class*="PullRequestHeaderSummary"] .author, ${HEADER} a[data-hovercard-type="user"]`,
      ),
      date(
        'created',
        `${OPENING} .js-timestamp relative-time, ${OPENING} relative-time, [data-testid="pr-description"] relative-time, [data-testid="issue-body-header-link"] relative-time`,
      ),
      fact('base', '.base-ref, [data-component="BranchName"]'),
      fact('head', '.head-ref, [data-component="BranchName"] ~ [data-component="BranchName"]'),
      list('labels', '.js-issue-labels a.IssueLabel, [data-testid="issue-labels"] a'),
      part(
        'body',
        `${OPENING} .comment-body, [data-testid="pr-description"] .markdown-body, [data-testid="issue-body-viewer"] .markdown-body, .js-command-palette-pull-body .comment-body`,
        { show: 'content' },
      ),
      NOT_LOADED,
      thread(
        'comments',
        `:is(.timeline-comment-group:is([id^="issuecomment-"], [id^="discussion_r"]), ${REVIEW}), ${COMMENTS}`,
        [
          { name: 'author', select: AUTHOR },
          date('time', '.js-timestamp relative-time, relative-time'),
          // "approved these changes", "requested changes"
          {
            name: 'review',
            select: '[id^="pullrequestreview-"]',
            exclude: '.comment-body, .markdown-body',
            match: '[a-z]+ t?h?e?s?e? ?changes',
          },
          said('[data-testid="markdown-body"], .comment-body, .markdown-body', { required: false }),
        ],
        { depth: { replies: '.review-comment ~ .review-comment' } },
      ),
    ],
  },
  {
    name: 'github-discussion',
    urls: ['github.com/*/*/discussions/*'],
    except: ['github.com/*/*/discussions/new|categories|landing'],
    remove: REMOVE,
    sample: 'https://github.com/vercel/next.js/discussions/70178',
    fields: [
      title('.js-issue-title, .gh-header-title .markdown-title'),
      list('state', '.State:is([title="Answered"], [title="Unanswered"], [title="Locked"], [title^="Status: "])'),
      fact('category', 'a[href*="/discussions/categories/"]:not(.comment-body *)'),
      fact('author', `${POST} .author, ${POST} a[data-hovercard-type="user"]:not(.comment-body *)`),
      date('created', `${POST} .js-timestamp relative-time, ${POST} relative-time`),
      fact('score', `${POST} :is(${UPVOTES})`, { match: '\\d+' }),
      part('body', `${POST} .comment-body, .discussion-body .comment-body`, { show: 'content' }),
      NOT_LOADED,
      thread('comments', `.js-comment-container:has(${ANSWERS}), ${ANSWERS}, .js-timeline-item .timeline-comment`, [
        { name: 'author', select: '.author, a[data-hovercard-type="user"]:not(.comment-body *)' },
        date('time', '.js-timestamp relative-time, relative-time'),
        { name: 'score', select: UPVOTES, match: '\\d+' },
        { name: 'answer', select: '.timeline-chosen-answer', says: 'marked as answer' },
        said('.comment-body, .markdown-body'),
      ]),
    ],
  },
];
