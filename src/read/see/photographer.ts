import type { Band, Suspect } from '../../visibility/rendered/bands.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import type { Rect } from '../../visibility/rendered/geometry.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { onPage } from '../../visibility/rendered/page-position.ts';
import type { Picture } from '../../visibility/rendered/picture.ts';
import { keepWidth } from '../../visibility/rendered/proof-sheets.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { FrameRules, setSheets } from './frame-sheets.ts';
import type { StandingPage } from './standing-page.ts';

/** Pictures of a held page under style sheets of ours. */
export class Photographer {
  readonly #held: StandingPage;
  readonly #classified: Classified;
  /** Rules that stay in force for all pictures. */
  readonly #always: readonly FrameRules[];
  readonly #owners: ReadonlyMap<unknown, DocumentModel>;
  readonly #width = new FrameRules();
  shots = 0;

  constructor(held: StandingPage, classified: Classified, always: readonly FrameRules[]) {
    this.#held = held;
    this.#classified = classified;
    this.#always = always;
    const page = classified.models[0]?.[0]?.document;
    if (page && page.content.height > page.viewport.height)
      this.#width.add(page, keepWidth(page.bounds(page.htmlBox).width));
    this.#owners = new Map(classified.models.flat().map((model) => [model.document, model]));
  }

  model(verdict: TextVerdict): DocumentModel | undefined {
    return this.#classified.models[verdict.session]?.[verdict.document];
  }

  /** A rectangle of a document in pixels of the page; null when a frame has to be scrolled to show it. */
  place(model: DocumentModel, rect: Rect): Rect | null {
    return onPage(model, rect, ({ document }) => this.#owners.get(document.owner?.document) ?? null);
  }

  async dress(forAll: string, ...own: readonly FrameRules[]): Promise<void> {
    await setSheets(this.#held, forAll, this.#width, ...this.#always, ...own);
  }

  /** Pictures of all bands, or of those that hold one of `only`; null for one that could not be taken. */
  async shoot(bands: readonly Band[], only?: readonly Suspect[]): Promise<ReadonlyArray<Picture | null>> {
    const pictures: Array<Picture | null> = [];
    for (const { area, suspects } of bands) {
      if (only && !suspects.some((suspect) => only.includes(suspect))) {
        pictures.push(null);
        continue;
      }
      this.shots++;
      pictures.push(await this.#held.picture(area, { beyondViewport: !this.#isOnScreen(area) }));
    }
    return pictures;
  }

  #isOnScreen({ x, y, width, height }: Rect): boolean {
    const document = this.#classified.models[0]?.[0]?.document;
    if (document?.scroll.x !== 0 || document.scroll.y !== 0) return false;
    return x + width <= document.viewport.width && y + height <= document.viewport.height;
  }
}
