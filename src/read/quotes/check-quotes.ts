import { holds, type QuoteCheck } from '../../quotes/check.ts';
import type { LookedUp } from '../../quotes/look-up.ts';
import { withTextFragment } from '../../quotes/text-fragment.ts';
import type { Document } from '../document.ts';
import type { DocumentOptions } from '../page-job.ts';
import type { Section } from '../page-text.ts';

export interface QuoteTools {
  /** Another reading of the same bytes; fetches nothing. */
  documentOf(options: DocumentOptions): Promise<Document>;
  lookUp(text: string, quotes: readonly string[]): Promise<readonly LookedUp[]>;
  /** All words of the source, seen or not; empty when there is none. */
  sourceWords(): string;
}

/** As read_page reads by default, so that offsets fit its Markdown. */
export const QUOTE_OPTIONS: DocumentOptions = {
  format: 'markdown',
  selector: null,
  expand: false,
  includeHidden: false,
  includeLinks: true,
  includeImages: false,
};

/**
 * Where each quote stands on one page: first in the text that is read, then in the rest of what a person sees, in what can be
 * opened and in the title. What stands nowhere there is looked for among hidden text last, only to say so: a quote
 * from hidden text is absent, and nothing of that text is shown.
 */
export async function checkQuotes(
  document: Document,
  quotes: readonly string[],
  tools: QuoteTools,
): Promise<QuoteCheck[]> {
  if (document.status !== 'ok' && document.status !== 'partial') return quotes.map(() => unread(document));
  const search = new Search(document, quotes, tools);
  await search.in('main', document);
  if (document.kind === 'html') await search.inRest();
  return search.results();
}

class Search {
  readonly #document: Document;
  readonly #quotes: readonly string[];
  readonly #tools: QuoteTools;
  readonly #best: QuoteCheck[];

  constructor(document: Document, quotes: readonly string[], tools: QuoteTools) {
    this.#document = document;
    this.#quotes = quotes;
    this.#tools = tools;
    this.#best = quotes.map(() => NOWHERE);
  }

  async in(where: 'main' | 'page' | 'closed', document: Document): Promise<void> {
    await this.#look(document.page.text, (looked, i) => {
      const known = this.#best[i];
      const isBetter = looked.found !== 'absent' && (known?.found === 'absent' || holds(looked.found));
      if (isBetter) this.#best[i] = this.#located(looked, where, document);
      else if (known === NOWHERE && looked.notes.length > 0) this.#best[i] = { ...NOWHERE, notes: looked.notes };
    });
  }

  async inRest(): Promise<void> {
    const whole = { ...QUOTE_OPTIONS, selector: 'body' };
    if (!this.#isOpen()) return;
    const page = await this.#tools.documentOf(whole);
    await this.in('page', page);
    const isClosed = page.leftOut.some(({ what }) => what === 'collapsed' || what === 'inactive_tab');
    if (isClosed && this.#isOpen()) await this.in('closed', await this.#tools.documentOf({ ...whole, expand: true }));
    if (this.#isOpen()) await this.#inTitle();
    if (!this.#isOpen()) return;
    const hidden = await this.#tools.documentOf({ ...whole, expand: true, includeHidden: true });
    await this.#look(hidden.page.text, (looked, i) => {
      if (holds(looked.found)) this.#best[i] = { ...NOWHERE, where: 'hidden', notes: [HIDDEN_NOTE] };
    });
    const isUnknown = ({ found, where }: QuoteCheck) => found === 'absent' && where === null;
    if (!this.#best.some(isUnknown)) return;
    await this.#look(this.#tools.sourceWords(), (looked, i) => {
      const known = this.#best[i];
      if (known && isUnknown(known) && holds(looked.found))
        this.#best[i] = { ...NOWHERE, where: 'hidden', notes: [SOURCE_NOTE] };
    });
  }

  results(): QuoteCheck[] {
    if (this.#document.status === 'ok') return this.#best;
    const note = 'Only a part of the page was read; the rest is not known.';
    return this.#best.map((check) => (check.found === 'absent' ? { ...check, notes: [...check.notes, note] } : check));
  }

  async #inTitle(): Promise<void> {
    const { title, finalUrl } = this.#document;
    await this.#look(title, (looked, i) => {
      if (!holds(looked.found)) return;
      const { found, occurrences, notes } = looked;
      this.#best[i] = { ...NOWHERE, found, where: 'title', passage: title, link: finalUrl, occurrences, notes };
    });
  }

  #isOpen(): boolean {
    return this.#best.some(({ found }) => !holds(found));
  }

  /** Looks the quotes up that do not hold yet. */
  async #look(text: string, take: (looked: LookedUp, index: number) => void): Promise<void> {
    const open = this.#best.flatMap(({ found }, i) => (holds(found) ? [] : [i]));
    const looked = await this.#tools.lookUp(
      text,
      open.map((i) => this.#quotes[i] ?? ''),
    );
    for (const [at, i] of open.entries()) {
      const one = looked[at];
      if (one) take(one, i);
    }
  }

  #located(looked: LookedUp, where: 'main' | 'page' | 'closed', { page, finalUrl }: Document): QuoteCheck {
    const section = sectionAt(page.sections, looked.index ?? 0);
    const { found, passage, start, end, occurrences, difference } = looked;
    return {
      found,
      where,
      passage,
      start,
      end,
      heading: section?.heading ?? '',
      // Ids of other readings than the usual one would lead nowhere.
      section: where === 'main' ? (section?.id ?? '') : '',
      link: withTextFragment(finalUrl, looked.fragment),
      occurrences,
      difference,
      notes: where === 'main' ? looked.notes : [PLACE_NOTES[where], ...looked.notes],
    };
  }
}

const HIDDEN_NOTE = 'These words stand on the page only in text that no person sees. They are no evidence of anything.';
const SOURCE_NOTE =
  'These words stand in the source of the page (a comment, an attribute, a script or the like), not in what is seen of it.';
const PLACE_NOTES = {
  page: 'The words stand outside the main text; offsets are those of a read with selector="body".',
  closed:
    'The words stand in a part of the page that is closed at first; offsets are those of selector="body" and expand=true.',
} as const;

const NOWHERE: QuoteCheck = {
  found: 'absent',
  where: null,
  passage: '',
  start: null,
  end: null,
  heading: '',
  section: '',
  link: '',
  occurrences: 0,
  difference: [],
  notes: [],
};

function unread({ status }: Document): QuoteCheck {
  return {
    ...NOWHERE,
    found: 'unread',
    notes: [`The page was not read (${status}), so nothing is known of the quote.`],
  };
}

/** The innermost section around an index of the text. */
function sectionAt(sections: readonly Section[], index: number): Section | null {
  let found: Section | null = null;
  for (const section of sections) {
    if (section.start > index) break;
    if (index < section.end) found = section;
  }
  return found;
}
