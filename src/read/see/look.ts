import type { CapturedSession } from '../../visibility/rendered/capture.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { classify } from '../../visibility/rendered/classify.ts';
import { judgeClosed, settleClosed } from '../../visibility/rendered/closed-content.ts';
import {
  doubtAll,
  doubtBehindDialogs,
  doubtDetails,
  doubtFirstLines,
  doubtPlaceholders,
  doubtSlotted,
} from '../../visibility/rendered/doubt-pseudos.ts';
import { lateCharacters } from '../../visibility/rendered/late-text.ts';
import type { OpenedVerdicts } from '../../visibility/rendered/opened.ts';
import { layOut, oneColumn, type PseudoStyles, pseudoStyles, unstuck } from '../../visibility/rendered/proof-sheets.ts';
import { columnBoxes, skippedBoxes } from '../../visibility/rendered/skipped-boxes.ts';
import { liftedBoxes } from '../../visibility/rendered/sticky-boxes.ts';
import type { UnseenMarkup } from '../../visibility/rendered/tree-from-snapshot.ts';
import { settleBlankLetters } from './blank-letters.ts';
import { type CapturedPage, capturePage } from './capture-page.ts';
import { judgeClosedOptions } from './closed-options.ts';
import { FrameRules, setSheets } from './frame-sheets.ts';
import { withHighlights } from './highlights.ts';
import { judgeOpened } from './judge-opened.ts';
import { bringsFonts } from './own-fonts.ts';
import { readSheets, withClosedTrees } from './page-sheets.ts';
import { cutPartialLines } from './partial-lines.ts';
import { type ProofReport, proveByPixels } from './prove-by-pixels.ts';
import { sightNotes } from './sight-notes.ts';
import type { StandingPage } from './standing-page.ts';
import { TextRanges } from './text-ranges.ts';
import { unseenMarkup } from './unseen-markup.ts';
import { probeWebFonts, settleFlaws, settleWebFonts } from './web-fonts.ts';

/** A page as a person could see it: every piece of text with its verdict. */
export interface SeenPage {
  readonly sessions: readonly CapturedSession[];
  readonly classified: Classified;
  readonly proof: ProofReport;
  /** Text in templates and outside the slots of components. */
  readonly unseen: readonly UnseenMarkup[];
  /** Collapsed content as it looks when it is opened; null when it will not be shown. */
  readonly opened: OpenedVerdicts | null;
  /** Frames that could not be looked into. */
  readonly lostFrames: number;
  /** Remarks in our own words. */
  readonly notes: readonly string[];
  /** How long each step took, in milliseconds. */
  readonly timings: Readonly<Record<string, number>>;
}

const MAX_LAYOUT_ROUNDS = 4;

export interface LookOptions {
  /** Text may wait for a page to be scrolled; without, what waits stays hidden. */
  readonly mayScroll: boolean;
  readonly expand: boolean;
  /** Requests by which the page's fonts came. */
  readonly fonts?: readonly string[];
}

export interface Look {
  readonly seen: SeenPage;
  /** Sets the style sheets of ours; what was laid out for the look stays so, or nothing would stand where it was seen. */
  dress(own: FrameRules): Promise<void>;
}

/**
 * Takes one snapshot of a page that stands still, decides by rule, and photographs what rules leave open. Everything
 * as large as the page happens here: to be run in a worker, but for pictures of the page.
 */
