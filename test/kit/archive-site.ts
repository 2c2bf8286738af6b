import type { ServerResponse } from 'node:http';
import { startSite, type TestSite } from './site.ts';

/** What the archive holds: by address as captured, the day of the copy and how it is replayed. */
export interface Copy {
  /** `20240102030405` */
  readonly stamp: string;
  readonly body?: string;
  readonly status?: number;
  /** Headers that the site sent then. */
  readonly original?: Readonly<Record<string, string>>;
  /** The copy is of a redirect to this address. */
  readonly movedTo?: string;
}

export interface ArchiveSite extends AsyncDisposable {
  readonly site: TestSite;
  /** Under the archive’s own name, for a resolver that maps it to loopback. */
  readonly origin: string;
  /** For `allowPrivate`. */
  readonly opening: string;
  /** Addresses that were asked for, each once per question (not per redirect). */
  readonly asked: readonly string[];
}

export const ARCHIVE_HOST = 'web.archive.org';
const QUESTION = /^\/web\/(\d{14})id_\/(.+)$/u;

/**
 * An archive that answers as the Wayback Machine does: a redirect to the nearest copy, the captured bytes with the
 * site’s headers under names of their own, 404 without `memento-datetime` when there is no copy. `answer` replaces all
 * of that.
 */
export async function startArchiveSite(
  copies: (url: string) => Copy | undefined,
  answer: (response: ServerResponse, url: string) => boolean = () => false,
): Promise<ArchiveSite> {
  const asked: string[] = [];
  const site = await startSite({
    '*': (request, response) => {
      const [, stamp = '', url = ''] = QUESTION.exec(request.url ?? '') ?? [];
      const copy = copies(url);
      const isQuestion = copy === undefined || stamp !== copy.stamp;
      if (isQuestion) asked.push(url);
      if (answer(response, url)) return;
      if (copy === undefined)
        return response.writeHead(404, HTML).end('<p>The Wayback Machine has not archived that URL.</p>');
      if (isQuestion) return response.writeHead(302, { location: `/web/${copy.stamp}id_/${url}` }).end();
      return replay(response, copy);
    },
  });
  return {
    site,
    origin: `http://${ARCHIVE_HOST}:${site.port}`,
    opening: `${ARCHIVE_HOST}:${site.port}`,
    asked,
    [Symbol.asyncDispose]: site.close,
  };
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

function replay(response: ServerResponse, { stamp, body = '', status = 200, original = {}, movedTo }: Copy): void {
  const captured = stamp.replace(/^(....)(..)(..)(..)(..)(..)$/u, '$1-$2-$3T$4:$5:$6Z');
  const headers = Object.entries(original).map(([name, value]) => [`x-archive-orig-${name}`, value]);
  const memento = { 'memento-datetime': new Date(captured).toUTCString(), 'x-archive-src': 'x.warc.gz' };
  const moved = movedTo === undefined ? {} : { location: `/web/${stamp}id_/${movedTo}` };
  response.writeHead(movedTo === undefined ? status : 302, {
    ...HTML,
    ...memento,
    ...Object.fromEntries(headers),
    ...moved,
  });
  response.end(body);
}
