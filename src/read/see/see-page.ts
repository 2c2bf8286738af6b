import type { HeldPage } from '../../browser/held-page.ts';
import { createWorld } from '../../browser/isolated-world.ts';
import type { LoadedPage } from '../../browser/loaded-page.ts';
import type { CapturedSession } from '../../visibility/rendered/capture.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { classify } from '../../visibility/rendered/classify.ts';
import {
  doubtAll,
  doubtBehindDialogs,
  doubtDetails,
  doubtFirstLines,
  doubtPlaceholders,
} from '../../visibility/rendered/doubt-pseudos.ts';

import { lateCharacters } from '../../visibility/rendered/late-text.ts';
import type { OpenedVerdicts } from '../../visibility/rendered/opened.ts';
import { layOut, type PseudoStyles, pseudoStyles } from '../../visibility/rendered/proof-sheets.ts';
import { skippedBoxes } from '../../visibility/rendered/skipped-boxes.ts';
import type { UnseenMarkup } from '../../visibility/rendered/tree-from-snapshot.ts';
import { settleBlankLetters } from './blank-letters.ts';
import { type CapturedPage, capturePage } from './capture-page.ts';
import { FrameRules, setSheets } from './frame-sheets.ts';
import { judgeOpened } from './judge-opened.ts';
import { cutPartialLines } from './partial-lines.ts';
import { type ProofReport, proveByPixels } from './prove-by-pixels.ts';
import { sightNotes } from './sight-notes.ts';
import { TextRanges } from './text-ranges.ts';
import { unseenMarkup } from './unseen-markup.ts';
import { probeWebFonts, settleWebFonts } from './web-fonts.ts';

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

export interface SeeOptions {
  /** Collapsed content will be shown, so it is judged as if it were open. Default false. */
  readonly expand?: boolean;
  /** The page is closed while its scripts still stand, so that it can never tell that it was looked at. Default false. */
  readonly close?: boolean;
  /** Asked in each hold before anything else, also when the page is looked at again. */
  readonly onHold?: () => Promise<void>;
  /** Told at the end of the hold, while all still stands as it was seen; may happen more than once. */
  readonly onSeen?: OnSeen;
}

/** A page that has been seen and still stands still: for pictures of it. */
export interface SeenLook {
  readonly held: HeldPage;
  readonly seen: SeenPage;
  /** Sets the style sheets of ours; what was laid out for the look stays so, or nothing would stand where it was seen. */
  dress(own: FrameRules): Promise<void>;
}

export type OnSeen = (look: SeenLook) => Promise<void>;

/** Text of style sheets that is searched for styles which no element shows. */
const MAX_SHEET_BYTES = 4 * 1024 * 1024;
const MAX_LAYOUT_ROUNDS = 4;
const SCRIPT_TIMEOUT_MS = 2_000;

/**
 * Looks at a settled page: holds its scripts, takes one snapshot, decides by rule, and photographs what rules leave
 * open. Scrolls through the page first when text waits for that. The page can notice nothing of it but the scrolling
 * and a pause.
 * @throws CdpFault, AppError and the signal's reason as LoadedPage.whileHeld does.
 */
export async function seePage(page: LoadedPage, options: SeeOptions = {}): Promise<SeenPage> {
  const { expand = false, close = false, onSeen } = options;
  const once = (mayScroll: boolean) => {
    const work = async (held: HeldPage) => {
      await options.onHold?.();
      return await look(held, { mayScroll, expand, onSeen });
    };
    return close ? page.readAndClose(work, (result) => result !== 'scroll first') : page.whileHeld(work);
  };
  const first = await once(true);
  if (first !== 'scroll first') return first;
  await page.reveal();
  const second = await once(false);
  if (second === 'scroll first') throw new Error('looked twice without scrolling');
  return second;
}

