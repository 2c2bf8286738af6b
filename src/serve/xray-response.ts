import { toAppError } from '../base/errors.ts';
import { escapeText } from '../base/markup.ts';
import type { Feed } from './feed.ts';

export type XrayOf = (url: string, signal: AbortSignal) => Promise<{ readonly html: string }>;

interface XraySource {
  readonly feed: Pick<Feed, 'addressOf'>;
  readonly xray?: XrayOf;
}

/**
 * On top of the policy in the file: an origin of its own, so that even a page that could run something there would
 * reach nothing of the server, and no site may frame it.
 */
const POLICY = "sandbox; frame-ancestors 'none'; script-src 'none'; connect-src 'none'; object-src 'none'";

/** The X-ray of a read of this session, by the id of its call. The page is looked at again, as it is now. */
export async function xrayResponse(request: Request, { feed, xray }: XraySource): Promise<Response> {
  const call = new URL(request.url).searchParams.get('call') ?? '';
  const url = feed.addressOf(call);
  if (url === null || xray === undefined) {
    return page(404, plain('There is no such read', 'It is not of this session, or too long ago.'));
  }
  try {
    return page(200, (await xray(url, request.signal)).html);
  } catch (thrown) {
    const { message, hint } = toAppError(thrown);
    return page(502, plain('The page could not be looked at', `${message} ${hint}`));
  }
}

function page(status: number, html: string): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

function plain(title: string, text: string): string {
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeText(title)}</title><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></html>`
  );
}
