import { area, intersect, moved, overlap, type Rect } from '../../visibility/rendered/geometry.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { hasControl } from '../../visibility/rendered/overlays.ts';
import { takeAway } from '../../visibility/rendered/proof-sheets.ts';
import { raised, selectorOf } from '../../visibility/rendered/selector.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { FrameRules } from '../see/frame-sheets.ts';
import type { SeenLook } from '../see/see-page.ts';

/** Shares of the screen from which a fixed box is a banner, a dialog, a backdrop. */
const BANNER_SHARE = 0.01;
const DIALOG_SHARE = 0.03;
const BACKDROP_SHARE = 0.9;
/** A bar is as wide as the screen and low. */
const BAR_WIDTH = 0.9;
const BAR_HEIGHT = 0.25;
/** Share of a text, and how many of them, that lie under a box which stands in the way. */
const COVERED = 0.3;
const LEAST_COVERED = 2;
const COVERED_TEXT = /^(?:covered|not painted)/u;
/** As for text that is read (visibility/rendered/overlay-text.ts): a banner says little, or less than the page. */
const FEW_CHARACTERS = 600;
const MOST_OF_PAGE = 0.7;
const LEAST_REST = 40;
/** Nodes that are looked through for a frame. */
const MAX_NODES = 200;
/** A page is kept from scrolling while a dialog is open; without the dialog there is more of it to see. */
const UNLOCK = `${raised(':root')},${raised('body')}{overflow:visible!important;height:auto!important;max-height:none!important;position:static!important}`;
/** Names that scripts for consent give to their boxes. */
const CONSENT_NAMES =
  /onetrust|cookie|consent|gdpr|ccpa|didomi|usercentrics|truste|qc-cmp|sp_message|cky-|cc-window|fc-dialog|osano|iubenda|termly|klaro|tarteaucitron|cmplz|cmp-?(?:box|root|container|wrapper)/iu;
const CONSENT_WORDS =
  /cookies?\b|\bgdpr\b|\bconsent\b|privacy (?:policy|settings|preferences|choices)|datenschutz|einwilligung|confidentialité|consentement|privacidad|consentimiento|privacidade|riservatezza|クッキー|쿠키|隐私|файлы cookie/iu;

export interface OverlaysAway {
  readonly rules: FrameRules;
  /** Boxes that are not in the picture. */
  readonly count: number;
  /** Whether a box of a document stands in one of them. */
  holds(model: DocumentModel, box: number): boolean;
  /** Whether a rectangle of the page lies under one of them. */
  covers(rect: Rect): boolean;
}

/**
 * Takes what stands over the page out of the picture: dialogs, consent walls and their backdrops, banners on cookies.
 * Nothing is clicked, so nothing is agreed to, and the page is not told. What is most of the page stays: it is the page.
 */
export function overlaysAway({ classified }: SeenLook['seen']): OverlaysAway {
  const rules = new FrameRules();
  const gone = new Map<DocumentModel, number[]>();
  const areas: Rect[] = [];
  let count = 0;
  for (const [session, documents] of classified.models.entries()) {
    for (const [index, model] of documents.entries()) {
      const own = classified.verdicts.filter((each) => each.session === session && each.document === index);
      const boxes = [...new Set([...blockers(model, own), ...banners(model, own)])].filter(
        (box) => box !== model.document.htmlBox && box !== model.document.bodyBox,
      );
      const selectors = boxes.map((box) => reachable(model, box)).filter((selector) => selector !== null);
      rules.add(model.document, takeAway([...new Set(selectors)].flatMap((each) => [each, `${each}::backdrop`])));
      gone.set(model, boxes);
      const { x, y } = model.document.scroll;
      if (!model.document.owner) areas.push(...boxes.map((box) => moved(model.document.bounds(box), -x, -y)));
      count += boxes.filter(
        (box) => !boxes.some((other) => other !== box && model.document.contains(other, box)),
      ).length;
    }
  }
  const holds = (model: DocumentModel, box: number) =>
    gone.get(model)?.some((outer) => model.document.contains(outer, box)) ?? false;
  const page = classified.models[0]?.[0];
  if (page && count > 0 && !page.scrolling.y) rules.add(page.document, UNLOCK);
  const covers = (rect: Rect) => areas.some((each) => overlap(each, rect) > COVERED * area(rect));
  return { rules, count, holds, covers };
}

/**
 * Fixed boxes over text that lies under them at the top of the page, with something in them to press, and the
 * backdrops that they stand on. Not a bar along an edge or links at the side, nor a ground painted before the text.
 */
