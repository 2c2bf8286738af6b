import { type Band, layersOf, planBands, type Suspect } from '../../visibility/rendered/bands.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { area, overlap, type Rect } from '../../visibility/rendered/geometry.ts';
import { FIXED_IMAGE } from '../../visibility/rendered/ink.ts';
import { isBroken, judgeMeasure } from '../../visibility/rendered/judge-measure.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { movingBoxes } from '../../visibility/rendered/moving.ts';
import { measure, type Picture } from '../../visibility/rendered/picture.ts';
import { hideAll, type PseudoStyles, STILL } from '../../visibility/rendered/proof-sheets.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import { hideOverprinted } from '../../visibility/rendered/text-over-text.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { FrameRules } from './frame-sheets.ts';
import { Photographer } from './photographer.ts';
import { coverRules, layerRules, stubbornRules, textBackgroundRules } from './proof-rules.ts';
import { proveOnScreen } from './prove-on-screen.ts';
import { provePanes } from './prove-panes.ts';
import type { StandingPage } from './standing-page.ts';

export interface ProofInput {
  readonly held: StandingPage;
  readonly classified: Classified;
  /** Rules that have to stay in force while pictures are taken: the layout that was captured depends on them. */
  readonly layout: FrameRules;
  readonly pseudos: PseudoStyles;
}

export interface ProofReport {
  readonly suspects: number;
  readonly bands: number;
  readonly broken: number;
  readonly shots: number;
  /** The pictures, for words of partly visible lines. */
  readonly pictures: readonly BandPictures[];
}

export interface BandPictures {
  readonly band: Band;
  readonly shown: Picture;
  readonly hidden: Picture;
}

/** Wide texts are certain enough to calibrate with. */
const CALIBRATION_WIDTH_PX = 20;
const CALIBRATION_HEIGHT_PX = 8;
const MAX_SUSPECTS = 4_000;
const MAX_LAYERS = 6;
const MORE_ATTEMPTS = 3;
/** Doubts about boxes that Chrome composes apart (src/visibility/rendered/effects.ts), as a picture without ink tells them. */
const MAYBE_LEFT_OUT: ReadonlySet<string> = new Set(
  ['blend mode', 'filter', 'mask', 'perspective', 'turned in space'].map((doubt) => `not painted (${doubt})`),
);

/**
 * Decides what rules could not: photographs the page with and without its text and compares (visibility.md, step 6).
 * To be called in the hold. Leaves no verdict at `pixels`: what cannot be photographed is `unproven`.
 */
export async function proveByPixels(input: ProofInput): Promise<ProofReport> {
  const { classified } = input;
  const open = classified.verdicts.filter(({ label }) => label === 'pixels');
  const photographer = new Photographer(input.held, classified, [input.layout]);
  await proveOnScreen(photographer, open, input.pseudos);
  const proof = new PixelProof(input, photographer);
  const suspects = open
    .filter(({ label }) => label === 'pixels')
    .slice(0, MAX_SUSPECTS)
    .flatMap((verdict) => proof.suspect(verdict));
  if (suspects.length > 0) await proof.run(suspects);
  await provePanes(photographer, open, input.pseudos);
  for (const verdict of open) {
    if (verdict.label !== 'pixels') continue;
    verdict.label = 'unproven';
    verdict.reason ||= 'not photographed';
  }
  return { ...proof.report, suspects: suspects.length };
}

class PixelProof {
  readonly #input: ProofInput;
  #away = new FrameRules();
  readonly #photographer: Photographer;
  /** Texts that vanish with their element, whatever the page's sheets say. */
  #hiddenWhole: ReadonlySet<TextVerdict> = new Set();
  readonly #moving = new Map<DocumentModel, readonly Rect[]>();
  #broken = 0;
  #pictures: BandPictures[] = [];

  constructor(input: ProofInput, photographer: Photographer) {
    this.#input = input;
    this.#photographer = photographer;
  }

  get report(): ProofReport {
    return {
      suspects: 0,
      bands: this.#pictures.length,
      broken: this.#broken,
      shots: this.#photographer.shots,
      pictures: this.#pictures,
    };
  }

  /** The text with its place on the page; none when it is not where a picture could show it. */
  suspect(verdict: TextVerdict): Suspect[] {
    const model = this.#photographer.model(verdict);
    if (!model || verdict.pane !== NONE) return [];
    const rect = this.#photographer.place(model, verdict.shown);
    return rect && area(rect) > 0.25 ? [{ verdict, rect }] : [];
  }

