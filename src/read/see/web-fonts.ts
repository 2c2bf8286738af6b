import type { CommandTarget } from '../../browser/cdp/session.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { doubt } from '../../visibility/rendered/doubt-pseudos.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { loadedFontFlaws } from './loaded-fonts.ts';

/** Texts of one family that are photographed: until they have all its letters, or so many. */
const MAX_PROBES = 10;
const MAX_FAMILIES = 40;
/** Further texts of a family whose fonts are asked for. */
const MAX_ASKED = 3;
/** Fonts of the system whose letters are pictures. */
const SYMBOLS = /^(?:webdings|wingdings(?: \d)?|zapf ?dingbats|symbol)$/iu;
/** The same, in a list of fonts. */
const NAMES_SYMBOLS = /dings|dingbats|symbol/iu;

/** Texts of a family of web fonts, and those of them that stand for all. */
export interface FontProbe {
  readonly texts: readonly TextVerdict[];
  readonly probes: readonly TextVerdict[];
  /** Under which the browser speaks of the fonts that it drew them with. */
  readonly names: ReadonlySet<string>;
}

/**
 * A font that a page brings along may have empty glyphs: of each such family the texts richest in letters are sent to
 * the pixels. Changes their labels. `bringsFonts` false: the page has no fonts of its own.
 */
export async function probeWebFonts(
  classified: Classified,
  sessions: readonly CommandTarget[],
  bringsFonts: boolean,
): Promise<FontProbe[]> {
  const families = new Map<string, TextVerdict[]>();
  for (const verdict of classified.verdicts) {
    if (verdict.label !== 'visible' || verdict.kind !== 'text') continue;
    const family = classified.models[verdict.session]?.[verdict.document]?.style(verdict.styleBox)?.fontFamily ?? '';
    if (!bringsFonts && !NAMES_SYMBOLS.test(family)) continue;
    const key = `${verdict.session} ${family}`;
    const texts = families.get(key);
    if (texts) texts.push(verdict);
    else families.set(key, [verdict]);
  }
  const found = await Promise.all(
    [...families.values()].slice(0, MAX_FAMILIES).map(async (texts) => {
      const session = texts[0] && sessions[texts[0].session];
      return session ? probeOf(classified, session, texts) : null;
    }),
  );
  return found.filter((probe) => probe !== null);
}

async function probeOf(
  classified: Classified,
  session: CommandTarget,
  texts: readonly TextVerdict[],
): Promise<FontProbe | null> {
  const [first] = texts;
  const names = first ? await webFontsOf(classified, session, first) : null;
  if (names === null) return null;
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
  // Of several fonts in one list, each text may have its own.
  for (const verdict of probes.slice(0, MAX_ASKED)) {
    for (const name of (await webFontsOf(classified, session, verdict)) ?? []) names.add(name);
  }
  for (const probe of probes) doubt(probe, 'web font');
  return { texts, probes, names };
}

/** Names of the fonts that a text is drawn with when one of them is the page's; null when none is. */
async function webFontsOf(
  { models }: Classified,
  session: CommandTarget,
  text: TextVerdict,
): Promise<Set<string> | null> {
  const document = models[text.session]?.[text.document]?.document;
  if (!document) return null;
  const backendNodeId = document.backendNodeId(document.nodeOf(text.styleBox));
  try {
    const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds: [backendNodeId] });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId: nodeIds[0] ?? 0 });
    if (fonts.some(({ familyName }) => SYMBOLS.test(familyName)))
      return new Set(fonts.map(({ familyName }) => familyName));
    const own = fonts.filter(({ isCustomFont }) => isCustomFont);
    return own.length > 0
      ? new Set(
          own.flatMap(({ familyName, postScriptName }) => [familyName, postScriptName].filter((name) => name !== '')),
        )
      : null;
  } catch {
    // Not knowing is no reason to trust it.
    return new Set();
  }
}

/**
 * Texts with letters for which the page's font has no outline, or that of another letter: what is read is not what is
 * seen. Asks for the bytes of the fonts.
 */
export async function settleFlaws(
  probes: readonly FontProbe[],
  requests: readonly string[],
  sessions: readonly CommandTarget[],
): Promise<void> {
  const letters = new Set(
    probes.flatMap(({ texts }) => texts.flatMap(({ text }) => text.match(/[\p{L}\p{N}]/gu) ?? [])),
  );
  if (letters.size === 0) return;
  const flaws = await loadedFontFlaws(requests, sessions, letters);
  for (const { texts, names } of probes) {
    const named = flaws.filter((font) => font.names.some((name) => names.has(name)));
    // Fonts may give themselves names that the browser does not take over: then it may be any of them.
    const own = named.length > 0 ? named : flaws;
    const isSymbols = [...names].some((name) => SYMBOLS.test(name));
    for (const verdict of texts) {
      if (verdict.label !== 'visible') continue;
      const has = (bad: ReadonlySet<string>) => [...verdict.text].some((letter) => bad.has(letter));
      const reason = own.some(({ blank }) => has(blank))
        ? 'letters that a web font does not paint'
        : isSymbols || own.some(({ foreign }) => has(foreign))
          ? 'letters that a font shows as others'
          : null;
      if (reason === null) continue;
      verdict.label = 'hidden';
      verdict.reason = reason;
    }
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
