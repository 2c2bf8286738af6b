import type { TemplateInput } from '../template.ts';
import { address, content, date, fact, items, list, part, said, thread, title } from './short.ts';

const STACK_HOSTS = [
  'stackoverflow.com',
  'superuser.com',
  'serverfault.com',
  'askubuntu.com',
  'mathoverflow.net',
  '*.stackexchange.com',
  '*.stackoverflow.com',
];
const STACK_COMMENT = [
  { name: 'author', select: '.comment-user' },
  { name: 'time', select: '.relativetime-clean' },
  { name: 'score', select: '.comment-score', match: '\\d+' },
  said('.comment-copy'),
];

export const COMMUNITY: readonly TemplateInput[] = [
  {
    name: 'stackexchange',
    urls: STACK_HOSTS.flatMap((host) => [`${host}/questions/*`, `${host}/questions/*/**`]),
    except: STACK_HOSTS.flatMap((host) => [`${host}/questions/tagged|ask/**`, `${host}/questions/tagged|ask`]),
    remove: '.js-post-menu, .s-anchors, .js-add-link',
    sample:
      'https://stackoverflow.com/questions/11227809/why-is-processing-a-sorted-array-faster-than-processing-an-unsorted-array',
    fields: [
      title('#question-header h1, h1[itemprop="name"]'),
      fact('score', '.js-vote-count', { within: '#question', match: '-?\\d+' }),
      fact(
        'author',
        '.post-signature.owner .user-details a, .post-signature:last-child .user-details a, .user-details a',
        { within: '#question' },
      ),
      list('tags', '.post-taglist a.post-tag, a.post-tag', { within: '#question' }),
      content('.js-post-body, .s-prose', { within: '#question' }),
      thread('question_comments', '#question li.comment', STACK_COMMENT),
      thread('answers', '#answers > .answer', [
        {
          name: 'author',
          select: '.post-signature:last-child .user-details a, .post-signature .user-details a, .user-details a',
        },
        { name: 'time', select: '.user-action-time .relativetime' },
        { name: 'score', select: '.js-vote-count', match: '-?\\d+' },
        { name: 'accepted', select: '.js-accepted-answer-indicator:not(.d-none)', match: '(A)', as: 'text' },
        said('.js-post-body, .s-prose'),
        {
          name: 'comments',
          select: 'ul.comments-list, .js-comments-list',
          as: 'markdown',
          exclude: '.comment-voting, .js-comment-actions',
        },
      ]),
    ],
  },
  {
    name: 'hackernews-item',
    urls: ['news.ycombinator.com/item?id=*'],
    sample: 'https://news.ycombinator.com/item?id=1',
    fields: [
      title('.fatitem .titleline > a, .fatitem .comment-tree a, .fatitem .onstory a, .fatitem .hnuser', {
        within: '.fatitem',
      }),
      address('link', '.fatitem .titleline > a'),
      fact('points', '.fatitem .score', { match: '\\d+' }),
      fact('author', '.fatitem .hnuser'),
      fact('time', '.fatitem .age'),
      part('text', '.fatitem .toptext, .fatitem .commtext', { show: 'content' }),
      thread(
        'comments',
        '.comment-tree tr.comtr, tr.comtr',
        [
          { name: 'author', select: '.hnuser' },
          { name: 'time', select: '.age' },
          said('.commtext', { exclude: '.reply' }),
        ],
        { depth: { select: 'td.ind', attribute: 'indent' }, max: 500 },
      ),
    ],
  },
  {
    name: 'hackernews-list',
    urls: ['news.ycombinator.com/', 'news.ycombinator.com/news|newest|front|ask|show|best|jobs'],
    sample: 'https://news.ycombinator.com/',
    fields: [
      items(
        'stories',
        'tr.athing',
        [
          { name: 'rank', select: '.rank', match: '\\d+' },
          { name: 'title', select: '.titleline > a', required: true },
          { name: 'score', select: '.score', match: '\\d+' },
          { name: 'author', select: '.hnuser' },
          { name: 'time', select: '.age' },
          { name: 'comments', select: '.subline > a:last-child, .subtext > a:last-child', match: '(\\d+).comment' },
          address('link', '.titleline > a'),
        ],
        { siblings: true, required: true },
      ),
    ],
  },
  {
    name: 'reddit',
    urls: [
      'www.reddit.com/r/*/comments/**',
      'reddit.com/r/*/comments/**',
      'old.reddit.com/r/*/comments/**',
      'new.reddit.com/r/*/comments/**',
    ],
    remove: '.promotedlink, shreddit-ad-post, .flat-list.buttons, faceplate-screen-reader-content',
    sample: 'https://old.reddit.com/r/IAmA/comments/z1c9z/i_am_barack_obama_president_of_the_united_states/',
    fields: [
      title('shreddit-post [slot="title"], shreddit-post h1, #siteTable .thing.link a.title, h1'),
      fact('subreddit', 'shreddit-post [slot="credit-bar"] a[href^="/r/"], .redditname a, a[href^="/r/"]'),
      fact(
        'author',
        'shreddit-post [slot="authorName"], shreddit-post [slot="credit-bar"] a[href^="/user/"], #siteTable .thing.link .tagline .author',
      ),
      fact('score', '#siteTable .thing.link .score.unvoted, #siteTable .thing.link .midcol .score', {
        match: '[\\d.,]+k?',
      }),
      { name: 'points', select: 'shreddit-post', as: 'attribute', attribute: 'score' },
      date('created', 'shreddit-post time, #siteTable .thing.link .tagline time'),
      part('text', 'shreddit-post [slot="text-body"], #siteTable .thing.link .usertext-body .md', { show: 'content' }),
      thread(
        'comments',
        'shreddit-comment, .commentarea .thing.comment',
        [
          { name: 'author', select: '[slot="commentMeta"] a[href^="/user/"], .tagline .author' },
          date('time', 'faceplate-timeago time, [slot="commentMeta"] time, .tagline time'),
          { name: 'score', select: '.tagline .score.unvoted, .tagline .score', match: '-?\\d[\\d.,]*k?' },
          { name: 'points', select: 'shreddit-comment', as: 'attribute', attribute: 'score' },
          said('[slot="comment"], .usertext-body .md'),
        ],
        { max: 500 },
      ),
    ],
  },
  {
    name: 'discourse',
    urls: ['*/t/*/*', '*/t/*/*/*', '*/**'],
    evidence: { body: 'html:has(> body.crawler) .topic-body, body:has(.topic-body)' },
    remove: '.post-controls, .topic-map, .anchor',
    sample: 'https://meta.discourse.org/t/welcome-to-meta-discourse-org/1',
    fields: [
      title('#topic-title h1, .fancy-title, h1'),
      fact('category', '.topic-category .category-name, .badge-category__name, .topic-category a'),
      list('tags', '.discourse-tag'),
      thread(
        'posts',
        '.topic-post, .crawler-post',
        [
          { name: 'author', select: '.names .username a, .names a, .creator [itemprop="name"]' },
          date('time', '.crawler-post-infos time, time'),
          { name: 'when', select: '.post-date .relative-date, .post-date' },
          { name: 'score', select: '.like-count, .post-likes', match: '\\d+' },
          said('.cooked, .post'),
        ],
        { required: true },
      ),
    ],
  },
  {
    name: 'devto',
    urls: ['dev.to/*/*'],
    except: ['dev.to/t/*'],
    remove: '.crayons-reaction, .highlight__panel',
    sample: 'https://dev.to/lydiahallie/javascript-visualized-event-loop-3dif',
    fields: [
      title('.crayons-article__header h1, h1'),
      fact(
        'author',
        '.crayons-article__header .crayons-link.fw-bold, .crayons-article__subheader a, .profile-preview-card a',
      ),
      date('published', '.crayons-article__header time'),
      list('tags', '.crayons-article__header .crayons-tag'),
      content('#article-body, .crayons-article__main'),
      thread('comments', '.comment.single-comment-node, .single-comment-node', [
        { name: 'author', select: '.comment__header a.crayons-link, .comment__header a' },
        date('time', '.comment__header time'),
        said('.comment__body'),
      ]),
    ],
  },
  {
    name: 'medium',
    urls: ['*/**'],
    evidence: { meta: 'al:android:package', starts: 'com.medium.reader' },
    remove: 'button, [data-testid="audioPlayButton"], .speechify-ignore',
    sample: 'https://medium.com/@ev/welcome-to-medium-9e53ca408c48',
    fields: [
      title('[data-testid="storyTitle"], article h1, h1'),
      fact('author', '[data-testid="authorName"]'),
      fact('published', '[data-testid="storyPublishDate"]'),
      content('article section, article', {
        exclude:
          '[data-testid="storyTitle"], h1, [data-testid="authorName"], [data-testid="storyPublishDate"], [data-testid="storyReadTime"], [data-testid="headerSocialShareButton"]',
      }),
    ],
  },
  {
    name: 'substack',
    urls: ['*.substack.com/p/*', '*/p/*'],
    evidence: { body: 'body:has(.available-content), body:has(.single-post article)' },
    remove: '.subscription-widget-wrap, .subscribe-widget, .header-anchor-parent, .image-link-expand, button',
    sample: 'https://on.substack.com/p/a-new-economic-engine-for-culture',
    fields: [
      title('h1.post-title, .post-header h1, h1'),
      fact('subtitle', 'h3.subtitle, .subtitle'),
      fact('author', '.post-header .byline-wrapper a[href*="@"], .byline-wrapper a'),
      content('.available-content .body, .body.markup, .available-content'),
    ],
  },
];
