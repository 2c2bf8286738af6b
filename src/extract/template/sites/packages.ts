import type { TemplateInput } from '../template.ts';
import { address, date, fact, items, list, part, title } from './short.ts';

/** Nothing that stands in a README says anything about the package: its headings look like those of the sidebar. */
const NO_README = ':not(#readme *, article *)';
const NPM_SIDE = `h3${NO_README}`;
const CRATE_HEADING = ':is(h1.heading, h1[class*="_heading_"], [data-test-heading] h1):not(article *)';
/** The words of an image’s publisher, whatever they are wrapped in. */
const NO_OVERVIEW =
  ':not(article *, .markdown-body *, #readme-more-content-wrapper *, [data-testid="markdownContent"] *)';
const PYPI_SIDE = '.vertical-tabs__tabs .sidebar-section';

export const PACKAGES: readonly TemplateInput[] = [
  {
    // The server writes the whole page. Class names are made anew with each build, so headings and ids say what is what.
    name: 'npm-package',
    urls: ['npmjs.com/package/**'],
    except: ['npmjs.com/package/**?activeTab=*'],
    remove: 'nav, footer, .anchor, button, svg, [aria-hidden="true"]',
    sample: 'https://www.npmjs.com/package/zod',
    fields: [
      title(`#top h1 [title], #top h1, main h1${NO_README}`),
      fact('version', `${NPM_SIDE}:contains("Version") + p, [data-testid="package-version"], #top h1 + span`, {
        match: 'v?(\\d+\\.\\d+[\\w.+-]*)',
      }),
      fact('deprecated', `div${NO_README}:has(> :is(h2, h3, p, span):contains("This package has been deprecated"))`),
      date('published', `#top time, ${NPM_SIDE}:contains("Last publish") + p time`),
      fact('licence', `${NPM_SIDE}:contains("License") + p, [data-testid="license"]`),
      fact(
        'weekly_downloads',
        `${NPM_SIDE}:contains("Weekly Downloads") + p, ${NPM_SIDE}:contains("Weekly Downloads") + div p`,
        { match: '[\\d,.]+' },
      ),
      address('repository', '#repository + p a'),
      address('homepage', '#homePage + p a'),
      list('keywords', `[data-testid="keywords"] a, #keywords + ul a, a[href*="keywords:"]${NO_README}`),
      part('readme', '#readme, #tabpanel-readme article, #tabpanel-readme', { required: true }),
    ],
  },
  {
    // The server writes the whole page, and the facts twice: beside the tabs, and once more as a tab for small screens.
    name: 'pypi-package',
    urls: ['pypi.org/project/*', 'pypi.org/project/*/*'],
    remove: '.sr-only, .headerlink, .fa, .fas, .fab',
    sample: 'https://pypi.org/project/requests/',
    fields: [
      title('h1.package-header__name'),
      fact('version', 'h1.package-header__name', { match: '\\s([^\\s]+)$' }),
      fact('status', '.package-header .status-badge'),
      fact('description', 'p.package-description__summary, p.package-header__description'),
      date('released', '.package-header__date time'),
      fact('licence', `${PYPI_SIDE} p:has(> strong:contains("License"))`, {
        match: ':\\s*(.+)',
        exclude: 'br ~ *, small',
      }),
      fact('author', `${PYPI_SIDE} p:has(> strong:contains("Author"))`, { match: ':\\s*(.+)' }),
      fact('requires_python', `${PYPI_SIDE} p:has(> strong:contains("Requires"))`, { match: 'Python\\s*(.+)' }),
      list('maintainers', `${PYPI_SIDE} .sidebar-section__user-gravatar-text`),
      list('keywords', `${PYPI_SIDE} p.tags .package-keyword`, { match: '[^,]+' }),
      list('classifiers', 'ul.sidebar-section__classifiers li li, ul.sidebar-section__classifiers > li', {
        show: 'data',
      }),
      items('links', `${PYPI_SIDE} a.vertical-tabs__tab[rel~="nofollow"]`, [
        { name: 'name', select: 'a', required: true },
        address('link', 'a'),
      ]),
      part('readme', '#description .project-description, #description'),
    ],
  },
  {
    // The page is built by its scripts: without them there is nothing. Attributes for tests may be missing from what is
    // served; classes of the older page end in a mark of their own (`_heading_1abc`).
    name: 'crates-package',
    urls: ['crates.io/crates/*', 'crates.io/crates/*/*'],
    except: [
      'crates.io/crates/*/code|delete|dependencies|docs|owners|range|repo|reverse_dependencies|security|settings|versions',
    ],
    remove: '.hash, .tooltip, [role="tooltip"]',
    sample: 'https://crates.io/crates/serde',
    fields: [
      title(`[data-test-crate-name], ${CRATE_HEADING} > span`),
      fact('version', `[data-test-crate-version], ${CRATE_HEADING} small`, { match: 'v?(\\d+\\.\\d+[\\w.+-]*)' }),
      fact('status', '[data-test-yanked], .yanked-badge, [class*="_yanked-badge_"]'),
      fact(
        'description',
        '[data-test-heading] .description, .header > .description, [class*="_header_"] > [class*="_description_"], [data-test-heading] [class*="_description_"]',
      ),
      list('keywords', 'ul.keywords a, ul[class*="_keywords_"] a, [data-test-heading] .keywords a', {
        match: '[^#\\s].*',
      }),
      date('published', '[aria-label="Crate metadata"] time, .metadata time, [class*="_metadata_"] time'),
      fact('licence', '[data-test-license], .metadata .license, [class*="_metadata_"] [class*="_license_"]'),
      fact('rust_version', '[data-test-msrv], .metadata .msrv, [class*="_metadata_"] [class*="_msrv_"]', {
        match: 'v?(\\d+\\.\\d+[\\w.]*)',
      }),
      fact(
        'downloads',
        '.stat:has(:contains("Downloads all time")) .num__align, [class*="_stat_"]:has(:contains("Downloads all time")) [class*="num"]',
        { match: '[\\d,.]+' },
      ),
      address(
        'repository',
        '[data-test-repository-link] a, .links > div:has(> :contains("Repository")) a, [aria-label="Crate metadata"] :contains("Repository") + div a',
      ),
      part('readme', '[data-test-readme], article[aria-label="Readme"], [data-test-no-readme], .no-readme', {
        required: true,
      }),
    ],
  },
  {
    // Built by scripts, with classes of a style library that mean nothing: place, and the names of icons, tell. The cards
    // of other images have the same icons, and are links as a whole.
    name: 'docker-hub',
    urls: ['hub.docker.com/_/*', 'hub.docker.com/r/*/*'],
    remove: 'button, [data-testid="chatbot"], [role="tooltip"]',
    sample: 'https://hub.docker.com/_/nginx',
    fields: [
      title(`[data-testid="repo-name"], main h1${NO_OVERVIEW}, h1${NO_OVERVIEW}`),
      fact('description', `[data-testid="description"], h1${NO_OVERVIEW} + p, :has(> h1${NO_OVERVIEW}) + p`),
      fact(
        'pulls',
        '[data-testid="pull-count"], [data-testid="pulls"], [data-testid="FileDownloadIcon"]:not(a *) + *, [data-testid="FileDownloadOutlinedIcon"]:not(a *) + *',
        { match: '[\\d.]+[KMB]?' },
      ),
      fact(
        'stars',
        '[data-testid="star-count"], [data-testid="StarIcon"]:not(a *) + *, [data-testid="StarOutlineIcon"]:not(a *) + *, [data-testid="StarBorderIcon"]:not(a *) + *',
        { match: '[\\d.]+[KMB]?' },
      ),
      part(
        'content',
        '#readme-more-content-wrapper, [data-testid="markdownContent"], [data-testid="repo-overview"], main article, article, .markdown-body',
        { show: 'content', required: true },
      ),
    ],
  },
];
