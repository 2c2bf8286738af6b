import { withPage } from '../../src/browser/open-page.ts';
import type { BrowserPool } from '../../src/browser/pool.ts';
import { type HtmlParent, textContent } from '../../src/html/tree.ts';
import type { SeenPage } from '../../src/read/see/look.ts';
import { seePage } from '../../src/read/see/see-page.ts';
import { applySight } from '../../src/visibility/apply.ts';
import { renderedSight } from '../../src/visibility/rendered/rendered-sight.ts';
import type { Finding } from '../../src/visibility/sight.ts';

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
