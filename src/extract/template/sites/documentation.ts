import type { TemplateInput } from '../template.ts';
import { content, fact, list, part, title } from './short.ts';

const PILCROWS = '.headerlink, .hash-link, a.anchor, .anchorjs-link, .heading-anchor';

/** Pages of documentation tools, told by what the tool writes into its pages, and sites with a form of their own. */
export const DOCUMENTATION: readonly TemplateInput[] = [
  {
    name: 'docs-rs',
    urls: ['docs.rs/*/**', 'doc.rust-lang.org/std|core|alloc/**'],
    except: ['docs.rs/crate/**', 'docs.rs/releases|about/**'],
    remove:
      'nav.sidebar, rustdoc-search, .sub, .search-form, .srclink, a.src, .since, .anchor, a.doc-anchor, #copy-path, .out-of-band, rustdoc-toolbar, .notable-traits, .tooltip',
    sample: 'https://docs.rs/serde/latest/serde/',
    fields: [
      title('.main-heading h1, h1.fqn, h1.crate-title, #main-content h1', { exclude: 'button' }),
      fact('version', '.sidebar-crate .version, nav.sidebar .version'),
      content('#main-content, main .content, main', { exclude: '.main-heading, h1.fqn' }),
    ],
  },
  {
    name: 'go-pkg',
    urls: ['pkg.go.dev/*', 'pkg.go.dev/*/**'],
    except: ['pkg.go.dev/search|about|license-policy'],
    remove: '.Documentation-idLink, .Documentation-source, .UnitHeader-logo, .js-headerLinks, .go-Button',
    sample: 'https://pkg.go.dev/net/http',
    fields: [
      title('h1.UnitHeader-titleHeading, h1'),
      fact('version', '[data-test-id="UnitHeader-version"] a, .UnitHeader-version a', { match: 'v[\\w.+-]+' }),
      fact('published', '[data-test-id="UnitHeader-commitTime"]', { match: '[A-Z][a-z]+ \\d+, \\d{4}' }),
      fact('licence', '[data-test-id="UnitHeader-licenses"] a'),
      part('readme', '.UnitReadme-content .Overview-readmeContent, .UnitReadme-content'),
      part('documentation', '.UnitDoc .Documentation-content, .Documentation-content, .UnitDoc'),
      list('files', '.UnitFiles-fileList li'),
    ],
  },
  {
    name: 'javadoc',
    urls: ['*/**'],
    evidence: { meta: 'generator', starts: 'javadoc/' },
    remove: '.top-nav, .sub-nav, .skip-nav, .nav-bar-cell1-rev, nav, .copy, #reset-button',
    sample: 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/String.html',
    fields: [
      title('h1.title, .header h2, h2.title, h1'),
      fact('package', '.sub-title a, .header .subTitle a, .sub-title'),
      part('description', '#class-description, .class-description, .description', { exclude: 'h1', show: 'content' }),
      part('summary', '.summary, .member-summary', { exclude: '.table-tabs' }),
      part('details', '.details'),
    ],
  },
  {
    name: 'microsoft-learn',
    urls: ['learn.microsoft.com/*/**'],
    remove:
      '.action, button, .docs-feedback, #article-header, .page-metadata, .buttons, local-time, [data-bi-name="feedback"], .display-none',
    sample: 'https://learn.microsoft.com/en-us/dotnet/api/system.string',
    fields: [
      title('#main h1, main h1, h1'),
      fact('namespace', '[data-no-chunk] a[href*="system"], .metadata a.xref', {
        within: '.namespace, dl.attributeList',
      }),
      content('#main .content, .content[data-bi-name="content"], main .content, main', { exclude: 'h1' }),
    ],
  },
  {
    name: 'docusaurus',
    urls: ['*/**'],
    evidence: { meta: 'generator', starts: 'Docusaurus' },
    remove: `${PILCROWS}, .theme-doc-breadcrumbs, .theme-doc-footer, .theme-doc-toc-mobile, .pagination-nav, button`,
    sample: 'https://docusaurus.io/docs/installation',
    fields: [
      title('article header h1, article h1, main h1'),
      fact('version', '.theme-doc-version-badge'),
      content('article .theme-doc-markdown, article .markdown, article', { exclude: 'h1' }),
    ],
  },
  {
    name: 'mkdocs',
    urls: ['*/**'],
    evidence: { meta: 'generator', starts: 'mkdocs' },
    remove: `${PILCROWS}, .md-content__button, .md-source-file, .md-clipboard, .md-nav, .md-feedback`,
    sample: 'https://www.mkdocs.org/user-guide/writing-your-docs/',
    fields: [
      title('article h1, [role="main"] h1, main h1, h1'),
      content('article.md-content__inner, [role="main"] .section, [role="main"], main', { exclude: 'h1' }),
    ],
  },
  {
    name: 'sphinx',
    urls: ['*/**'],
    evidence: {
      body: 'body.wy-body-for-nav, body:has(.rst-content), body:has(div.documentwrapper [role="main"]), body:has(article[role="main"] section[id])',
    },
    remove: `${PILCROWS}, .wy-breadcrumbs, .rst-footer-buttons, .viewcode-link, .sphinxsidebar, footer, .prev-next-area, button`,
    sample: 'https://www.sphinx-doc.org/en/master/usage/quickstart.html',
    fields: [
      title('[itemprop="articleBody"] h1, [role="main"] h1, .body h1'),
      content('[itemprop="articleBody"], article[role="main"], .body[role="main"], [role="main"], .rst-content', {
        exclude: 'h1',
      }),
    ],
  },
  {
    name: 'docs-page',
    urls: ['*.readthedocs.io/**', '*.rtfd.io/**', '*.mintlify.app/**', '*.mintlify.dev/**', '*.gitbook.io/**'],
    remove: `${PILCROWS}, nav, footer, .toc, .sidebar, .pagination, button`,
    sample: 'https://requests.readthedocs.io/en/latest/user/quickstart/',
    fields: [
      title('main h1, article h1, [role="main"] h1, h1'),
      content('[role="main"], .document, .rst-content, article, .mdx-content, .prose, main', { exclude: 'h1' }),
    ],
  },
];

/** By name only. */
export const RAW: readonly TemplateInput[] = [{ name: 'raw', fields: [content('body')] }];
