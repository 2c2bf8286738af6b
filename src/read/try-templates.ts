import { AppError, toAppError } from '../base/errors.ts';
import { Semaphore } from '../base/queue.ts';
import { missingFields } from '../extract/template/apply.ts';
import { SITE_TEMPLATES } from '../extract/template/sites/all.ts';
import type { Reader } from './read.ts';
import type { PageStatus, ReadRequest, ReadResult, TemplateAdmin, TemplateTrial } from './result.ts';

/** A template and the page to try it on. */
export interface TemplateSample {
  readonly name: string;
  readonly url: string;
  /** It is told by what a page says about its software; that has to be there as well. */
  readonly byEvidence: boolean;
}

/** Samples read at once; each is on a site of its own, so that nobody is asked faster for it. */
const AT_ONCE = 3;
/** A page that needs the browser takes some ten seconds, and a wall that clears as long again. */
const TRIAL_S = 45;
/** Room for the fields of any sample; the text itself is not looked at. */
const MAX_TOKENS = 10_000;

const WALLED: readonly PageStatus[] = ['challenge', 'blocked', 'rate_limited'];
const READ: readonly PageStatus[] = ['ok', 'partial'];

/** The templates that come with the program, but for those that no address leads to. */
export function siteSamples(): TemplateSample[] {
  return SITE_TEMPLATES.flatMap(({ name, sample, evidence }) =>
    sample === undefined ? [] : [{ name, url: sample, byEvidence: evidence !== undefined }],
  );
}

/** Tries templates on their samples, through the reader like any page. */
export class TemplateTrials implements TemplateAdmin {
  readonly #reader: Pick<Reader, 'read'>;
  readonly #samples: readonly TemplateSample[];

  constructor(reader: Pick<Reader, 'read'>, samples: readonly TemplateSample[] = siteSamples()) {
    this.#reader = reader;
    this.#samples = samples;
  }

  async tryTemplates(
    only: readonly string[],
    signal: AbortSignal,
    onResult: (trial: TemplateTrial) => void,
  ): Promise<readonly TemplateTrial[]> {
    const places = new Semaphore(AT_ONCE);
    const trials = this.#chosen(only).map((sample) =>
      places.run(async () => {
        const trial = await this.#try(sample, signal);
        onResult(trial);
        return trial;
      }, signal),
    );
    // All are waited for: one that was cancelled must not leave others behind that still ask.
    const ended = await Promise.allSettled(trials);
    signal.throwIfAborted();
    return ended.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
  }

  #chosen(only: readonly string[]): readonly TemplateSample[] {
    const unknown = only.find((name) => this.#samples.every((sample) => sample.name !== name));
    if (unknown !== undefined) {
      throw new AppError('invalid_argument', `There is no template ${unknown.slice(0, 60)} with a sample page.`, {
        hint: `Name one or more of ${this.#samples.map(({ name }) => name).join(', ')}.`,
      });
    }
    return only.length === 0 ? this.#samples : this.#samples.filter(({ name }) => only.includes(name));
  }

  async #try(sample: TemplateSample, signal: AbortSignal): Promise<TemplateTrial> {
    const startedAt = performance.now();
    const told = await this.#outcome(sample, signal);
    const ms = Math.round(performance.now() - startedAt);
    return { template: sample.name, url: sample.url, fields: [], missing: [], ...told, ms };
  }

  async #outcome(sample: TemplateSample, signal: AbortSignal): Promise<Told> {
    const page = await this.#read(sample.url, sample.name, 0, signal);
    if (page instanceof AppError) return { outcome: 'not_reached', detail: `${page.code}: ${page.message}` };
    const { status, reason, notes } = page;
    const fields = Object.keys(page.fields);
    if (!READ.includes(status)) {
      return {
        outcome: WALLED.includes(status) ? 'walled' : 'not_reached',
        detail: `${reason.code}: ${reason.detail}`,
      };
    }
    const missing = missingFields(sample.name, notes);
    if (missing) return { outcome: 'changed', missing, detail: `has no ${missing.join(', ') || 'field of it'}` };
    if (fields.length === 0) return { outcome: 'changed', detail: 'the answer is no page that a template can read' };
    // The copy at hand is read once more, as a caller has it who names no template.
    const unasked = sample.byEvidence ? await this.#read(sample.url, 'auto', COPY_S, signal) : page;
    if (unasked instanceof AppError || JSON.stringify(unasked.fields) !== JSON.stringify(page.fields)) {
      return { outcome: 'changed', fields, detail: 'the page does not say any more which software made it' };
    }
    return { outcome: 'ok', fields, detail: `via ${page.via}` };
  }

  async #read(url: string, template: string, maxAgeS: number, signal: AbortSignal): Promise<ReadResult | AppError> {
    try {
      const request = { ...REQUEST, url, template, maxAgeS };
      return await this.#reader.read(request, { signal, progress: () => {} });
    } catch (thrown) {
      signal.throwIfAborted();
      return toAppError(thrown);
    }
  }
}

type Told = Pick<TemplateTrial, 'outcome' | 'detail'> & Partial<Pick<TemplateTrial, 'fields' | 'missing'>>;

const COPY_S = 300;
const REQUEST: Omit<ReadRequest, 'url'> = {
  query: null,
  section: null,
  start: 0,
  maxTokens: MAX_TOKENS,
  format: 'markdown',
  selector: null,
  render: 'auto',
  expand: false,
  includeHidden: false,
  includeLinks: true,
  includeImages: false,
  maxAgeS: 0,
  timeoutS: TRIAL_S,
};
