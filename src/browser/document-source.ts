import { createHash } from 'node:crypto';
import { CdpFault } from './cdp/fault.ts';
import type { CdpSession } from './cdp/session.ts';

/** The bytes that the site sent for the document that is shown, as Chrome decoded them. */
export interface DocumentSource {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** The bytes of a tab's documents, each asked for once: they do not change. */
export class DocumentSources {
  readonly #session: CdpSession;
  #known: { readonly loaderId: string; readonly source: DocumentSource } | null = null;

  constructor(session: CdpSession) {
    this.#session = session;
  }

  /** Null when Chrome does not have the bytes. @throws CdpFault when the tab has gone; the signal's reason. */
  async of(loaderId: string, signal: AbortSignal): Promise<DocumentSource | null> {
    if (this.#known?.loaderId === loaderId) return this.#known.source;
    const body = await this.#session
      .send('Network.getResponseBody', { requestId: loaderId }, { signal })
      .catch((thrown: unknown) => {
        if (thrown instanceof CdpFault && thrown.kind === 'refused') return null;
        throw thrown;
      });
    if (body === null) return null;
    const bytes = Buffer.from(body.body, body.base64Encoded ? 'base64' : 'utf8');
    const source = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    this.#known = { loaderId, source };
    return source;
  }
}
