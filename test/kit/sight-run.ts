import { withPage } from '../../src/browser/open-page.ts';
import type { BrowserPool } from '../../src/browser/pool.ts';
import { type HtmlParent, textContent } from '../../src/html/tree.ts';
import { type SeenPage, seePage } from '../../src/read/see/see-page.ts';
import { applySight } from '../../src/visibility/apply.ts';
import { renderedSight } from '../../src/visibility/rendered/rendered-sight.ts';
import type { Finding } from '../../src/visibility/sight.ts';
import { markerOf, type SightCase } from './sight-cases.ts';

/** A page as it came out: what the model would get of it, and what is reported. */
export interface SightRun {
  readonly seen: SeenPage;
  /** All text and all shown values that are left. */
  readonly text: string;
  readonly findings: readonly Finding[];
  /** What was left out, with its labels: collapsed, unproven, overlays. */
  readonly leftOut: readonly { readonly what: string; readonly characters: number }[];
}

const LIMIT_MS = 60_000;

export async function runSight(pool: BrowserPool, url: string): Promise<SightRun> {
  const request = { url, signal: AbortSignal.timeout(LIMIT_MS) };
  const seen = await withPage(pool, request, (page) => seePage(page));
  const { root, sight, removals } = renderedSight(seen);
  const { findings, leftOut } = applySight(root, sight, { expand: false, includeHidden: false });
  const code = /^(?:style|script)$/u;
  const body = (parent: HtmlParent): string =>
    parent.children
      .map((child) => {
        if (child.type !== 'element') return textContent(child);
        const values = ['value', 'placeholder'].map((name) => child.attributes.get(name) ?? '');
        return code.test(child.tag) ? '' : [...values, body(child)].join(' ');
      })
      .join('');
  return { seen, text: body(root), findings, leftOut: [...leftOut, ...removals] };
}

/** How a run answered one case: `ok`, `leak`, `lost` or `undecided`, with the reason that was given. */
export interface CaseResult {
  readonly id: string;
  readonly outcome: 'ok' | 'leak' | 'lost' | 'undecided';
  readonly reason: string;
  /** The marker stands in the full text of a finding. */
  readonly isReported: boolean;
}

export function judgeCase(example: SightCase, { seen, text, findings }: SightRun): CaseResult {
  const marker = markerOf(example);
  const isShown = marker.test(text);
  const verdicts = seen.classified.verdicts.filter((verdict) => marker.test(verdict.text));
  const isUndecided = !isShown && verdicts.some(({ label }) => label === 'unproven');
  const reason = verdicts.map(({ label, reason: why }) => `${label}: ${why}`).join('; ') || 'no box';
  const isReported = findings.some((finding) => marker.test(finding.text));
  const of = (outcome: CaseResult['outcome']) => ({ id: example.id, outcome, reason, isReported });
  if (example.expect === 'visible') return of(isShown ? 'ok' : isUndecided ? 'undecided' : 'lost');
  if (isShown) return of('leak');
  if (isUndecided) return of('undecided');
  return of(example.expect === 'partial' && !text.includes('Seenhead') ? 'lost' : 'ok');
}