async function look(
  held: HeldPage,
  { mayScroll, expand, onSeen }: { mayScroll: boolean; expand: boolean; onSeen: OnSeen | undefined },
): Promise<SeenPage | 'scroll first'> {
  const clock = new Clock();
  let captured = await capturePage(held);
  clock.mark('snapshot');
  let classified = classify(captured.sessions);
  clock.mark('classify');
  if (mayScroll && lateCharacters(classified) > 0) return 'scroll first';
  const layout = new FrameRules();
  ({ captured, classified } = await layOutSkipped(held, { captured, classified }, layout));
  clock.mark('layout');
  const pseudos = pseudoStyles(await held.sheets.pageStyles(MAX_SHEET_BYTES));
  await doubtPseudos(held, classified, pseudos);
  clock.mark('styles');
  const fonts = await probeWebFonts(classified, captured.heldSessions);
  clock.mark('fonts');
  const proof = await proveByPixels({
    held,
    classified,
    layout,
    pseudos,
  });
  settleWebFonts(fonts);
  const ranges = new TextRanges(classified, captured.heldSessions);
  await settleBlankLetters(fonts, classified, ranges, proof.pictures);
  classified = await cutPartialLines(classified, ranges, proof.pictures);
  clock.mark('pixels');
  const opened = await judgeOpened({ held, classified, layout, pseudos, expand });
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
  await onSeen?.({ held, seen, dress: (own) => setSheets(held, '', layout, own) });
  return seen;
}

interface Looked {
  readonly captured: CapturedPage;
  readonly classified: Classified;
}

/** Makes Chrome lay out what it skipped, and looks again; boxes inside may be skipped in turn. */
async function layOutSkipped(held: HeldPage, looked: Looked, layout: FrameRules): Promise<Looked> {
  let { captured, classified } = looked;
  const done = new Set<string>();
  for (let round = 0; round < MAX_LAYOUT_ROUNDS; round++) {
    let found = false;
    for (const model of classified.models.flat()) {
      const selectors = skippedBoxes(model).filter((selector) => !done.has(selector));
      for (const selector of selectors) done.add(selector);
      layout.add(model.document, layOut(selectors));
      found ||= selectors.length > 0;
    }
    if (!found) break;
    await setSheets(held, '', layout);
    captured = await capturePage(held);
    classified = classify(captured.sessions);
  }
  return { captured, classified };
}

/** Styles of `::first-line`, highlights and selections stand in no element's computed style. */
async function doubtPseudos(held: HeldPage, classified: Classified, pseudos: PseudoStyles): Promise<void> {
  for (const [session, models] of classified.models.entries()) {
    for (const [document, model] of models.entries()) {
      const own = classified.verdicts.filter((each) => each.session === session && each.document === document);
      if (pseudos.firstLine) doubtFirstLines(model, own);
      if (pseudos.details) doubtDetails(model, own);
      if (pseudos.backdrop) doubtBehindDialogs(model, own);
    }
  }
  if (pseudos.placeholder) doubtPlaceholders(classified.verdicts);
  if ((pseudos.selection || pseudos.highlights.length > 0) && (await hasHighlights(held))) {
    doubtAll(classified.verdicts, 'highlight or selection');
  }
}

const HIGHLIGHT_SCRIPT =
  '(globalThis.CSS&&CSS.highlights&&CSS.highlights.size>0)||(getSelection()!==null&&!getSelection().isCollapsed)';

async function hasHighlights(held: HeldPage): Promise<boolean> {
  const answers = await Promise.all(
    held.frames.map(async ({ session, frameId }) => {
      try {
        const contextId = await createWorld(session, frameId);
        // Without waiting for promises: none is kept in the hold.
        const asked = { contextId, expression: HIGHLIGHT_SCRIPT, returnByValue: true };
        const { result } = await session.send('Runtime.evaluate', asked, { timeoutMs: SCRIPT_TIMEOUT_MS });
        return result.value === true;
      } catch {
        return true;
      }
    }),
  );
  return answers.includes(true);
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
