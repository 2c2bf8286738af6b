/** A paragraph, list item, table row or block quote of a report. */
export interface ReportBlock {
  /** `source`: an entry of a list of sources, where quotation marks stand around titles. */
  readonly kind: 'text' | 'quote' | 'source';
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Without quote and list marks; lines kept. */
  readonly text: string;
}

export interface ReportSource {
  readonly blocks: readonly ReportBlock[];
  /** Addresses by the folded label of their reference: `[label]: address`, notes and numbered lists of sources. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:?[ \t]+(\S.*)$/u;
const NUMBERED = /^ {0,3}(\d{1,4})[.)][ \t]+(\S.*)$/u;
const SOURCES_HEADING =
  /^#{0,6}[ \t*_]*(?:references?|sources?|citations?|works cited|bibliography|links|footnotes|notes|quellen|literatur|einzelnachweise|références|sources et références|fuentes|referencias|fonti|出典|参考文献|参考资料|来源|источники)[ \t*_:]*$/iu;
const ADDRESS = /https?:\/\/[^\s<>"'`\])}|\\^]+/giu;

/** Splits a report into the blocks within which a quote and its link belong together. Code is left out. Linear. */
export function readSource(report: string): ReportSource {
  return new Splitter().run(report.replace(/\r\n?/gu, '\n').replace(/<!--[\s\S]*?-->/gu, blankLines));
}

/** Lines stay counted. */
function blankLines(text: string): string {
  return text.replace(/[^\n]/gu, ' ');
}

class Splitter {
  readonly #blocks: ReportBlock[] = [];
  readonly #references = new Map<string, string[]>();
  #open: { kind: ReportBlock['kind']; line: number; lines: string[] } | null = null;
  #fence = '';
  #inSources = false;
  #definition = '';

  run(report: string): ReportSource {
    for (const [index, line] of report.split('\n').entries()) this.#line(line, index + 1);
    this.#close();
    return { blocks: this.#blocks, references: this.#references };
  }

  #line(line: string, number: number): void {
    const fence = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (this.#fence !== '') {
      if (fence?.startsWith(this.#fence)) this.#fence = '';
      return;
    }
    if (fence) {
      this.#fence = fence;
      this.#close();
    } else if (line.trim() === '') this.#blank();
    else if (!this.#isReference(line)) this.#content(line, number);
  }

  #blank(): void {
    // Paragraphs of one block quote are marked on the blank line between them, too.
    this.#close();
  }

  #isReference(line: string): boolean {
    if (/^#{1,6}[ \t]|^[^\n]{1,40}$/u.test(line) && SOURCES_HEADING.test(line.trim())) this.#inSources = true;
    else if (/^#{1,6}[ \t]/u.test(line)) this.#inSources = false;
    const match = DEFINITION.exec(line) ?? (this.#inSources ? NUMBERED.exec(line) : null);
    const isDefinition = match && (/^ {0,3}\[[^\]]+\]:/u.test(line) || this.#inSources);
    if (isDefinition) {
      this.#close();
      this.#definition = foldLabel(match[1] ?? '');
      this.#define(match[2] ?? '');
      return true;
    }
    // A note goes on in indented lines.
    if (this.#definition !== '' && /^(?: {2,}|\t)\S/u.test(line)) {
      this.#define(line);
      return true;
    }
    this.#definition = '';
    return false;
  }

  #define(text: string): void {
    const found = addressesIn(text);
    if (found.length === 0) return;
    this.#references.set(this.#definition, [...(this.#references.get(this.#definition) ?? []), ...found]);
  }

  #content(line: string, number: number): void {
    const quoted = /^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?>/u.test(line);
    const starts = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+|^#{1,6}[ \t]|^[ \t]*\|/u.test(line);
    const kind = quoted ? 'quote' : this.#inSources ? 'source' : 'text';
    const isHeading = /^#{1,6}[ \t]/u.test(line);
    if (this.#open === null || this.#open.kind !== kind || (starts && !quoted)) {
      this.#close();
      this.#open = { kind, line: number, lines: [] };
    }
    this.#open.lines.push(quoted ? line.replace(/^[^>]*>[ \t]?/u, '') : line.replace(MARKS, ''));
    if (isHeading) this.#close();
  }

  #close(): void {
    if (this.#open) {
      const { kind, line, lines } = this.#open;
      this.#blocks.push({ kind, line, text: lines.join('\n') });
    }
    this.#open = null;
  }
}

const MARKS = /^[ \t]*(?:#{1,6}[ \t]+)?(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/u;

export function foldLabel(label: string): string {
  return label.replace(/^\^/u, '').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Plain addresses in a text, without the punctuation that belongs to the sentence. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map((match) => trimAddress(match[0]));
}

export function trimAddress(address: string): string {
  return address.replace(/[.,;:!?*_~。，；、」』”’»]+$/u, '');
}
