import type { CapturedSession } from './capture.ts';
import type { Classified } from './classified.ts';
import { judgeControls } from './control-values.ts';
import { hideBeyondGaps } from './empty-screens.ts';
import { frameFacts } from './frame-facts.ts';
import { modelPage } from './model.ts';
import { settleOverlays } from './overlay-text.ts';
import { findOverlays } from './overlays.ts';
import { judgeTextBoxes } from './text-boxes.ts';
import { markTextOverText } from './text-over-text.ts';
import type { TextVerdict } from './verdict.ts';

/**
 * Decides by rule what a person could see of each fragment of text; where style and layout cannot tell, the label is
 * `pixels`. Pure and linear in the number of boxes, apart from boxes that overlap in crowds.
 */
export function classify(sessions: readonly CapturedSession[]): Classified {
  const models = modelPage(sessions);
  const byDocument = new Map(models.flat().map((model) => [model.document, model]));
  const places = models.flatMap((documents, session) =>
    documents.map((model, document) => ({ model, session, document })),
  );
  places.sort((a, b) => a.model.document.depth - b.model.document.depth);
  const verdicts: TextVerdict[] = [];
  for (const { model, session, document } of places) {
    const { owner } = model.document;
    const outer = owner && byDocument.get(owner.document);
    if (owner && outer) {
      model.frame = frameFacts(outer, owner.node);
      if (!model.frame.scrolls) model.scrolling = { ...model.scrolling, x: false, y: false };
    }
    model.overlays = findOverlays(model);
    const texts = judgeTextBoxes(model, { session, document });
    markTextOverText(model, texts);
    hideBeyondGaps(model, texts);
    verdicts.push(...texts, ...judgeControls(model, { session, document }));
  }
  settleOverlays({ models, verdicts });
  return { models, verdicts };
}