  async run(suspects: readonly Suspect[]): Promise<void> {
    const { pseudos } = this.#input;
    this.#away = coverRules(this.#photographer, suspects);
    const bands = planBands(suspects, this.#certain());
    const textBackgrounds = textBackgroundRules(this.#photographer, suspects);
    const stubborn = stubbornRules(this.#photographer, suspects, pseudos);
    this.#hiddenWhole = stubborn.hiddenWhole;
    await this.#photographer.dress(STILL, this.#away);
    const shown = await this.#photographer.shoot(bands);
    await this.#photographer.dress(STILL + hideAll(pseudos), this.#away, textBackgrounds, stubborn.rules);
    const hidden = await this.#photographer.shoot(bands);
    const layers = layersOf(suspects);
    const alone: Array<ReadonlyArray<Picture | null>> = [];
    for (const layer of layers.slice(0, MAX_LAYERS)) {
      await this.#photographer.dress(STILL, this.#away, layerRules(this.#photographer, layer));
      alone.push(await this.#photographer.shoot(bands, layer));
    }
    let again: ReadonlyArray<Picture | null> = [];
    const restless = suspects.filter((suspect) => this.#movesBehind(suspect));
    if (restless.length > 0) {
      await this.#photographer.dress(STILL, this.#away);
      again = await this.#photographer.shoot(bands, restless);
    }
    bands.forEach((band, index) => {
      const pictures = { shown: shown[index] ?? null, hidden: hidden[index] ?? null, again: again[index] ?? null };
      const isRestless = (suspect: Suspect) => restless.includes(suspect);
      this.#judgeBand(band, pictures, isRestless, (suspect) => {
        const layer = layers.findIndex((texts) => texts.includes(suspect));
        return layer < 0 ? undefined : (alone[layer]?.[index] ?? null);
      });
    });
    const single = suspects.filter((suspect) => !suspect.verdict.overText && !restless.includes(suspect));
    await this.#askAgain(single, bands, hidden);
    hideOverprinted(layers.flat());
  }

  /**
   * Chrome sometimes draws nothing of a box that it composes apart (blended, filtered, masked, turned in space) in
   * pictures of more than the screen: seen in one of eight pictures of a filtered line on a busy machine. So what a
   * picture does not show is looked for in more of them. Not to be asked about text before moving
   * pictures, whose change looks like ink, nor about text on text.
   */
  async #askAgain(
    suspects: readonly Suspect[],
    bands: readonly Band[],
    hidden: ReadonlyArray<Picture | null>,
  ): Promise<void> {
    for (let attempt = 0; attempt < MORE_ATTEMPTS; attempt++) {
      const missing = suspects.filter(
        ({ verdict }) => verdict.label === 'hidden' && MAYBE_LEFT_OUT.has(verdict.reason),
      );
      if (missing.length === 0) return;
      await this.#photographer.dress(STILL, this.#away);
      const shown = await this.#photographer.shoot(bands, missing);
      for (const { verdict, rect } of missing) {
        const doubt = verdict.reason.slice('not painted ('.length, -1);
        const index = bands.findIndex((band) => band.suspects.some((suspect) => suspect.verdict === verdict));
        const [withText, without] = [shown[index], hidden[index]];
        if (withText && without)
          Object.assign(verdict, judgeMeasure(measure(withText, without, null, rect), doubt, verdict.text));
      }
    }
  }

  /** A video or an animated picture lies behind it: its changes have to be told from the text's. */
  #movesBehind({ verdict, rect }: Suspect): boolean {
    const model = this.#photographer.model(verdict);
    if (!model) return false;
    let boxes = this.#moving.get(model);
    if (!boxes) {
      boxes = movingBoxes(model);
      this.#moving.set(model, boxes);
    }
    return boxes.some((box) => {
      const at = this.#photographer.place(model, box);
      return at !== null && overlap(at, rect) > 0;
    });
  }

  #certain(): Rect[] {
    const page = this.#input.classified.models[0]?.[0];
    if (!page) return [];
    return this.#input.classified.verdicts
      .filter(
        ({ session, document, label, kind, pane, flags, rect }) =>
          session === 0 &&
          document === 0 &&
          label === 'visible' &&
          kind === 'text' &&
          pane === NONE &&
          flags.length === 0 &&
          rect.width > CALIBRATION_WIDTH_PX &&
          rect.height > CALIBRATION_HEIGHT_PX,
      )
      .map(({ rect }) => rect);
  }

  #judgeBand(
    band: Band,
    { shown, hidden, again }: { shown: Picture | null; hidden: Picture | null; again: Picture | null },
    isRestless: (suspect: Suspect) => boolean,
    aloneOf: (suspect: Suspect) => Picture | null | undefined,
  ): void {
    if (!shown || !hidden) return;
    this.#pictures.push({ band, shown, hidden });
    const { calibration } = band;
    const failed = calibration.filter((rect) => isBroken(measure(shown, hidden, null, rect))).length;
    if (failed > 0 && failed * 2 >= calibration.length) {
      this.#broken++;
      for (const { verdict } of band.suspects) {
        verdict.label = 'unproven';
        verdict.reason = 'the picture does not show text that is certainly there';
      }
      return;
    }
    for (const suspect of band.suspects) {
      const alone = aloneOf(suspect);
      if (alone === null || suspect.verdict.label === 'unproven') continue;
      const verdict = judgeMeasure(
        measure(shown, alone ?? hidden, isRestless(suspect) ? again : null, suspect.rect),
        suspect.verdict.reason,
        suspect.verdict.text,
      );
      const maybeOverruled =
        !this.#hiddenWhole.has(suspect.verdict) &&
        this.#input.pseudos.layeredFill &&
        verdict.reason.startsWith('not painted');
      const isLost = verdict.label === 'hidden' && suspect.verdict.reason === FIXED_IMAGE;
      suspect.verdict.label = maybeOverruled || isLost ? 'unproven' : verdict.label;
      suspect.verdict.reason = verdict.reason;
      suspect.verdict.flags = [...new Set([...suspect.verdict.flags, ...verdict.flags])];
    }
  }
}
