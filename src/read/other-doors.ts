import { canParseUrl } from '../base/url.ts';

/**
 * Where sites that often turn readers away answer programs on purpose: documented feeds and interfaces. Each row is a
 * site and what its addresses become; what a row says is an offer to try, not a promise.
 */
interface Door {
  readonly host: RegExp;
  readonly path: RegExp;
  /** From the groups of `path`; `url` is the address as asked for. */
  readonly address: (parts: readonly string[], url: URL) => string;
  readonly what: string;
}

const enc = encodeURIComponent;

const DOORS: readonly Door[] = [
  {
    host: /(?:^|\.)reddit\.com$/u,
    path: /^(\/(?:r|user|u)\/.*?)\/?$/u,
    address: ([path]) => `https://www.reddit.com${path}/.rss`,
    what: 'its feed',
  },
  {
    host: /^github\.com$/u,
    path: /^\/([^/]+)\/([^/]+)\/blob\/(.+)$/u,
    address: ([owner, name, rest]) => `https://raw.githubusercontent.com/${owner}/${name}/${rest}`,
    what: 'the file itself',
  },
  {
    host: /^github\.com$/u,
    path: /^\/([^/]+)\/([^/]+)\/(issues|pull)\/(\d+)/u,
    address: ([owner, name, , number]) => `https://api.github.com/repos/${owner}/${name}/issues/${number}`,
    what: 'its interface for programs',
  },
  {
    host: /^github\.com$/u,
    path: /^\/([^/]+)\/([^/]+)\/?$/u,
    address: ([owner, name]) => `https://api.github.com/repos/${owner}/${name}`,
    what: 'its interface for programs',
  },
  {
    host: /^(?:stackoverflow|serverfault|superuser|askubuntu|mathoverflow)\.(?:com|net)$/u,
    path: /^\/(?:questions|q)\/(\d+)/u,
    address: ([id], { hostname }) =>
      `https://api.stackexchange.com/2.3/questions/${id}?site=${hostname.split('.')[0]}&filter=withbody`,
    what: 'its interface for programs',
  },
  {
    host: /^[a-z.]+\.stackexchange\.com$/u,
    path: /^\/(?:questions|q)\/(\d+)/u,
    address: ([id], { hostname }) =>
      `https://api.stackexchange.com/2.3/questions/${id}?site=${hostname.replace('.stackexchange.com', '')}&filter=withbody`,
    what: 'its interface for programs',
  },
  {
    host: /(?:^|\.)youtube\.com$/u,
    path: /^\/(?:watch|shorts|live)/u,
    address: (_, { href }) => `https://www.youtube.com/oembed?format=json&url=${enc(href)}`,
    what: 'title and channel of the video',
  },
  {
    host: /^(?:www\.|mobile\.)?(?:twitter|x)\.com$/u,
    path: /^\/[^/]+\/status\/\d+/u,
    address: (_, { href }) => `https://publish.twitter.com/oembed?url=${enc(href)}`,
    what: 'the text of the post',
  },
  {
    host: /(?:^|\.)tiktok\.com$/u,
    path: /\/video\/\d+/u,
    address: (_, { href }) => `https://www.tiktok.com/oembed?url=${enc(href)}`,
    what: 'title and author of the video',
  },
  {
    host: /^medium\.com$/u,
    path: /^\/(@[^/]+)/u,
    address: ([author]) => `https://medium.com/feed/${author}`,
    what: 'the feed of the author',
  },
  {
    host: /\.(?:substack\.com|medium\.com)$/u,
    path: /^\//u,
    address: (_, { origin }) => `${origin}/feed`,
    what: 'its feed',
  },
  {
    host: /^[a-z-]+(?:\.m)?\.wikipedia\.org$/u,
    path: /^\/wiki\/([^/]+)/u,
    address: ([title], { hostname }) => `https://${hostname.replace('.m.', '.')}/api/rest_v1/page/html/${title}`,
    what: 'its interface for programs',
  },
  {
    host: /^(?:www\.)?npmjs\.com$/u,
    path: /^\/package\/((?:@[^/]+\/)?[^/]+)/u,
    address: ([name]) => `https://registry.npmjs.org/${name}`,
    what: 'the registry itself',
  },
  {
    host: /^pypi\.org$/u,
    path: /^\/project\/([^/]+)/u,
    address: ([name]) => `https://pypi.org/pypi/${name}/json`,
    what: 'its interface for programs',
  },
  {
    host: /^crates\.io$/u,
    path: /^\/crates\/([^/]+)/u,
    address: ([name]) => `https://crates.io/api/v1/crates/${name}`,
    what: 'its interface for programs',
  },
  {
    host: /^news\.ycombinator\.com$/u,
    path: /^\/item/u,
    address: (_, { searchParams }) => `https://hn.algolia.com/api/v1/items/${enc(searchParams.get('id') ?? '')}`,
    what: 'its interface for programs',
  },
  {
    host: /^arxiv\.org$/u,
    path: /^\/(?:abs|pdf|html)\/([\w./-]+?)(?:\.pdf)?$/u,
    address: ([id]) => `https://export.arxiv.org/abs/${id}`,
    what: 'its copy for programs',
  },
  {
    host: /./u,
    path: /\/(10\.\d{4,9}\/[\w.()/:;-]+)$/u,
    address: ([doi]) => `https://api.crossref.org/works/${doi}`,
    what: 'what Crossref knows of this DOI',
  },
];

/** One sentence for each other way into this page that is documented; none for most sites. */
export function otherDoors(address: string): string[] {
  if (!canParseUrl(address)) return [];
  const url = new URL(address);
  const host = url.hostname.replace(/\.$/u, '');
  const door = DOORS.find((one) => one.host.test(host) && one.path.test(url.pathname));
  if (!door) return [];
  const parts = door.path.exec(url.pathname)?.slice(1) ?? [];
  return [`Try ${door.what}: ${door.address(parts, url)}`];
}
