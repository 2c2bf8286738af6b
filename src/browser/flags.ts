import type { BrowserKind } from './browser-places.ts';

export interface FlagInput {
  readonly kind: BrowserKind;
  readonly profileFolder: string;
  readonly userAgent: string;
  /** `en-US` */
  readonly language: string;
  /** host:port of the egress proxy; null sends everything straight out (tests only). */
  readonly proxy: string | null;
  /** Chrome's own sandbox does not work for root. */
  readonly noSandbox: boolean;
  /** /dev/shm is too small to draw large pages in (containers). */
  readonly smallSharedMemory: boolean;
  readonly windowSize: string;
  readonly screenSize: string;
}

/** Keeps the browser from calling home, from loading what nobody asked for, and from asking questions. */
const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-client-side-phishing-detection',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--metrics-recording-only',
  '--no-pings',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Nothing is loaded ahead of need: what was not asked for is not fetched. */
const NO_PRELOADING = ['--dns-prefetch-disable', '--disable-preconnect'];

/** RenderDocument: with it, a page that asks early for the size of its window is told 0 in two of five loads. */
const DISABLED_FEATURES = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Prerender2',
  'RenderDocument',
  'SpeculationRulesPrefetchFuture',
  'Translate',
];

/** Every tab counts as the one in front: none is slowed down because another is read at the same time. */
const NO_THROTTLING = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/**
 * Chrome sends loopback and link-local addresses past any proxy unless `<-loopback>` takes that rule away. WebRTC and
 * QUIC would use UDP past it: new headless listens to the first WebRTC flag, headless-shell to the second.
 */
const THROUGH_PROXY = [
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * The shell has no blocker of windows that pages open unasked, as every browser of a person has. Such a window also
 * stops its page for ever while workers of the whole browser are attached to (measured).
 */
const NO_POPUPS = '--block-new-web-contents';

/** A desktop with a mouse (2 = hover, 4 = fine pointer), without the mark of remote control. */
const LIKE_A_DESKTOP = [
  '--disable-blink-features=AutomationControlled',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--force-color-profile=srgb',
];

/**
 * The command line. Not among the flags, on purpose: `--site-per-process` (a fresh context holds nothing that one
 * site could take from another, and with frames in one process one snapshot and one hold see them all), and
 * `--hide-scrollbars` (a width of 0 is a mark of automation).
 */
export function browserFlags(input: FlagInput): string[] {
  return [
    input.kind === 'headless-shell' ? '--headless' : '--headless=new',
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${input.profileFolder}`,
    `--user-agent=${input.userAgent}`,
    `--lang=${input.language}`,
    `--window-size=${input.windowSize}`,
    ...(input.kind === 'headless-shell' ? [NO_POPUPS] : [`--screen-info={${input.screenSize}}`]),
    '--disable-gpu',
    ...QUIET,
    ...NO_PRELOADING,
    ...NO_THROTTLING,
    ...LIKE_A_DESKTOP,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ...(input.proxy === null ? ['--no-proxy-server'] : [`--proxy-server=http://${input.proxy}`]),
    ...THROUGH_PROXY,
    ...(input.noSandbox ? ['--no-sandbox'] : []),
    ...(input.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
    'about:blank',
  ];
}
