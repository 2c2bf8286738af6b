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

const STACK_POST = [
  {
    name: 'author',
    select:
      '.comment-user, .post-signature:last-child .user-details a, .post-signature .user-details a, .user-details a',
  },
  {
    name: 'time',
    select: '.relativetime-clean, .post-signature:last-child .relativetime, .user-action-time .relativetime',
  },
  { name: 'score', select: '.comment-score, .js-vote-count', match: '-?\\d+' },
  { name: 'accepted', select: '.js-accepted-answer-indicator:not(.d-none)', match: '(A)', as: 'text' as const },
  said('.comment-copy, .js-post-body, .s-prose'),
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
      thread('question_comments', '#question li.comment', STACK_POST),
      // A comment stands in its answer, so that it is a reply to it.
      thread('answers', ':is(#answers > .answer, #answers > .answer li.comment)', STACK_POST, { max: 500 }),
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
      fact(
        'subreddit',
        'shreddit-post [slot="credit-bar"] a[href^="/r/"], shreddit-post a.subreddit-name, .redditname a',
      ),
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
];
