import type { TemplateInput } from '../template.ts';
import { address, content, date, fact, list, part, table, title } from './short.ts';

const PILCROWS = '.headerlink, .hash-link, a.anchor, .anchorjs-link, .heading-anchor';

/** Pages of documentation tools, told by what the tool writes into its pages, and sites with a form of their own. */
export const DOCUMENTATION: readonly TemplateInput[] = [
  {
    name: 'docs-rs',
    urls: ['docs.rs/*/**', 'doc.rust-lang.org/std|core|alloc/**'],
    except: ['docs.rs/crate/**', 'docs.rs/releases|about/**'],
    remove:
      'rustdoc-search, .sub, summary.hideme, .sub-heading, .search-form, .srclink, a.src, .since, .anchor, a.doc-anchor, #copy-path, .out-of-band, rustdoc-toolbar, .notable-traits, .tooltip',
    sample: 'https://docs.rs/serde/latest/serde/',
    fields: [
      title('.main-heading h1, h1.fqn, h1.crate-title', { exclude: 'button, .out-of-band' }),
      fact('version', 'nav.sidebar .sidebar-crate .version, nav.sidebar .version', { match: '\\d+\\.\\d[\\w.+-]*' }),
      content('#main-content, main .content, main', { exclude: '.main-heading, h1.fqn' }),
    ],
  },
  {
    name: 'go-pkg',
    urls: ['pkg.go.dev/*', 'pkg.go.dev/*/**'],
    except: ['pkg.go.dev/search|about|license-policy'],
    remove:
      '.Documentation-idLink, .UnitReadme-idLink, .UnitDoc-idLink, h3 > a[href^="#pkg-"], .Documentation-source, .UnitHeader-logo, .js-headerLinks, .go-Button, .UnitReadme-expandLink, .UnitReadme-collapseLink, .Documentation-build, .UnitBuildContext, .screen-reader-only',
    sample: 'https://pkg.go.dev/net/http',
    fields: [
      title('h1.UnitHeader-titleHeading, [data-test-id="UnitHeader-title"]'),
      fact('version', '[data-test-id="UnitHeader-version"] > a', { match: '[vg][\\w.+-]*\\d[\\w.+-]*' }),
      fact('published', '[data-test-id="UnitHeader-commitTime"]', { match: '[A-Z][a-z]+ \\d+, \\d{4}' }),
      fact('licence', '[data-test-id="UnitHeader-license"], [data-test-id="UnitHeader-licenses"] > span'),
      fact('imported_by', '[data-test-id="UnitHeader-importedby"] a', { match: '[\\d,]+' }),
      address('repository', '.UnitMeta-repo a'),
      part('readme', '.UnitReadme .Overview-readmeContent, .UnitReadme-content'),
      part(
        'documentation',
        '.UnitDoc .Documentation-content, .Documentation-content, .UnitDetails-contentEmpty, .go-Main-article:not(:has(.UnitDetails))',
      ),
      list('files', '.UnitFiles-fileList li'),
      table('directories', 'table.UnitDirectories-table', { max: 1 }),
    ],
  },
  {
    name: 'javadoc',
    urls: ['*/**'],
    // Up to Java 8 it says so in a comment only.
    evidence: {
      body: 'html:has(> head > meta[name="generator"][content^="javadoc/"]), body:has(> .topNav):has(> .subNav):has(> .contentContainer)',
    },
    remove:
      '.top-nav, .sub-nav, .topNav, .subNav, .bottomNav, .skip-nav, .nav-bar-cell1-rev, nav, .copy, #reset-button, .table-tabs, .anchor-link',
    sample: 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/String.html',
    fields: [
      title('h1.title, .header h1, .header h2.title, h2.title, .header > .title'),
      fact('package', '.sub-title:has(.package-label-in-type) a, .header .sub-title a, .header .subTitle', {
        exclude: '.module-label-in-type, .package-label-in-type',
      }),
      part(
        'description',
        '#class-description, .class-description, #package-description, .package-description, .contentContainer > .description, .description, main, .contentContainer',
        { exclude: 'h1, .header, .summary, .details', show: 'content' },
      ),
      part('summary', '.summary, .package-uses ~ .summary, #all-classes-table'),
      part('details', '.details'),
    ],
  },
  {
    name: 'microsoft-learn',
    urls: ['learn.microsoft.com/*/**'],
    remove:
      '.action, button, .docs-feedback, .buttons, [data-bi-name="feedback"], .feedback-section, .display-none, .codeHeader .action, .xref-breadcrumb',
    sample: 'https://learn.microsoft.com/en-us/dotnet/api/system.string',
    fields: [
      title('#main h1, main .content > h1'),
      fact('namespace', '#main dt:contains("Namespace") + dd, main dt:contains("Namespace") + dd'),
      list('assemblies', '#main dt:contains("Assembl") ~ dd, main dt:contains("Assembl") ~ dd'),
      address('package', 'main dt:contains("Package") + dd a'),
      date('updated', 'local-time, .page-metadata time'),
      content(
        '#main:has(.content ~ .content), #main .content:has(> h1), #main [data-bi-name="content"], #main .content, main .content',
        {
          exclude: 'h1, #article-header, .page-metadata, .attributeList, dl.attributeList, .metadata',
        },
      ),
    ],
  },
  {
    name: 'docusaurus',
    urls: ['*/**'],
    evidence: { meta: 'generator', starts: 'Docusaurus' },
    remove: `${PILCROWS}, .theme-doc-breadcrumbs, .theme-doc-footer, .theme-doc-toc-mobile, .pagination-nav, button`,
    sample: 'https://docusaurus.io/docs/installation',
    fields: [
      title('article .theme-doc-markdown h1, article header h1, article h1'),
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
      title('article.md-content__inner h1, [role="main"] h1'),
      content('article.md-content__inner, [role="main"] .section, [role="main"]', { exclude: 'h1' }),
    ],
  },
  {
    name: 'sphinx',
    urls: ['*/**'],
    evidence: {
      body: 'body.wy-body-for-nav, body:has(.rst-content), body:has(div.documentwrapper [role="main"]), body:has(article[role="main"] section[id]), body:has(article.bd-article)',
    },
    remove: `${PILCROWS}, .wy-breadcrumbs, .rst-footer-buttons, .viewcode-link, .sphinxsidebar, footer, .prev-next-area, button`,
    sample: 'https://www.sphinx-doc.org/en/master/usage/quickstart.html',
    fields: [
      title('[itemprop="articleBody"] h1, article.bd-article h1, [role="main"] h1, .body h1'),
      content('[itemprop="articleBody"], article.bd-article, article[role="main"], .body[role="main"], [role="main"]', {
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
