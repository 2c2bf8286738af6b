import type { BrowserKind } from './browser-places.ts';
import type { CdpConnection } from './cdp/connection.ts';
import type { Identity } from './identity.ts';

/** The egress proxy as a browser needs to know it. */
export interface ProxyLogin {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** A browser that answers: one that we started, or the operator's. */
export interface RunningBrowser extends AsyncDisposable {
  readonly connection: CdpConnection;
  readonly kind: BrowserKind | 'endpoint';
  /** `156.0.8078.114` */
  readonly version: string;
  readonly pid: number | null;
  readonly identity: Identity;
  /** Null when nothing stands between the browser and the network. */
  readonly proxy: ProxyLogin | null;
  /** The proxy has to be named per context, because the command line is not ours. */
  readonly proxyPerContext: boolean;
  /** What cannot be guarded with this browser, in whole sentences; empty for one that we started. */
  readonly disclosures: readonly string[];
  /** Computed style names that this version refuses in snapshots, found once. */
  readonly refusedStyles: Set<string>;
  readonly knownStyles: Set<string>;
  /** Bytes of memory of all its processes, or null where that cannot be measured. */
  memoryBytes(): Promise<number | null>;
}
