import type { TemplateInput } from '../template.ts';
import { address, content, date, fact, items, list, part, title } from './short.ts';

export const PACKAGES: readonly TemplateInput[] = [
  {
    name: 'npm-package',
    urls: ['npmjs.com/package/**'],
    remove: 'nav, footer, .anchor',
    sample: 'https://www.npmjs.com/package/zod',
    fields: [
      title('#top h1, main h1, main h2, h1'),
      fact('version', '[data-testid="package-version"], #top h1 ~ span, #top span', {
        match: 'v?(\\d+\\.\\d+[\\w.-]*)',
      }),
      fact('licence', 'h3:contains("License") + p, [data-testid="license"]'),
      list('keywords', '[data-testid="keywords"] a, #keywords ~ ul a, a[href*="keywords:"]'),
      part('readme', '#readme, #tabpanel-readme article, #tabpanel-readme', { required: true }),
    ],
  },
  {
    name: 'pypi-package',
    urls: ['pypi.org/project/*', 'pypi.org/project/*/*'],
    sample: 'https://pypi.org/project/requests/',
    fields: [
      title('h1.package-header__name'),
      fact('description', 'p.package-description__summary, p.package-header__description'),
      date('released', '.package-header__date time, .sidebar-section time'),
      list('classifiers', 'ul.sidebar-section__classifiers li li, ul.sidebar-section__classifiers > li', {
        show: 'data',
      }),
      items('links', '.sidebar-section a.vertical-tabs__tab[rel]', [
        { name: 'name', select: 'a', required: true },
        address('link', 'a'),
      ]),
      part('readme', '#description .project-description, #description'),
    ],
  },
  {
    name: 'crates-package',
    urls: ['crates.io/crates/*', 'crates.io/crates/*/*'],
    sample: 'https://crates.io/crates/serde',
    fields: [
      title('h1 [data-test-crate-name], h1.heading span, h1'),
      fact('version', 'h1 small, [data-test-version], h1 .version', { match: 'v?(\\d+\\.\\d+[\\w.+-]*)' }),
      fact('description', '[data-test-description], header .description'),
      list('keywords', '.keywords a, ul.keywords li'),
      part('readme', '[data-test-readme], .crate-readme, #crate-readme, .markdown-body', { required: true }),
    ],
  },
  {
    name: 'docker-hub',
    urls: ['hub.docker.com/_/*', 'hub.docker.com/r/*/*'],
    remove: 'button, [data-testid="chatbot"]',
    sample: 'https://hub.docker.com/_/nginx',
    fields: [
      title('main h1, h1'),
      fact('description', '[data-testid="description"], h1 ~ p'),
      fact('pulls', '[data-testid="pull-count"], [data-testid="pulls"]', { match: '[\\d.]+[KMB]?' }),
      content('#readme-more-content-wrapper, [data-testid="markdownContent"], article, .markdown-body'),
    ],
  },
];
