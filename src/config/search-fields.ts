import { field } from './field.ts';
import { integer, list, rate, serviceUrl, text } from './kinds.ts';

const apiKey = text('a key of visible ASCII characters', /^[\x21-\x7e]*$/u);
/** A layer, or one engine of it; which engines there are is known where the engines are. */
const searchLayer = text(
  'a layer or layer:engine, such as direct or browser:brave',
  /^[a-z-]+(?::[a-z0-9 -]{1,60})?$/u,
);

/** How the web is searched. */
export const SEARCH_FIELDS = {
  searxngUrl: field({
    name: 'PLAINSIGHT_SEARXNG_URL',
    flag: '--searxng-url',
    kind: serviceUrl,
    fallback: '',
    about: 'SearXNG of your own that is asked first; it has to offer JSON (search.formats).',
    since: '0.1.0',
  }),
  searchLayers: field({
    name: 'PLAINSIGHT_SEARCH_LAYERS',
    flag: '--search-layers',
    kind: list(searchLayer),
    fallback: ['cache', 'searxng', 'searxng-retry', 'direct', 'browser', 'api'] as readonly string[],
    about: 'Ways to search, in the order in which they are tried; layer:engine names a single engine.',
    since: '0.1.0',
  }),
  searchEngines: field({
    name: 'PLAINSIGHT_SEARCH_ENGINES',
    flag: '--search-engines',
    kind: text('a JSON file with search templates'),
    fallback: '',
    fallbackText: 'search-engines.json in PLAINSIGHT_HOME, when it exists',
    about: 'Engines of your own, as a list of search templates.',
    since: '0.1.0',
  }),
  searchRate: field({
    name: 'PLAINSIGHT_SEARCH_RATE',
    flag: '--search-rate',
    kind: rate,
    fallback: '3/10',
    about: 'Most searches, and most requests to one engine, in so many seconds.',
    since: '0.1.0',
  }),
  searchQueueS: field({
    name: 'PLAINSIGHT_SEARCH_QUEUE_S',
    flag: '--search-queue-s',
    kind: integer(0, 60, 'seconds'),
    fallback: 15,
    about: 'Longest time a search waits for its turn before it is told to come back.',
    since: '0.1.0',
  }),
  searchCacheS: field({
    name: 'PLAINSIGHT_SEARCH_CACHE_S',
    flag: '--search-cache-s',
    kind: integer(0, 86_400, 'seconds'),
    fallback: 3600,
    about: 'How long an answer to a search is good for; empty ones 5 minutes at most.',
    since: '0.1.0',
  }),
  braveApiKey: field({
    name: 'PLAINSIGHT_BRAVE_API_KEY',
    flag: null,
    kind: apiKey,
    fallback: '',
    about: 'Key of the Brave Search API; keyed engines are asked last.',
    secret: true,
    since: '0.1.0',
  }),
  exaApiKey: field({
    name: 'PLAINSIGHT_EXA_API_KEY',
    flag: null,
    kind: apiKey,
    fallback: '',
    about: 'Key of Exa.',
    secret: true,
    since: '0.1.0',
  }),
  tavilyApiKey: field({
    name: 'PLAINSIGHT_TAVILY_API_KEY',
    flag: null,
    kind: apiKey,
    fallback: '',
    about: 'Key of Tavily.',
    secret: true,
    since: '0.1.0',
  }),
  serperApiKey: field({
    name: 'PLAINSIGHT_SERPER_API_KEY',
    flag: null,
    kind: apiKey,
    fallback: '',
    about: 'Key of Serper.',
    secret: true,
    since: '0.1.0',
  }),
  kagiApiKey: field({
    name: 'PLAINSIGHT_KAGI_API_KEY',
    flag: null,
    kind: apiKey,
    fallback: '',
    about: 'Key of the Kagi Search API.',
    secret: true,
    since: '0.1.0',
  }),
};
