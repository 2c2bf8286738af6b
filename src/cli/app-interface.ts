import type { Download } from '../browser/testing-chrome.ts';
import type { Config } from '../config/fields.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Environment } from '../config/paths.ts';
import type { XrayPage } from '../read/picture-result.ts';
import type { ReadRequest, ReadResult, Replayed, ReplayRequest, TemplateAdmin } from '../read/result.ts';
import type { SearchAdmin } from '../search/search.ts';
import type { OnProgress, RunResult } from '../toolkit/run.ts';
import type { PageReader, ReadCall, Services } from '../toolkit/services.ts';
import type { Tool } from '../toolkit/tool.ts';

/** What the command line needs from the program around it. bin.ts and app.ts provide it; tests provide their own. */
export interface CliHost {
  readonly version: string;
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborts on Ctrl-C and on a request to end; a command then gives up and leaves no process behind. */
  readonly signal: AbortSignal;
  /** Program and first arguments that start this Plainsight again: `['node', '…/dist/bin.js']`. */
  readonly program: readonly string[];
  /** Every tool there is, switched on or not, with the operator's defaults; starts nothing. */
  loadTools(config: Config | null): Promise<readonly Tool[]>;
  /** @throws ConfigError when a setting names something that does not exist. */
  createApp(loaded: LoadedConfig): Promise<App>;
}

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** `done` is called when the text has left the process. */
  write(text: string, done?: () => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** The running program. Cheap to create: nothing is started before it is first needed. */
export interface App {
  readonly config: Config;
  /** The tools that are switched on. */
  readonly tools: readonly Tool[];
  readonly services: Services;
  readonly local: LocalReader;
  readonly xrays: XrayMaker;
  readonly searching: SearchAdmin;
  readonly templates: TemplateAdmin;
  readonly download: Download;
  /** Whether the browser-like http client can be used on this machine. */
  nativeClientLoads(): Promise<boolean>;
  /** The one path of toolkit/run.ts. `services` replaces the app's own for this call. Never rejects. */
  runTool(tool: Tool, rawArguments: unknown, options: RunOptions): Promise<RunResult>;
  /** Resolves when the server listens; rejects with an AppError that says why it cannot. */
  serve(): Promise<Serving>;
  /** Speaks MCP on stdin and stdout until the client goes or the signal aborts. */
  stdio(signal: AbortSignal): Promise<void>;
  /** Ends everything that was started; safe to call twice. */
  close(): Promise<void>;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly services?: Services;
}

export interface Serving {
  /** Such as http://127.0.0.1:8931, with the port that was really taken. */
  readonly origin: string;
}

/** Reads bytes that are on this machine through the same extraction as a fetched page. Not for MCP tools. */
export interface LocalReader {
  readLocal(bytes: Uint8Array, source: LocalSource, call: ReadCall): Promise<ReadResult>;
  /** Reads again what was kept as evidence; no network is used. */
  replay(request: ReplayRequest, call: ReadCall): Promise<Replayed>;
}

export interface LocalSource {
  /** File name, from which the kind is guessed when the bytes don't say; `-` for standard input. */
  readonly name: string;
  /** What relative links stand on; null leaves them as they are. */
  readonly baseUrl: string | null;
  /** `url` in it is to be ignored. */
  readonly request: ReadRequest;
}

/** The services of a call whose one page is on this machine. */
export function withLocalPage(
  app: Pick<App, 'local' | 'services'>,
  bytes: Uint8Array,
  name: string,
  baseUrl: string | null,
): Services {
  const pages: PageReader = { read: (request, call) => app.local.readLocal(bytes, { name, baseUrl, request }, call) };
  return { ...app.services, pages };
}

export interface XrayMaker {
  /** Rejects as PageReader.read does, and with `browser_unavailable` when there is no browser. */
  take(url: string, timeoutS: number, call: ReadCall): Promise<XrayPage>;
  /** Keeps it as a file for a day. @throws AppError `budget_exceeded` when there is no room. */
  keep(html: string): Promise<{ readonly path: string; readonly expiresAt: string }>;
}
