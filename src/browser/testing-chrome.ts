import { createWriteStream } from 'node:fs';
import { access, chmod, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { runProgram } from './chrome.ts';
import { chromeFolder, TESTING_PROGRAMS } from './find.ts';

/** Streams a file from the web through the net layer. Rejects when the answer is not a 2xx. */
export type Download = (url: string, signal: AbortSignal) => Promise<Downloading>;

export interface Downloading {
  readonly body: AsyncIterable<Uint8Array>;
  /** From Content-Length; null when the server does not say. */
  readonly bytes: number | null;
}

export interface TestingInput {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly download: Download;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Published list of the Chrome for Testing project: the newest good build of each channel with its downloads. */
export const VERSION_LIST_URL =
  'https://googlechromelabs.github.io/chrome-for-testing/last-known-good-versions-with-downloads.json';
/** Host of every download in that list; an address elsewhere is not followed. */
const ARCHIVE_HOST = 'storage.googleapis.com';
const MAX_LIST_BYTES = 1024 * 1024;
const MAX_ARCHIVE_BYTES = 700 * 1024 * 1024;
const UNPACK_TIMEOUT_MS = 5 * 60_000;
const SAY_EVERY_BYTES = 25 * 1024 * 1024;

const versionList = z.object({
  channels: z.object({
    Stable: z.object({
      version: z.string().regex(/^\d+(?:\.\d+){3}$/u),
      downloads: z.object({ chrome: z.array(z.object({ platform: z.string(), url: z.string() })) }),
    }),
  }),
});

/** Installs the stable Chrome for Testing into `home`/chrome/<version>. Null when it is there, else why it is not. */
export async function installTestingChrome(input: TestingInput): Promise<string | null> {
  const key = platformKey(input.platform, input.architecture);
  const program = key === null ? undefined : TESTING_PROGRAMS[key];
  if (key === null || program === undefined)
    return `There is no Chrome for Testing for ${input.platform} on ${input.architecture}.`;
  input.say('Looking for the stable Chrome for Testing …');
  const workFolder = join(chromeFolder(input.home), `.setup-${process.pid}`);
  try {
    const build = await newestBuild(key, input);
    if (build === null) return `Chrome for Testing has no build for ${key}.`;
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const archive = join(workFolder, 'chrome.zip');
    await fetchArchive(build.url, archive, input);
    input.say(`Unpacking Chrome ${build.version} …`);
    const unpacked = join(workFolder, 'unpacked');
    const problem = await unpack(archive, unpacked, input);
    if (problem !== null) return problem;
    await access(join(unpacked, program));
    if (input.platform !== 'win32') await chmod(join(unpacked, program), 0o755);
    await moveInto(unpacked, join(chromeFolder(input.home), build.version), program);
    return null;
  } catch (thrown) {
    if (input.signal.aborted) return 'The installation was cancelled.';
    return `Chrome for Testing could not be installed: ${shortReason(thrown)}`;
  } finally {
    await rm(workFolder, { recursive: true, force: true }).catch(() => {});
  }
}

/** The name of a platform in the version list, or null when it has none. */
export function platformKey(platform: NodeJS.Platform, architecture: string): string | null {
  const keys: Readonly<Record<string, string>> = {
    'linux x64': 'linux64',
    'linux arm64': 'linux-arm64',
    'darwin arm64': 'mac-arm64',
    'darwin x64': 'mac-x64',
    'win32 x64': 'win64',
    'win32 arm64': 'win64',
    'win32 ia32': 'win32',
  };
  return keys[`${platform} ${architecture}`] ?? null;
}

async function newestBuild(key: string, input: TestingInput): Promise<{ version: string; url: string } | null> {
  const { body } = await input.download(VERSION_LIST_URL, input.signal);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_LIST_BYTES) throw new SetupFault('the list of versions is too large');
    chunks.push(chunk);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new SetupFault('the list of versions is not JSON');
  }
  const list = versionList.safeParse(parsed);
  if (!list.success) throw new SetupFault('the list of versions has another form than expected');
  const { version, downloads } = list.data.channels.Stable;
  const url = downloads.chrome.find((row) => row.platform === key)?.url;
  if (url === undefined) return null;
  const address = new URL(url);
  if (address.protocol !== 'https:' || address.host !== ARCHIVE_HOST)
    throw new SetupFault('the list of versions points to another host');
  return { version, url };
}

async function fetchArchive(url: string, target: string, input: TestingInput): Promise<void> {
  const { body, bytes } = await input.download(url, input.signal);
  if (bytes !== null && bytes > MAX_ARCHIVE_BYTES)
    throw new SetupFault('the archive is larger than any Chrome should be');
  const total = bytes === null ? '' : ` of ${megabytes(bytes)}`;
  let received = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    let saidAt = 0;
    for await (const chunk of body) {
      received += chunk.byteLength;
      if (received > MAX_ARCHIVE_BYTES) throw new SetupFault('the archive is larger than any Chrome should be');
      if (received - saidAt >= SAY_EVERY_BYTES) {
        saidAt = received;
        input.say(`Downloading Chrome: ${megabytes(received)}${total} …`);
      }
      yield chunk;
    }
  }
  await pipeline(counted, createWriteStream(target, { mode: 0o600 }), { signal: input.signal });
  if (bytes !== null && received !== bytes)
    throw new SetupFault(`the download ended after ${megabytes(received)}${total}`);
}

/**
 * Unpacks with what the system has: Info-ZIP on most Unixes, else bsdtar, which macOS and Windows call `tar`. Both
 * check the archive's checksums and refuse paths that leave the folder.
 */
async function unpack(archive: string, target: string, input: TestingInput): Promise<string | null> {
  await mkdir(target, { mode: 0o700 });
  const ways: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['unzip', ['-q', '-o', archive, '-d', target]],
    ['bsdtar', ['-xf', archive, '-C', target]],
    ...(input.platform === 'linux' ? [] : [['tar', ['-xf', archive, '-C', target]] as const]),
  ];
  for (const [program, args] of ways) {
    const run = await runProgram(program, args, { signal: input.signal, timeoutMs: UNPACK_TIMEOUT_MS });
    if (run.code === 0) return null;
    if (!run.fault.endsWith('is not there'))
      return `${program} could not unpack Chrome: ${run.fault || `it ended with code ${run.code}`}`;
  }
  return 'Chrome was downloaded, but nothing here can unpack it: install `unzip` and run `plainsight setup` again.';
}

/** One rename, so that a half-made folder is never found. Another process may have been faster: then its copy stays. */
async function moveInto(unpacked: string, target: string, program: string): Promise<void> {
  try {
    await rename(unpacked, target);
  } catch (thrown) {
    const isThere = await access(join(target, program)).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await rm(target, { recursive: true, force: true });
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(unpacked, target).catch(() => {
      throw thrown;
    });
  }
}

/** A cause in our own words. */
class SetupFault extends Error {}

function shortReason(thrown: unknown): string {
  if (thrown instanceof SetupFault) return `${thrown.message}.`;
  const code =
    thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : '';
  return `it could not be fetched or written${code}.`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}
