import { delay } from '../base/time.ts';
import { CdpFault, ignoreLoss } from './cdp/fault.ts';
import type { AnnouncedNavigation } from './document-tracker.ts';
import { ProbeWorlds } from './probe-worlds.ts';
import type { ProbeFacts, ProbeWish } from './settle-probe.ts';
import type { Tab } from './tab.ts';

/**
 * When is a page ready to be read? When its document has been parsed, nothing it needs is under way, its text has
 * stopped changing, what fades in has faded in, and it is not about to be replaced by another page. Nothing is waited
 * for longer than its cap, and a page without scripts is ready after a tenth of a second.
 */
export interface SettleReport {
  /** `quiet`: as above; `capped`: the page never became quiet; `unresponsive`: a script never ended, nor let itself be ended. */
  readonly end: 'quiet' | 'capped' | 'unresponsive';
  readonly ms: number;
  /** Documents that replaced the first one (meta refresh, script, challenge that cleared). */
  readonly replacements: number;
  /** Requests still open, for disclosure. */
  readonly openRequests: number;
  /** What was still going on when a cap was reached; fixed words. Empty when quiet. */
  readonly waitingFor: readonly string[];
  /** Elements of the document, about. */
  readonly elements: number;
}

export interface SettleOptions {
  readonly signal: AbortSignal;
  /** The longest that one document may take after it has begun to arrive; default 8 s. */
  readonly capMs?: number;
  /** The longest that all documents together may take; default 20 s. */
  readonly totalMs?: number;
  /** Called once for each document, when it is first looked at and there is nothing else to do; never rejects. */
  readonly onWait?: () => Promise<void>;
}

const CAP_MS = 8_000;
const TOTAL_MS = 20_000;
const QUIET_MS = 100;
/**
 * Without timers, sockets and workers nothing can come but what follows from the last change: what observers of sizes
 * and of intersections are told in the frame after it. The second frame comes after all that.
 */
const IDLE_FRAMES = 2;
/** As long as two frames of 60 a second take. */
const IDLE_QUIET_MS = 35;
/** The first look ends after this at the latest: what it sees decides how long to wait. */
const FIRST_LOOK_MS = 100;
/** What scripts put off is mostly put off by less than this; the field waits as long for a quiet network. */
const LATE_QUIET_MS = 500;
/** So long after the first look a pause of QUIET_MS is enough: something keeps changing. */
const LATE_CAP_MS = 2_000;
/** A page with scripts and nearly no text is probably about to write it. */
const SPARSE_QUIET_MS = 500;
const SPARSE_CHARACTERS = 200;
/** Attributes may change for ever (carousels, animations by style); text that does is a clock or a ticker. */
const ATTRIBUTE_MS = 1_000;
const TEXT_CAP_MS = 3_000;
/** Anti-flicker snippets give up by themselves after at most four seconds. */
const CONCEALED_CAP_MS = 5_000;
const ANIMATION_CAP_MS = 4_000;
/** A refresh that a person would wait for; one in five minutes is a news ticker. */
const MAX_ANNOUNCED_MS = 5_000;
const OVERDUE_MS = 1_500;
const MAX_REPLACEMENTS = 10;
const TERMINATE_MS = 2_000;

/** One document on its way to being quiet. */
interface Progress {
  readonly startedAt: number;
  readonly capMs: number;
  reasons: string[];
  facts: ProbeFacts | null;
  /** When the first look at it began. */
  lookedAt: number;
}

export async function settle(tab: Tab, options: SettleOptions): Promise<SettleReport> {
  const { signal, capMs = CAP_MS, totalMs = TOTAL_MS, onWait } = options;
  const startedAt = performance.now();
  const firstCommit = tab.document.commits;
  for (;;) {
    const left = totalMs - (performance.now() - startedAt);
    const commits = tab.document.commits;
    const now = performance.now();
    const progress: Progress = {
      startedAt: now,
      lookedAt: now,
      capMs: Math.min(capMs, left),
      reasons: [],
      facts: null,
    };
    const end = await settleDocument(tab, progress, { signal, onWait: onWait ?? nothing });
    const replacements = tab.document.commits - firstCommit;
    const replaced = tab.document.commits !== commits;
    if (!replaced || replacements > MAX_REPLACEMENTS || performance.now() - startedAt > totalMs) {
      const reasons = replaced ? ['page that keeps replacing itself'] : progress.reasons;
      return {
        end: replaced ? 'capped' : end,
        ms: Math.round(performance.now() - startedAt),
        replacements,
        openRequests: tab.network.open,
        waitingFor: end === 'quiet' && !replaced ? [] : reasons,
        elements: progress.facts?.elements ?? 0,
      };
    }
    tab.network.reset();
  }
}

