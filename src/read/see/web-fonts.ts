import type { CommandTarget } from '../../browser/cdp/session.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { doubt } from '../../visibility/rendered/doubt-pseudos.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';

/** Texts of one family that are photographed: until they have all its letters, or so many. */
const MAX_PROBES = 10;
const MAX_FAMILIES = 40;

/** Texts of a family of web fonts, and those of them that stand for all. */
export interface FontProbe {
  readonly texts: readonly TextVerdict[];
  readonly probes: readonly TextVerdict[];
}

/**
 * A font that a page brings along may have empty glyphs: of each such family the texts richest in letters are sent to
 * the pixels. Changes their labels.
 */
export async function probeWebFonts(classified: Classified, sessions: readonly CommandTarget[]): Promise<FontProbe[]> {
  const families = new Map<string, TextVerdict[]>();
  for (const verdict of classified.verdicts) {
    if (verdict.label !== 'visible' || verdict.kind !== 'text') continue;
    const family = classified.models[verdict.session]?.[verdict.document]?.style(verdict.styleBox)?.fontFamily ?? '';
    const key = `${verdict.session} ${family}`;
    const texts = families.get(key);
    if (texts) texts.push(verdict);
    else families.set(key, [verdict]);
  }
  const found = await Promise.all(
    [...families.values()].slice(0, MAX_FAMILIES).map(async (texts) => {
      const session = texts[0] && sessions[texts[0].session];
      return session && (await isWebFont(classified, session, texts)) ? probeOf(texts) : null;
    }),
  );
  return found.filter((probe) => probe !== null);
}

function probeOf(texts: readonly TextVerdict[]): FontProbe {
  const rich = texts
    .map((verdict) => ({ verdict, letters: new Set(verdict.text.match(/[\p{L}\p{N}]/gu)) }))
    .sort((a, b) => b.letters.size - a.letters.size);
  const covered = new Set<string>();
  const probes: TextVerdict[] = [];
  for (const { verdict, letters } of rich) {
    if (probes.length >= MAX_PROBES) break;
    if (probes.length > 0 && [...letters].every((letter) => covered.has(letter))) continue;
    for (const letter of letters) covered.add(letter);
    probes.push(verdict);
  }
  for (const probe of probes) doubt(probe, 'web font');
  return { texts, probes };
}

async function isWebFont(
  { models }: Classified,
  session: CommandTarget,
  texts: readonly TextVerdict[],
): Promise<boolean> {
  const [first] = texts;
  const document = first && models[first.session]?.[first.document]?.document;
  if (!first || !document) return false;
  const backendNodeId = document.backendNodeId(document.nodeOf(first.styleBox));
  try {
    const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds: [backendNodeId] });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId: nodeIds[0] ?? 0 });
    return fonts.some(({ isCustomFont }) => isCustomFont);
  } catch {
    // Not knowing is no reason to trust it.
    return true;
  }
}

/** When the probes of a family paint nothing, none of its text is seen. */
export function settleWebFonts(probes: readonly FontProbe[]): void {
  for (const { texts, probes: asked } of probes) {
    const blank = asked.some(({ label, reason }) => label === 'hidden' && reason.includes('web font'));
    if (!blank) continue;
    for (const verdict of texts) {
      if (verdict.label !== 'visible') continue;
      verdict.label = 'hidden';
      verdict.reason = 'a web font that paints nothing';
    }
  }
}
