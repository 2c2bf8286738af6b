import { AppError } from '../../base/errors.ts';
import { Deadline } from '../../base/time.ts';
import type { ArtifactStore } from '../../stores/artifacts.ts';
import type { Browsing } from '../browsing.ts';
import type { XrayPage } from '../picture-result.ts';
import type { Reader } from '../read.ts';
import type { ReadRequest } from '../result.ts';
import type { PlateOfPage } from './take-xray.ts';

export interface XrayDependencies {
  readonly reader: Pick<Reader, 'readBy'>;
  readonly browsing: Pick<Browsing, 'watched'>;
  readonly artifacts: Pick<ArtifactStore, 'save'>;
  readonly version: string;
}

interface XrayCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

/** Shows people what was removed of a page, where it stood, beside what the model gets of it. */
export class Xrays {
  readonly #dependencies: XrayDependencies;

  constructor(dependencies: XrayDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects as Reader.read does, and with `browser_unavailable` when there is none. */
  async take(url: string, timeoutS: number, call: XrayCall): Promise<XrayPage> {
    const { reader, browsing, version } = this.#dependencies;
    using deadline = new Deadline(timeoutS * 1000, call.signal);
    const taken: { plate: PlateOfPage | null } = { plate: null };
    const rung = browsing.watched({
      onSeen: async (look) => {
        taken.plate = null;
        const { takeXray } = await import('./take-xray.ts');
        taken.plate = await takeXray(look, deadline.signal);
      },
    });
    const { result, text } = await reader.readBy(rung, requestFor(url, timeoutS), call);
    const [{ composeXray }, { xrayPage }] = await Promise.all([import('./compose.ts'), import('./page/page.ts')]);
    const xray = composeXray(result, text, taken.plate);
    const counts: Record<string, number> = {};
    for (const { kind } of xray.removed) counts[kind] = (counts[kind] ?? 0) + 1;
    return { html: xrayPage(xray, version), status: result.status, reason: result.reason, counts };
  }

  /** Keeps an X-ray as a file for a day. @throws AppError `budget_exceeded` when there is no room. */
  async keep(html: string): Promise<{ readonly path: string; readonly expiresAt: string }> {
    const kept = await this.#dependencies.artifacts.save(Buffer.from(html), 'xray', 'html');
    if (typeof kept !== 'string') return kept;
    throw new AppError('budget_exceeded', kept, { hint: 'Give a file of your own with --out.' });
  }
}

/** What read_page answers when nothing is asked for but the address. */
function requestFor(url: string, timeoutS: number): ReadRequest {
  return {
    url,
    query: null,
    section: null,
    start: 0,
    maxTokens: 8_000,
    format: 'markdown',
    selector: null,
    render: 'always',
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
    maxAgeS: 0,
    timeoutS,
  };
}
