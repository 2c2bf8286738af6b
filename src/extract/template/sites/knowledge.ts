import type { TemplateInput } from '../template.ts';
import { address, content, date, fact, items, list, part, said, table, thread, title } from './short.ts';

export const KNOWLEDGE: readonly TemplateInput[] = [
  {
    name: 'wikipedia',
    urls: ['*.wikipedia.org/wiki/**'],
    except: ['*.wikipedia.org/wiki/Special:*|Talk:*|User:*|File:*|Category:*|Wikipedia:*|Template:*|Help:*|Portal:*'],
    remove:
      '.mw-editsection, .navbox, .vertical-navbox, .mw-jump-link, .noprint, #toc, .toc, .mw-empty-elt, .sistersitebox',
    sample: 'https://en.wikipedia.org/wiki/Markdown',
    fields: [
      title('#firstHeading'),
      table('infobox', 'table.infobox', { max: 1 }),
      content('#mw-content-text .mw-parser-output, #mw-content-text', {
        exclude: 'table.infobox, .reflist, .references, .mw-references-wrap',
      }),
      list('references', '#mw-content-text ol.references > li', {
        exclude: '.mw-cite-backlink',
        max: 1_000,
        show: 'section',
      }),
    ],
  },
  {
    name: 'mdn',
    urls: ['developer.mozilla.org/*/docs/**'],
    remove:
      '.bc-github-link, .bc-notes-list button, .article-footer, .metadata, .on-github, mdn-toc, .baseline-indicator button',
    sample: 'https://developer.mozilla.org/en-US/docs/Web/API/fetch',
    fields: [
      title('main h1, article h1, h1'),
      content('main article, article, main .main-page-content, .main-page-content, main', {
        exclude: 'h1, .bc-data, .bc-table, table.bc-table, mdn-compat-table',
      }),
      table('compatibility', 'table.bc-table, .bc-data table', { max: 10 }),
    ],
  },
  {
    name: 'arxiv',
    urls: ['arxiv.org/abs/**', 'export.arxiv.org/abs/**'],
    remove: '.descriptor',
    sample: 'https://arxiv.org/abs/1706.03762',
    fields: [
      title('h1.title'),
      list('authors', '.authors a'),
      fact('submitted', '.dateline'),
      fact('comments', 'td.comments'),
      fact('subjects', 'td.subjects'),
      fact('doi', 'td.doi a, td.arxivdoi a'),
      address('pdf', 'a.download-pdf, .full-text a[href*="/pdf/"]'),
      part('abstract', 'blockquote.abstract', { required: true }),
      part('history', '.submission-history'),
    ],
  },
  {
    name: 'pubmed',
    urls: ['pubmed.ncbi.nlm.nih.gov/*'],
    remove: '.invoke-button, button, .sub-title.hidden',
    sample: 'https://pubmed.ncbi.nlm.nih.gov/31452104/',
    fields: [
      title('#full-view-heading h1.heading-title, h1.heading-title'),
      list('authors', '#full-view-heading .authors-list-item .full-name, .authors-list .full-name'),
      fact('journal', '#full-view-heading .journal-actions-trigger, .journal-actions-trigger'),
      fact('citation', '#full-view-heading .cit, .cit'),
      fact('doi', '#full-view-heading .identifier.doi a, .identifier.doi a, .citation-doi', {
        match: '10\\.\\d+/[^ ]+',
      }),
      fact('pmid', '#full-view-heading .identifier.pubmed .current-id, .current-id', { match: '\\d+' }),
      part('abstract', '#abstract .abstract-content, #eng-abstract, #abstract'),
      list('keywords', '#abstract > p'),
      list('mesh_terms', '#mesh-terms .keyword-actions-trigger'),
      items(
        'similar_articles',
        '#similar .full-docsum',
        [
          { name: 'title', select: '.docsum-title', required: true },
          { name: 'citation', select: '.docsum-citation' },
          address('link', 'a.docsum-title'),
        ],
        { show: 'data', max: 20 },
      ),
    ],
  },
  {
    name: 'rfc',
    urls: ['rfc-editor.org/rfc/*', 'datatracker.ietf.org/doc/html/*', 'datatracker.ietf.org/doc/*'],
    sample: 'https://www.rfc-editor.org/rfc/rfc9110.html',
    remove: '.pilcrow, .selflink.pilcrow, .grey, #toc, .toc, table.ears',
    fields: [
      title('h1#title, #title, .h1, h1', { exclude: '.text-body-secondary' }),
      list('authors', '#identifiers .author-name, .document-information .author .author-name, .author-name'),
      date('published', '#identifiers time.published, time.published, time'),
      fact('number', '#rfcnum, .rfc-no', { match: '\\d+' }),
      fact('status', '#identifiers .category, .category'),
      content('.rfcmarkup, div.rfc, .draftcontent, main, body > pre, body', {
        exclude: '#identifiers, h1#title, #title, #rfcnum, #external-metadata, #internal-metadata',
      }),
    ],
  },
  {
    name: 'huggingface',
    urls: ['huggingface.co/*/*', 'huggingface.co/datasets/*/*'],
    except: [
      'huggingface.co/docs|papers|blog|models|spaces|collections|learn|posts|datasets/*',
      'huggingface.co/docs|papers|blog|spaces|learn/**',
    ],
    remove: '.copy-to-clipboard, button',
    sample: 'https://huggingface.co/google-bert/bert-base-uncased',
    fields: [
      title('header h1, main h1', { match: '[^ ].*' }),
      fact('downloads', 'dl dd', { within: 'main section:last-of-type, main', match: '[\\d.,]+' }),
      list('tags', 'header a[href*="?"] .tag, header .tag'),
      content('.model-card-content, .prose, [class*="hf-sanitized"]', { within: 'main' }),
    ],
  },
  {
    name: 'youtube',
    urls: ['youtube.com/watch?v=*', 'm.youtube.com/watch?v=*', 'youtu.be/*'],
    remove: 'yt-icon, button, tp-yt-paper-button',
    sample: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
    fields: [
      title('ytd-watch-metadata h1, h1.ytd-watch-metadata, h1.title'),
      fact('channel', 'ytd-watch-metadata #channel-name a, ytd-video-owner-renderer #channel-name a'),
      fact('views', 'ytd-watch-metadata #info span, ytd-watch-info-text #info'),
      part(
        'description',
        'ytd-watch-metadata #description-inline-expander, ytd-watch-metadata #description, #description',
      ),
      items('chapters', 'ytd-macro-markers-list-item-renderer', [
        { name: 'time', select: '#time', required: true },
        { name: 'title', select: 'h4, .macro-markers', required: true },
      ]),
      thread(
        'comments',
        'ytd-comment-thread-renderer, ytd-comment-view-model#comment',
        [
          { name: 'author', select: '#author-text' },
          { name: 'time', select: '#published-time-text' },
          { name: 'score', select: '#vote-count-middle', match: '[\\d.,]+[KM]?' },
          said('#content-text'),
        ],
        { max: 100 },
      ),
    ],
  },
];
