import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { BrowserKind } from './browser-places.ts';

/** What a page is told about its visitor: the same in pages, frames, workers and headers, and true where it can be. */
export interface Identity {
  readonly userAgent: string;
  /** `navigator.platform` */
  readonly platform: string;
  /** Without q values: they would end up in `navigator.languages`. */
  readonly acceptLanguage: string;
  readonly metadata: Protocol.Emulation.UserAgentMetadata;
  /** IANA name, or null for the machine's own. */
  readonly timezone: string | null;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The window around the viewport: as wide, and higher by tabs and address bar. */
  readonly window: { readonly width: number; readonly height: number };
  readonly screen: { readonly width: number; readonly height: number };
}

export interface IdentityInput {
  /** `156.0.8078.114` */
  readonly version: string;
  readonly kind: BrowserKind;
  readonly system: NodeJS.Platform;
  /** os.arch() */
  readonly architecture: string;
  /** os.release() */
  readonly release: string;
  /** Languages by preference; default American English. */
  readonly languages?: readonly string[];
  readonly timezone?: string | null;
}

export const VIEWPORT = { width: 1280, height: 800 };
const BARS_HEIGHT = 87;
export const WINDOW = { width: VIEWPORT.width, height: VIEWPORT.height + BARS_HEIGHT };
export const SCREEN = { width: 1920, height: 1080 };

/**
 * Chrome freezes most of its user agent text, so that the version alone is enough to write it. Headless browsers
 * write "HeadlessChrome" instead; this is the text that the same build writes with a window.
 */
export function makeIdentity(input: IdentityInput): Identity {
  const major = input.version.split('.')[0] ?? '0';
  const { agent, platform } = SYSTEMS[input.system] ?? LINUX;
  const edge = input.kind === 'edge' ? ` Edg/${major}.0.0.0` : '';
  return {
    userAgent: `Mozilla/5.0 (${agent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36${edge}`,
    platform,
    acceptLanguage: (input.languages ?? ['en-US', 'en']).join(','),
    metadata: metadataOf(input, major),
    timezone: input.timezone ?? null,
    viewport: VIEWPORT,
    window: WINDOW,
    screen: SCREEN,
  };
}

const LINUX = { agent: 'X11; Linux x86_64', platform: 'Linux x86_64', name: 'Linux' };
const SYSTEMS: Partial<Record<NodeJS.Platform, typeof LINUX>> = {
  darwin: { agent: 'Macintosh; Intel Mac OS X 10_15_7', platform: 'MacIntel', name: 'macOS' },
  win32: { agent: 'Windows NT 10.0; Win64; x64', platform: 'Win32', name: 'Windows' },
};

function metadataOf(input: IdentityInput, major: string): Protocol.Emulation.UserAgentMetadata {
  const brands = brandList(Number(major), input.kind);
  return {
    brands: brands.map(({ brand, version }) => ({ brand, version: version ?? major })),
    fullVersionList: brands.map(({ brand, version }) => ({
      brand,
      version: version === undefined ? input.version : `${version}.0.0.0`,
    })),
    platform: (SYSTEMS[input.system] ?? LINUX).name,
    platformVersion: platformVersion(input.system, input.release),
    architecture: input.architecture.startsWith('arm') ? 'arm' : 'x86',
    bitness: '64',
    model: '',
    mobile: false,
    wow64: false,
    formFactors: ['Desktop'],
  };
}

const VENDORS: Partial<Record<BrowserKind, string>> = {
  chrome: 'Google Chrome',
  edge: 'Microsoft Edge',
  brave: 'Brave',
};

/**
 * The brands in the order and with the made-up brand that Chromium derives from its major version
 * (components/embedder_support/user_agent_utils.cc); checked against the browser itself in the tests.
 */
function brandList(major: number, kind: BrowserKind): Array<{ brand: string; version?: string }> {
  const signs = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
  const madeUp = {
    brand: `Not${signs[major % signs.length]}A${signs[(major + 1) % signs.length]}Brand`,
    version: ['8', '99', '24'][major % 3] ?? '8',
  };
  const vendor = VENDORS[kind];
  const all = [madeUp, { brand: 'Chromium' }, ...(vendor === undefined ? [] : [{ brand: vendor }])];
  const orders = all.length === 2 ? TWO : THREE;
  const order = orders[major % orders.length] ?? [0, 1, 2];
  const placed: Array<{ brand: string; version?: string }> = [];
  for (const [index, brand] of all.entries()) placed[order[index] ?? index] = brand;
  return placed;
}

const TWO = [[0, 1], [1, 0]]; // biome-ignore format: a table
const THREE = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // biome-ignore format: a table

/** Linux builds send none. Windows numbers its client hints apart from its builds; macOS is Darwin less nine. */
function platformVersion(system: NodeJS.Platform, release: string): string {
  const [first = 0, minor = 0, build = 0] = release.split('.').map(Number);
  if (system === 'darwin') return first >= 20 ? `${first - 9}.${minor}.0` : `10.${Math.max(first - 4, 0)}.0`;
  if (system !== 'win32') return '';
  if (build >= 26_100) return '19.0.0';
  return build >= 22_000 ? '15.0.0' : '10.0.0';
}