function blockers(model: DocumentModel, own: readonly TextVerdict[]): number[] {
  const { document } = model;
  const seen = own.filter(({ label, kind }) => label === 'visible' && kind === 'text');
  // Where the page does not scroll, what lies under a dialog counts as covered for good.
  const under = own.filter(
    ({ label, kind, reason }) => kind === 'text' && (label === 'visible' || COVERED_TEXT.test(reason)),
  );
  const standing = fixedBoxes(model, DIALOG_SHARE).filter(({ box, rect }) => covers(model, box, rect, under));
  const dialogs = standing.filter(
    ({ box, rect }) => !isBar(model, rect) && hasControl(model, box) && !isMost(model, box, seen),
  );
  const top = Math.max(...dialogs.map(({ box }) => document.paintOrder(box)));
  const backdrops = standing.filter(
    ({ box, rect }) =>
      document.paintOrder(box) <= top &&
      area(rect) >= BACKDROP_SHARE * area(screenOf(model)) &&
      !seen.some(
        (verdict) =>
          document.contains(box, verdict.box) && !dialogs.some((dialog) => document.contains(dialog.box, verdict.box)),
      ),
  );
  return [...dialogs, ...backdrops].map(({ box }) => box);
}

/** Boxes that stay with the screen, where they stand before the page is scrolled, from a share of the screen on. */
function fixedBoxes(model: DocumentModel, share: number): Array<{ readonly box: number; readonly rect: Rect }> {
  const { neighbours, confinements } = model;
  const { x, y } = model.document.scroll;
  const screen = screenOf(model);
  return neighbours.boxes
    .filter(({ box }) => confinements.around(box).fixed)
    .map(({ box, rect }) => ({ box, rect: intersect(moved(rect, -x, -y), screen) }))
    .filter(({ rect }) => area(rect) >= share * area(screen));
}

function screenOf({ document: { viewport } }: DocumentModel): Rect {
  return { x: 0, y: 0, width: viewport.width, height: viewport.height };
}

function isBar(model: DocumentModel, { width, height }: Rect): boolean {
  const screen = screenOf(model);
  return width >= BAR_WIDTH * screen.width && height < BAR_HEIGHT * screen.height;
}

function covers({ document }: DocumentModel, box: number, rect: Rect, under: readonly TextVerdict[]): boolean {
  const order = document.paintOrder(box);
  let covered = 0;
  for (const verdict of under) {
    if (document.contains(box, verdict.box) || document.paintOrder(verdict.box) >= order) continue;
    if (overlap(rect, verdict.rect) > COVERED * area(verdict.rect)) covered++;
    if (covered >= LEAST_COVERED) return true;
  }
  return false;
}

/** What says more than a banner does, and more than the rest, is no overlay but the page, or a wall that is all there is. */
function isMost({ document }: DocumentModel, box: number, seen: readonly TextVerdict[]): boolean {
  const amount = (texts: readonly TextVerdict[]) => texts.reduce((sum, { text }) => sum + text.trim().length, 0);
  const inside = amount(seen.filter((verdict) => document.contains(box, verdict.box)));
  const rest = amount(seen) - inside;
  return rest < LEAST_REST || inside > Math.max(FEW_CHARACTERS, MOST_OF_PAGE * rest);
}

/** Fixed boxes that are about cookies, bars along an edge too. */
function banners(model: DocumentModel, own: readonly TextVerdict[]): number[] {
  const { document } = model;
  const seen = own.filter(({ label }) => label === 'visible');
  return fixedBoxes(model, BANNER_SHARE)
    .filter(({ box }) => {
      const named = isNamed(model, box);
      if (named && holdsFrame(model, box)) return true;
      if (isMost(model, box, seen) || !hasControl(model, box)) return false;
      const words = seen.filter((verdict) => document.contains(box, verdict.box)).map(({ text }) => text);
      return CONSENT_WORDS.test(words.join(' ')) || (named && words.length > 0);
    })
    .map(({ box }) => box);
}

/** The frame itself or a box around it: scripts for consent keep their words in a frame of their own. */
function holdsFrame({ document }: DocumentModel, box: number): boolean {
  const node = document.nodeOf(box);
  const last = Math.min(document.lastNode[node] ?? node, node + MAX_NODES);
  for (let inner = node; inner <= last; inner++) if (document.nodeName(inner) === 'IFRAME') return true;
  return false;
}

function isNamed({ document }: DocumentModel, box: number): boolean {
  const node = document.nodeOf(box);
  return ['id', 'class', 'title', 'name'].some((name) => CONSENT_NAMES.test(document.attribute(node, name) ?? ''));
}

/** The element itself, or the host of the component that it is in: no sheet reaches into that. */
function reachable({ document }: DocumentModel, box: number): string | null {
  const body = document.nodeOf(document.bodyBox);
  for (let node = document.nodeOf(box); node >= 0 && node !== body; node = document.parentNode(node)) {
    const selector = selectorOf(document, node);
    if (selector !== null && !selector.startsWith(':root:')) return selector;
  }
  return null;
}