export async function look(
  held: StandingPage,
  { mayScroll, expand, fonts: fontRequests = [] }: LookOptions,
): Promise<Look | 'scroll first'> {
  const clock = new Clock();
  const read = await readSheets(held);
  clock.mark('sheets');
  // Asked first: what comes after a snapshot waits for it.
  const ownFonts = bringsFonts(held, read.texts, fontRequests);
  let captured = await capturePage(held, read.texts);
  clock.mark('snapshot');
  let classified = classify(captured.sessions);
  clock.mark('classify');
  if (mayScroll && lateCharacters(classified) > 0) return 'scroll first';
  const layout = new FrameRules();
  ({ captured, classified } = await layOutSkipped(held, { captured, classified }, { layout, sheets: read.texts }));
  clock.mark('layout');
  const sheets = withClosedTrees(read, classified);
  const pseudos = await withHighlights(held, pseudoStyles(sheets));
  doubtPseudos(classified, pseudos);
  const closed = judgeClosed(classified, pseudos.details);
  await judgeClosedOptions(held, classified);
  clock.mark('styles');
  const fonts = await probeWebFonts(classified, captured.heldSessions, await ownFonts);
  clock.mark('fonts');
  const proof = await proveByPixels({
    held,
    classified,
    layout,
    pseudos,
  });
  settleClosed(closed);
  settleWebFonts(fonts);
  await settleFlaws(fonts, fontRequests, captured.heldSessions);
  const ranges = new TextRanges(classified, captured.heldSessions);
  await settleBlankLetters(fonts, classified, ranges, proof.pictures);
  classified = await cutPartialLines(classified, ranges, proof.pictures);
  clock.mark('pixels');
  const opened = await judgeOpened({ held, classified, layout, sheets, pseudos, expand });
  clock.mark('opened');
  const unseen = await unseenMarkup(classified, captured.heldSessions);
  clock.mark('unseen');
  const seen: SeenPage = {
    sessions: captured.sessions,
    classified,
    proof,
    unseen,
    opened,
    lostFrames: captured.lostFrames,
    notes: sightNotes(classified, proof, captured.lostFrames),
    timings: clock.times,
  };
  return { seen, dress: (own) => setSheets(held, '', layout, own) };
}

interface Looked {
  readonly captured: CapturedPage;
  readonly classified: Classified;
}

/** Makes Chrome lay out what it skipped or moved, and looks again; boxes inside may be skipped in turn. */
async function layOutSkipped(
  held: StandingPage,
  looked: Looked,
  { layout, sheets }: { readonly layout: FrameRules; readonly sheets: readonly (string | null)[] },
): Promise<Looked> {
  let { captured, classified } = looked;
  const done = new Set<string>();
  for (let round = 0; round < MAX_LAYOUT_ROUNDS; round++) {
    let found = false;
    for (const model of classified.models.flat()) {
      const selectors = skippedBoxes(model).filter((selector) => !done.has(selector));
      const columns = columnBoxes(model).filter((selector) => !done.has(selector));
      const lifted = liftedBoxes(model).filter((selector) => !done.has(selector));
      for (const selector of [...selectors, ...columns, ...lifted]) done.add(selector);
      layout.add(model.document, layOut(selectors));
      layout.add(model.document, oneColumn(columns));
      layout.add(model.document, unstuck(lifted));
      found ||= selectors.length + columns.length + lifted.length > 0;
    }
    if (!found) break;
    await setSheets(held, '', layout);
    captured = await capturePage(held, sheets);
    classified = classify(captured.sessions);
  }
  return { captured, classified };
}

/** Styles of `::first-line`, highlights and selections stand in no element's computed style. */
function doubtPseudos(classified: Classified, pseudos: PseudoStyles): void {
  for (const [session, models] of classified.models.entries()) {
    for (const [document, model] of models.entries()) {
      const own = classified.verdicts.filter((each) => each.session === session && each.document === document);
      if (pseudos.firstLine) doubtFirstLines(model, own);
      doubtSlotted(model, own);
      if (pseudos.details) doubtDetails(model, own);
      if (pseudos.backdrop) doubtBehindDialogs(model, own);
    }
  }
  if (pseudos.placeholder) doubtPlaceholders(classified.verdicts);
  if (pseudos.selection) doubtAll(classified.verdicts, 'highlight or selection');
}

class Clock {
  readonly times: Record<string, number> = {};
  #last = performance.now();

  mark(name: string): void {
    const now = performance.now();
    this.times[name] = Math.round(now - this.#last);
    this.#last = now;
  }
}
