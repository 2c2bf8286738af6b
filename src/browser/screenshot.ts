import type { CdpSession } from './cdp/session.ts';

/** In CSS pixels of the document. */
export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture per CSS pixel. */
  readonly scale?: number;
}

export interface ScreenshotOptions {
  readonly format?: 'png' | 'jpeg' | 'webp';
  /** For jpeg and webp, 0 to 100. */
  readonly quality?: number;
  /** Draw what lies outside the viewport too; costs more. Default true with a clip. */
  readonly beyondViewport?: boolean;
  readonly timeoutMs?: number;
}

const SCREENSHOT_TIMEOUT_MS = 20_000;

/** A picture of a part of the page, encoded fast rather than small. */
export async function captureScreenshot(
  session: CdpSession,
  clip: Clip | null,
  options: ScreenshotOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const { format = 'png', quality, beyondViewport = clip !== null, timeoutMs = SCREENSHOT_TIMEOUT_MS } = options;
  const { data } = await session.send(
    'Page.captureScreenshot',
    {
      format,
      optimizeForSpeed: true,
      captureBeyondViewport: beyondViewport,
      ...(quality === undefined ? {} : { quality }),
      ...(clip && { clip: { ...clip, scale: clip.scale ?? 1 } }),
    },
    { signal, timeoutMs },
  );
  return Buffer.from(data, 'base64');
}
