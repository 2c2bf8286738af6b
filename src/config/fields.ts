import { LOG_LEVELS } from '../base/log.ts';
import {
  bindHost,
  choice,
  debuggingUrl,
  domainPattern,
  hostAndPort,
  integer,
  type Kind,
  list,
  onOff,
  proxyUrl,
  text,
  toolName,
} from './kinds.ts';

/** One setting. The loader, the flags, the help, `plainsight config` and docs/config.md all read this table. */
export interface Field<T> {
  /** Name in the environment; in the configuration file the same name, or its lower-case rest (`host_delay_ms`). */
  readonly name: `PLAINSIGHT_${string}`;
  /** Command-line flag; null for secrets, which a process list would show. */
  readonly flag: `--${string}` | null;
  readonly kind: Kind<T>;
  readonly fallback: T;
  /** One sentence. */
  readonly about: string;
  /** What the default is when `fallback` cannot say it. */
  readonly fallbackText?: string;
  readonly secret?: boolean;
  /** Version in which the setting came. */
  readonly since: string;
}

function field<T>(row: Field<T>): Field<T> {
  return row;
}

const RENDER_MODES = ['auto', 'always', 'never'] as const;
const NONE: readonly string[] = [];

export const FIELDS = {
  home: field({
    name: 'PLAINSIGHT_HOME',
    flag: '--home',
    kind: text('a folder'),
    fallback: '',
    fallbackText: 'the XDG data folder, such as ~/.local/share/plainsight',
    about: 'Folder for everything Plainsight keeps; created with access for its owner only.',
    since: '0.1.0',
  }),
  config: field({
    name: 'PLAINSIGHT_CONFIG',
    flag: '--config',
    kind: text('a JSON file'),
    fallback: '',
    fallbackText: 'config.json in PLAINSIGHT_HOME, when it exists',
    about: 'JSON file with settings; the environment and flags win over it.',
    since: '0.1.0',
  }),
  toolsets: field({
    name: 'PLAINSIGHT_TOOLSETS',
    flag: '--toolsets',
    kind: list(toolName),
    fallback: ['web'] as readonly string[],
    about: 'Tool sets or single tools that are offered.',
    since: '0.1.0',
  }),
  host: field({
    name: 'PLAINSIGHT_HOST',
    flag: '--host',
    kind: bindHost,
    fallback: '127.0.0.1',
    about: 'Address the HTTP server listens on; anything beyond loopback needs PLAINSIGHT_AUTH_TOKEN.',
    since: '0.1.0',
  }),
  port: field({
    name: 'PLAINSIGHT_PORT',
    flag: '--port',
    kind: integer(0, 65_535, '0 takes any free port'),
    fallback: 8931,
    about: 'Port the HTTP server listens on.',
    since: '0.1.0',
  }),
  authToken: field({
    name: 'PLAINSIGHT_AUTH_TOKEN',
    flag: null,
    kind: text('visible ASCII characters without blanks, best 32 random ones', /^[\x21-\x7e]*$/u),
    fallback: '',
    about: 'Bearer token that HTTP clients must send; empty asks for none.',
    secret: true,
    since: '0.1.0',
  }),
  allowedHosts: field({
    name: 'PLAINSIGHT_ALLOWED_HOSTS',
    flag: '--allowed-hosts',
    kind: list(bindHost),
    fallback: NONE,
    about: 'Further names the HTTP server answers to, such as that of a reverse proxy.',
    since: '0.1.0',
  }),
  allowPrivate: field({
    name: 'PLAINSIGHT_ALLOW_PRIVATE',
    flag: '--allow-private',
    kind: list(hostAndPort),
    fallback: NONE,
    about: 'Single private targets that may be read; no setting opens all of them.',
    since: '0.1.0',
  }),
  allowDomains: field({
    name: 'PLAINSIGHT_ALLOW_DOMAINS',
    flag: '--allow-domains',
    kind: list(domainPattern),
    fallback: NONE,
    about: 'When set, only these may be read: a plain name is that one name, *.name every name below it.',
    since: '0.1.0',
  }),
  denyDomains: field({
    name: 'PLAINSIGHT_DENY_DOMAINS',
    flag: '--deny-domains',
    kind: list(domainPattern),
    fallback: NONE,
    about: 'What may never be read, over the allow list: a plain name is that name and every name below it.',
    since: '0.1.0',
  }),
  proxy: field({
    name: 'PLAINSIGHT_PROXY',
    flag: '--proxy',
    kind: proxyUrl,
    fallback: '',
    about: 'Upstream proxy that all requests leave through, after the address check.',
    since: '0.1.0',
  }),
  hostDelayMs: field({
    name: 'PLAINSIGHT_HOST_DELAY_MS',
    flag: '--host-delay-ms',
    kind: integer(0, 60_000, 'milliseconds'),
    fallback: 250,
    about: 'Shortest time between two requests to one site.',
    since: '0.1.0',
  }),
  maxTokens: field({
    name: 'PLAINSIGHT_MAX_TOKENS',
    flag: '--max-tokens',
    kind: integer(50, 50_000, 'tokens'),
    fallback: 8000,
    about: 'Token budget of an answer when the call names none.',
    since: '0.1.0',
  }),
  timeoutS: field({
    name: 'PLAINSIGHT_TIMEOUT_S',
    flag: '--timeout-s',
    kind: integer(1, 120, 'seconds'),
    fallback: 30,
    about: 'Time a read may take when the call names none.',
    since: '0.1.0',
  }),
  render: field({
    name: 'PLAINSIGHT_RENDER',
    flag: '--render',
    kind: choice(RENDER_MODES),
    fallback: 'auto' as (typeof RENDER_MODES)[number],
    about: 'When a page is rendered in a browser if the call does not say.',
    since: '0.1.0',
  }),
  chrome: field({
    name: 'PLAINSIGHT_CHROME',
    flag: '--chrome',
    kind: text('the path of a Chrome, Chromium, Edge or Brave program'),
    fallback: '',
    fallbackText: 'the first one found on this machine',
    about: 'The browser program to use.',
    since: '0.1.0',
  }),
  cdpUrl: field({
    name: 'PLAINSIGHT_CDP_URL',
    flag: null,
    kind: debuggingUrl,
    fallback: '',
    // Endpoints of hosted browsers carry their key in the address.
    secret: true,
    about: 'DevTools address of a running browser to use instead of starting one; what it cannot guard, `status` says.',
    since: '0.1.0',
  }),
  maxPages: field({
    name: 'PLAINSIGHT_MAX_PAGES',
    flag: '--max-pages',
    kind: integer(1, 32, 'pages'),
    fallback: 4,
    fallbackText: '4; 2 where only a full browser is there',
    about: 'Pages open in the browser at once; further ones wait their turn.',
    since: '0.1.0',
  }),
  cacheMb: field({
    name: 'PLAINSIGHT_CACHE_MB',
    flag: '--cache-mb',
    kind: integer(0, 4096, 'MiB, 0 keeps nothing'),
    fallback: 96,
    about: 'Memory for pages that were read.',
    since: '0.1.0',
  }),
  artifactsMb: field({
    name: 'PLAINSIGHT_ARTIFACTS_MB',
    flag: '--artifacts-mb',
    kind: integer(0, 65_536, 'MiB, 0 keeps none'),
    fallback: 256,
    about: 'Disk for files that answers point at, such as screenshots; each is deleted after 24 hours.',
    since: '0.1.0',
  }),
  maxInflight: field({
    name: 'PLAINSIGHT_MAX_INFLIGHT',
    flag: '--max-inflight',
    kind: integer(1, 1024, 'calls'),
    fallback: 32,
    about: 'Tool calls the server works on at once; further ones are told to come back.',
    since: '0.1.0',
  }),
  log: field({
    name: 'PLAINSIGHT_LOG',
    flag: '--log',
    kind: choice(LOG_LEVELS),
    fallback: 'info' as (typeof LOG_LEVELS)[number],
    about: 'Lowest level that is logged, as JSON lines on stderr.',
    since: '0.1.0',
  }),
  logDetails: field({
    name: 'PLAINSIGHT_LOG_DETAILS',
    flag: '--log-details',
    kind: onOff,
    fallback: false,
    about: 'Log addresses and queries too; without it log lines hold counts and timings only.',
    since: '0.1.0',
  }),
};

export type FieldKey = keyof typeof FIELDS;
export const FIELD_KEYS = Object.keys(FIELDS) as FieldKey[]; // seam: the keys of a literal are its keys

/** Every setting, checked and frozen. `home` is absolute; lists have no doubles; empty text means “not set”. */
export type Config = { readonly [Key in FieldKey]: (typeof FIELDS)[Key]['fallback'] };