/** Returns as soon as another document has taken this one's place. */
async function settleDocument(
  tab: Tab,
  progress: Progress,
  { signal, onWait }: Required<Pick<SettleOptions, 'signal' | 'onWait'>>,
): Promise<SettleReport['end']> {
  const { commits } = tab.document;
  const worlds = new ProbeWorlds(tab);
  let stopped = false;
  let prepared = false;
  while (tab.document.commits === commits) {
    signal.throwIfAborted();
    const { facts } = progress;
    const spent = performance.now() - progress.startedAt;
    progress.reasons = reasonsToWait(tab, progress, spent);
    if (facts !== null && progress.reasons.length === 0) {
      progress.reasons = stillGoingOn(facts);
      return progress.reasons.length === 0 ? 'quiet' : 'capped';
    }
    if (spent > progress.capMs && !(stopped && facts === null)) return facts === null ? 'unresponsive' : 'capped';
    if (!tab.document.interactive || tab.document.isLeaving || tab.network.waitingFor > 0) {
      await change(tab, Math.min(250, progress.capMs - spent + 1), signal);
      if (!tab.document.interactive && spent < progress.capMs - 250) continue;
    }
    const wish = wishFor(tab, progress, spent);
    if (facts === null) progress.lookedAt = performance.now();
    const probing = worlds.probe(wish, signal);
    if (!prepared) void onWait();
    prepared = true;
    const result = await probing;
    if (result === 'unresponsive') {
      if (stopped) return 'unresponsive';
      // A script that never ends keeps the page from being read. A person's browser would offer to stop it.
      stopped = true;
      await ignoreLoss(tab.session.send('Runtime.terminateExecution', undefined, { signal, timeoutMs: TERMINATE_MS }));
      continue;
    }
    if (result === 'replaced') continue;
    // A look may learn that it should have waited longer.
    const isEnough = !result.scripted || wish.quietMs >= quietOf(tab, result, progress.lookedAt);
    progress.facts = { ...result, quiet: result.quiet && isEnough };
  }
  return 'quiet';
}

function reasonsToWait(tab: Tab, { facts, lookedAt }: Progress, spentMs: number): string[] {
  const reasons: string[] = [];
  const { announced } = tab.document;
  if (!tab.document.interactive) reasons.push('document');
  if (tab.document.isLeaving) reasons.push('navigation');
  if (announced && isExpected(announced)) reasons.push('announced navigation');
  if (tab.network.waitingFor > 0) reasons.push('requests');
  if (facts === null) return reasons;
  if (facts.scripted && tab.network.quietMs < quietOf(tab, facts, lookedAt) - 5) reasons.push('requests just ended');
  if (!facts.quiet && spentMs < TEXT_CAP_MS) reasons.push('changing text');
  if (isSparse(facts) && spentMs < SPARSE_QUIET_MS) reasons.push('first text');
  if (facts.concealed && facts.scripted && spentMs < CONCEALED_CAP_MS) reasons.push('concealed page');
  if (facts.animationMs > 0 && facts.animationMs < ANIMATION_CAP_MS && spentMs < ANIMATION_CAP_MS + TEXT_CAP_MS) {
    reasons.push('animation');
  }
  return reasons;
}

/** What was waited for in vain, each to its own cap. */
function stillGoingOn(facts: ProbeFacts): string[] {
  return [
    ...(facts.quiet ? [] : ['changing text']),
    ...(facts.concealed && facts.scripted ? ['concealed page'] : []),
    ...(facts.animationMs > 0 ? ['animation'] : []),
  ];
}

/** Soon enough to wait for, and not so overdue that it will not come (a script may have called it off). */
function isExpected({ at, delayMs }: AnnouncedNavigation): boolean {
  return delayMs <= MAX_ANNOUNCED_MS && performance.now() - at < delayMs + OVERDUE_MS;
}

function isSparse(facts: ProbeFacts): boolean {
  return facts.scripted && facts.text < SPARSE_CHARACTERS;
}

/** How long nothing may change for the page to be quiet: longer where scripts have put something off. */
function quietOf(tab: Tab, facts: ProbeFacts, lookedAt: number): number {
  if (isSparse(facts)) return SPARSE_QUIET_MS;
  if (facts.scheduled === 0 && tab.network.streams === 0) return IDLE_QUIET_MS;
  return performance.now() - lookedAt < LATE_CAP_MS ? LATE_QUIET_MS : QUIET_MS;
}

function wishFor(tab: Tab, { facts, lookedAt, capMs }: Progress, spentMs: number): ProbeWish {
  const attributes = spentMs < ATTRIBUTE_MS;
  if (facts === null)
    return { quietMs: IDLE_QUIET_MS, quietFrames: IDLE_FRAMES, capMs: FIRST_LOOK_MS, attributes, ifScripted: true };
  const quietMs = quietOf(tab, facts, lookedAt);
  const capped = Math.max(quietMs, Math.min(ATTRIBUTE_MS, capMs - spentMs));
  const quietFrames = quietMs === IDLE_QUIET_MS ? IDLE_FRAMES : 0;
  return { quietMs, quietFrames, capMs: capped, attributes, ifScripted: false };
}

async function nothing(): Promise<void> {}

/** Something happened to the requests or to the document, or the time is over. */
async function change(tab: Tab, ms: number, signal: AbortSignal): Promise<void> {
  const happened = new AbortController();
  const stop = () => happened.abort();
  const offs = [tab.network.onChange(stop), tab.document.onChange(stop), tab.session.whenEnded(stop)];
  try {
    await delay(Math.max(ms, 1), AbortSignal.any([happened.signal, signal])).catch(() => {});
  } finally {
    for (const off of offs) off();
  }
  signal.throwIfAborted();
  if (tab.lost) throw new CdpFault('gone', 'settle');
}
