import type { TemplateInput } from '../template.ts';
import { content, date, fact, list, said, thread, title } from './short.ts';

/** Sites where people publish articles. */
export const ARTICLES: readonly TemplateInput[] = [
  {
    name: 'devto',
    urls: ['dev.to/*/*'],
    except: ['dev.to/t|search|settings|dashboard|enter|new|listings|podcasts/*'],
    remove: '.crayons-reaction, .highlight__panel, .crayons-tag__prefix, .comment-wrapper > summary',
    sample: 'https://dev.to/lydiahallie/javascript-visualized-event-loop-3dif',
    fields: [
      title('.crayons-article__header h1, #main-title h1'),
      fact(
        'author',
        '.crayons-article__header a.crayons-link.fw-bold, .crayons-article__subheader a, #main-title a.author',
      ),
      date('published', '.crayons-article__header time, #main-title time'),
      list('tags', '.crayons-article__header .crayons-tag, #main-title .tag', { match: '[^# ].*' }),
      content('#article-body'),
      thread('comments', 'details.js-comment-wrapper, .single-comment-node', [
        { name: 'author', select: '.js-comment-username, .comment__header a.crayons-link:not(.comment-date)' },
        date('time', '.comment__header time'),
        said('.comment__body'),
      ]),
    ],
  },
  {
    name: 'medium',
    urls: ['*/**'],
    // Front pages, profiles and topics of the same software.
    except: ['*/', 'medium.com/*', '*/tag|tagged|archive|search|me|m|about|followers/**'],
    evidence: { meta: 'al:android:package', starts: 'com.medium.reader' },
    remove:
      'button, [data-testid="audioPlayButton"], [data-testid="headerSocialShareButton"], [data-testid="post-preview"]',
    sample: 'https://medium.com/@ev/welcome-to-medium-9e53ca408c48',
    fields: [
      title(
        '[data-testid="storyTitle"], article h1.pw-post-title, article h1.graf--title, article .graf--title, article h1, article .postContent .graf--h2',
      ),
      fact('subtitle', 'article .pw-subtitle-paragraph, article .graf--subtitle'),
      fact('author', 'article [data-testid="authorName"], .postMetaInline-authorLockup a.link'),
      fact('publication', 'article [data-testid="publicationName"]'),
      fact('published', 'article [data-testid="storyPublishDate"], .postMetaInline-authorLockup time'),
      fact('notice', 'article p:contains("Member-only story"), article div > span:contains("Member-only story")', {
        match: '^Member-only story$',
      }),
      content('article .postArticle-content, article:has(section ~ section), article section, article', {
        exclude:
          '[data-testid="storyTitle"], h1, .pw-subtitle-paragraph, .graf--subtitle, .speechify-ignore, .postMetaInline, [data-testid="authorPhoto"], [data-testid="authorName"], [data-testid="storyPublishDate"], [data-testid="storyReadTime"]',
      }),
    ],
  },
  {
    name: 'substack',
    urls: ['*.substack.com/p/*', '*/p/*'],
    evidence: {
      body: 'body:has(.available-content), body:has(.single-post article), body:has(article.newsletter-post)',
    },
    remove:
      '.subscription-widget-wrap, .subscribe-widget, .header-anchor-parent, .image-link-expand, .post-ufi, button, [aria-label="Post UFI"] .post-ufi-button',
    sample: 'https://on.substack.com/p/a-new-economic-engine-for-culture',
    fields: [
      title('h1.post-title, .post-header h1'),
      fact('subtitle', '.post-header .subtitle, h3.subtitle'),
      fact('author', '.post-header .byline-wrapper a[href*="/@"]:not([aria-label]), .post-header .byline-wrapper a', {
        match: '[^ ].*',
      }),
      fact('published', '.post-header .byline-wrapper, .post-header time, .post-header .post-date', {
        match: '[A-Z][a-z][a-z] \\d+, [12]\\d{3}',
      }),
      fact('notice', '[data-testid="paywall"] h2, .paywall .paywall-title, .paywall h2'),
      content('.available-content .body, .body.markup, .available-content', {
        exclude: '[data-testid="paywall"], .paywall',
      }),
      thread('comments', '.comment-list .comment', [
        { name: 'author', select: '.commenter-name, .comment-content a[class*="link-"]' },
        { name: 'time', select: '.comment-timestamp, .comment-content a[rel="nofollow"][title]' },
        said('.comment-body'),
      ]),
    ],
  },
];
