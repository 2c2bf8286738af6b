import { type PageRecord, recordOf } from './page-cache.ts';

/** A file of this machine in the shape of a fetched page. Without `baseUrl` relative links stay as they are. */
export function recordOfLocal(bytes: Uint8Array, name: string, baseUrl: string | null, nowMs: number): PageRecord {
  const page = {
    via: 'http',
    url: baseUrl ?? name,
    hops: [],
    httpStatus: null,
    headers: {},
    contentType: null,
    body: bytes,
    truncated: false,
    retryAfterMs: null,
    archivedAt: null,
    setsCookies: false,
    sight: null,
    notes: [],
  } as const;
  return recordOf(name, page, new Map(), nowMs);
}
