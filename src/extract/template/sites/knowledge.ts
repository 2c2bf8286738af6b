import type { TemplateInput } from '../template.ts';
import { address, content, fact, items, list, part, said, table, thread, title } from './short.ts';

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
      '.bc-github-link, .bc-notes-list button, .article-footer, .metadata, .on-github, mdn-toc, .reference-toc, .document-toc-container, .baseline-indicator, mdn-survey',
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
    remove: '.invoke-button, .usa-button, .sub-title.hidden, .affiliation-links, .dropdown-container',
    sample: 'https://pubmed.ncbi.nlm.nih.gov/31452104/',
    fields: [
      title('#full-view-heading h1.heading-title, .full-view h1.heading-title'),
      list('authors', '#full-view-heading .authors-list-item .full-name, .full-view .authors-list .full-name'),
      fact('journal', '.journal-actions-trigger', { within: '#full-view-heading' }),
      fact('citation', '.cit', { within: '#full-view-heading' }),
      fact('doi', '.identifier.doi a, .citation-doi', { within: '#full-view-heading', match: '10\\.\\d+/[^ ]+[^ .]' }),
      fact('pmid', '.identifier.pubmed .current-id, .current-id', { within: '#full-view-heading', match: '\\d+' }),
      part('abstract', '#abstract .abstract-content, #eng-abstract, #abstract'),
      fact('keywords', '#abstract > p:has(> .sub-title:contains("Keywords"))', { exclude: '.sub-title' }),
      list('mesh_terms', '#mesh-terms .keyword-actions-trigger'),
      items(
        'similar_articles',
        '#similar .full-docsum, #similar-articles-list .full-docsum',
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
    except: ['datatracker.ietf.org/doc/active|all|ad|search|investigate|stats|iesg|html|pdf'],
    sample: 'https://www.rfc-editor.org/rfc/rfc9110.html',
    remove: '.pilcrow, .grey, #toc, .toc, table.ears, .docinfo, .noprint, .btn',
    fields: [
      title('h1#title, #title, #content h1, span.h1', { exclude: 'small' }),
      list('authors', '#identifiers .author-name, tr:has(> th:contains("Author")) > td a[href*="/person/"]', {
        match: '[^,]+',
      }),
      fact('number', '#rfcnum, #identifiers dd.rfc, #content h1 small', { match: '^[RFC ]*(\\d+)$' }),
      fact(
        'status',
        '#identifiers dd.category, tr:has(> th:contains("Type")) > td > .text-success, tr:has(> th:contains("Type")) > td > .text-danger',
      ),
      fact('published', '#identifiers dd.published, tr:has(> th:contains("Type")) > td:last-child', {
        match: '[A-Z][a-z]+ [12]\\d{3}',
      }),
      list('obsoletes', '#identifiers dd.obsoletes a, tr:has(> th:contains("Type")) div:contains("Obsoletes") a'),
      list('updates', '#identifiers dd.updates a, tr:has(> th:contains("Type")) div:contains("Updates") a'),
      content(
        '.rfcmarkup, .rfchtml, .draftcontent, .card .card-body > pre, .card .card-body, body.xml2rfc, body > pre',
        {
          exclude:
            '#identifiers, h1#title, #title, #rfcnum, #external-metadata, #internal-metadata, span.h1, .navbar, .sidebar',
        },
      ),
    ],
  },
  {
    name: 'huggingface',
    urls: ['huggingface.co/*/*', 'huggingface.co/datasets/*/*'],
    except: [
      'huggingface.co/docs|papers|blog|models|spaces|collections|learn|posts|datasets|organizations|settings|tasks/*',
      'huggingface.co/docs|papers|blog|spaces|learn/**',
    ],
    remove: '.copy-to-clipboard, button:not([title*="liked"]), .tag-ico',
    sample: 'https://huggingface.co/google-bert/bert-base-uncased',
    fields: [
      title('main header h1', { exclude: 'button, div:has(> button), svg' }),
      fact('likes', 'header h1 button[title*="liked"]', { match: '[\\d.,]+[kM]?' }),
      fact(
        'downloads',
        'dt:contains("Downloads last month") + dd, dl:has(> dt:contains("Downloads last month")) > dd',
        {
          match: '[\\d.,]+',
        },
      ),
      list('tags', 'header a[href*="?"] .tag, header a .tag'),
      content('.model-card-content, .prose', { within: 'main', exclude: '.not-prose nav' }),
    ],
  },
  {
    name: 'youtube',
    urls: ['youtube.com/watch?v=*', 'm.youtube.com/watch?v=*', 'youtu.be/*'],
    remove: 'yt-icon, button, tp-yt-paper-button',
    sample: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
    fields: [
      title('ytd-watch-metadata h1'),
      fact('channel', 'ytd-watch-metadata #channel-name a, ytd-watch-metadata #channel-name'),
      fact('views', 'ytd-watch-metadata #info', { match: '([\\d.,]+[KMB]?) view' }),
      fact('published', 'ytd-watch-metadata #info', {
        match: '[A-Z][a-z][a-z] \\d+, [12]\\d{3}',
      }),
      part('description', 'ytd-watch-metadata #description-inline-expander, ytd-watch-metadata #description', {
        exclude:
          '#info-container, ytd-watch-info-text, ytd-structured-description-content-renderer, ytd-horizontal-card-list-renderer',
      }),
      items('chapters', 'ytd-macro-markers-list-item-renderer', [
        { name: 'time', select: '#time', required: true, match: '\\d+:[\\d:]+' },
        { name: 'title', select: 'h4, .macro-markers', required: true },
      ]),
      thread(
        'comments',
        ':is(ytd-comment-thread-renderer, ytd-comment-replies-renderer ytd-comment-view-model), ytd-comment-view-model',
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
