import { expect, test } from 'vitest';
import type { BrowserKind } from './browser-places.ts';
import { browserFlags } from './flags.ts';
import { makeIdentity } from './identity.ts';

const make = (kind: BrowserKind, version: string, system: NodeJS.Platform = 'linux', release = '6.1.0') =>
  makeIdentity({ version, kind, system, release, architecture: 'x64' });

// As sent by released builds: the made-up brand and the order follow from the major version.
test.each([
  ['chromium', '156.0.8078.114', '"Not:A-Brand";v="8", "Chromium";v="156"'],
  ['chrome', '120.0.6099.71', '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"'],
  ['chrome', '124.0.6367.60', '"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"'],
  ['edge', '120.0.2210.61', '"Not_A Brand";v="8", "Chromium";v="120", "Microsoft Edge";v="120"'],
] as const)('%s %s names its brands as that build does', (kind, version, header) => {
  const { metadata } = make(kind, version);
  expect(metadata.brands?.map(({ brand, version: major }) => `"${brand}";v="${major}"`).join(', ')).toBe(header);
});

test.each<[NodeJS.Platform, string, string, string, string]>([
  ['linux', '6.1.0-18-amd64', 'X11; Linux x86_64', 'Linux', ''],
  ['darwin', '23.4.0', 'Macintosh; Intel Mac OS X 10_15_7', 'macOS', '14.4.0'],
  ['win32', '10.0.22631', 'Windows NT 10.0; Win64; x64', 'Windows', '15.0.0'],
  ['win32', '10.0.19045', 'Windows NT 10.0; Win64; x64', 'Windows', '10.0.0'],
])('on %s %s agent and hints agree', (system, release, agent, name, version) => {
  const identity = make('chrome', '150.0.1.2', system, release);
  expect(identity.userAgent).toBe(
    `Mozilla/5.0 (${agent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36`,
  );
  expect(identity.metadata).toMatchObject({ platform: name, platformVersion: version, mobile: false });
});

test('the shell never calls itself headless', () => {
  expect(JSON.stringify(make('headless-shell', '156.0.8078.114'))).not.toMatch(/headless/iu);
});

const flags = (over: Partial<Parameters<typeof browserFlags>[0]> = {}) =>
  browserFlags({
    kind: 'chromium',
    profileFolder: '/p',
    userAgent: 'agent',
    language: 'en-US',
    proxy: '127.0.0.1:1',
    noSandbox: false,
    smallSharedMemory: false,
    windowSize: '1,2',
    screenSize: '3x4',
    ...over,
  });

test('everything goes through the proxy, loopback too, and nothing over UDP', () => {
  expect(flags()).toEqual(
    expect.arrayContaining([
      '--proxy-server=http://127.0.0.1:1',
      '--proxy-bypass-list=<-loopback>',
      '--disable-quic',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ]),
  );
});

test('no flag takes protection away unless it has to', () => {
  expect(
    flags().filter((flag) => /sandbox|web-security|insecure|site-isolation|ignore-certificate/u.test(flag)),
  ).toEqual([]);
  expect(flags({ noSandbox: true })).toContain('--no-sandbox');
});
