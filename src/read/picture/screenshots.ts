import { Deadline } from '../../base/time.ts';
import type { Artifact, ArtifactStore } from '../../stores/artifacts.ts';
import { badSelector } from '../bad-selector.ts';
import type { Browsing } from '../browsing.ts';
import type { Screenshot, ScreenshotRequest } from '../picture-result.ts';
import type { Reader } from '../read.ts';
import { renderedRequest } from '../rendered-request.ts';
import type { ReadResult } from '../result.ts';
import { describeShots } from './describe-shots.ts';
import { BLOCK_LIMITS, type Encoded, FILE_LIMITS, fitPicture, type Shoot } from './fit-picture.ts';
import type { Shots } from './shoot-page.ts';

export interface ScreenshotDependencies {
  readonly reader: Pick<Reader, 'readBy'>;
  readonly browsing: Pick<Browsing, 'watched' | 'pool'>;
  readonly artifacts: Pick<ArtifactStore, 'save'>;
}

interface PictureCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

/**
 * Pictures of pages. The page is read as by read_page in a browser, through the same gate, pace and classification,
 * and the picture is taken in the same hold in which its text is judged: the status says what the picture shows.
 */
export class Screenshots {
  readonly #dependencies: ScreenshotDependencies;

  constructor(dependencies: ScreenshotDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects as Reader.read does, and with `browser_unavailable` when there is none. */
  async take(request: ScreenshotRequest, call: PictureCall): Promise<Screenshot> {
    const { reader, browsing } = this.#dependencies;
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    let shots: Shots | null = null;
    let fault: unknown = null;
    // The page may be opened again when a browser dies or is turned away; the last look counts.
    const rung = browsing.watched({
      onSettled: async (page) => {
        if (!request.fullPage && request.selector === null) return;
        const { scrollThere } = await import('./scroll-through.ts');
        await scrollThere(page, deadline.signal);
      },
      onSeen: async (look) => {
        [shots, fault] = [null, null];
        try {
          const { shootPage } = await import('./shoot-page.ts');
          shots = await shootPage(look, request, deadline.signal);
        } catch (thrown) {
          // A selector that cannot be parsed must not look like a fault of the page.
          if (!(thrown instanceof SyntaxError)) throw thrown;
          fault = thrown;
        }
      },
    });
    const { result } = await reader.readBy(rung, renderedRequest(request.url, request.timeoutS), call);
    if (fault !== null) throw badSelector();
    return this.#finish(result, request, shots, deadline.signal);
  }

  async #finish(
    read: ReadResult,
    request: ScreenshotRequest,
    shots: Shots | null,
    signal: AbortSignal,
  ): Promise<Screenshot> {
    const drawn = shots && (await this.#drawn(shots, request, signal));
    const kept = drawn?.file ? await this.#keep(drawn.file, request) : null;
    const artifact = typeof kept === 'string' ? null : kept;
    const result = describeShots(read, request, {
      shots: drawn,
      artifact,
      refusal: typeof kept === 'string' ? kept : '',
    });
    const block = drawn?.block ?? null;
    return {
      result,
      block: block && { mimeType: `image/${request.format}`, data: block.data },
      file: artifact,
    };
  }

  /** The pictures, with numbers in them where those were asked for. */
  async #drawn(shots: Shots, request: ScreenshotRequest, signal: AbortSignal): Promise<Shots> {
    const { plate, interactive } = shots;
    if (plate === null) return shots;
    const { format } = request;
    const drawing = { elements: interactive.elements, format };
    const { withNumbers } = await import('./draw-numbers.ts');
    const pool = await this.#dependencies.browsing.pool();
    const fit = async (shoot: Shoot) => ({
      ...shots,
      block: await fitPicture(plate.area, format, BLOCK_LIMITS, shoot),
      file: await fitPicture(plate.area, format, FILE_LIMITS, shoot),
    });
    return withNumbers(pool, plate, drawing, signal, fit);
  }

  #keep(file: Encoded, { format }: ScreenshotRequest): Promise<Artifact | string> {
    return this.#dependencies.artifacts.save(file.data, 'screenshot', format);
  }
}
