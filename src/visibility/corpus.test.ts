import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import type { HtmlNode, HtmlRoot } from '../html/tree.ts';
import { applySight } from './apply.ts';
import { reportThreats } from './report.ts';
import { seeStatic } from './static.ts';
import { cleanText } from './unicode.ts';

interface Case {
  readonly id: string;
  readonly page: string;
  readonly why: string;
}

interface SightCase extends Case {
  readonly expect: 'visible' | 'hidden' | 'partial';
  readonly marker: string;
  /** The text stands in an attribute, which is no part of the text in any case. */
  readonly carrier?: boolean;
  /** What static analysis makes of it: right, or lost (visible text removed), or open (said to be not proven). */
  readonly static: 'right' | 'lost' | 'open';
}

interface BenchmarkCase extends Case {
  readonly kind: 'hidden' | 'control';
}

function load<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../corpus/visibility/${name}.json`, import.meta.url), 'utf8'));
}

function read(page: string, scripting = true) {
  const document = parseDocument(page, { scripting });
  const sight = seeStatic(document, { url: 'https://example.org/page', sheets: new Map() });
  const applied = applySight(document, sight, { expand: false, includeHidden: false });
  return { document, sight, applied, text: bodyText(document) };
}

/** Text that extraction can reach: text nodes, and the attributes that it writes out. */
function bodyText(node: HtmlNode | HtmlRoot): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'comment') return node.text;
  const inside = node.children.map(bodyText).join('');
  if (node.type === 'root' || node.tag === 'head') return inside;
  const attributes = ['alt', 'title', 'aria-label', 'placeholder', 'srcdoc'].map(
    (name) => node.attributes.get(name) ?? '',
  );
  return `${inside}${attributes.join(' ')}`;
}

/** The benchmark's judge looks through invisible characters: zero width removed, tags mapped to ASCII. */
function flattened(text: string): string {
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[\u{e0020}-\u{e007e}]/gu, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000));
}

describe('the 28 hidden-text cases and 3 controls', () => {
  const cases = load<BenchmarkCase>('benchmark');

  it('has all of them', () => {
    expect(cases.filter(({ kind }) => kind === 'hidden')).toHaveLength(28);
    expect(cases.filter(({ kind }) => kind === 'control')).toHaveLength(3);
  });

  for (const scripting of [true, false]) {
    it.each(cases.filter(({ kind }) => kind === 'hidden'))(
      `contains, keeps and reports $id (noscript ${scripting ? 'as text' : 'as elements'})`,
      ({ id, page }) => {
        const { text, applied } = read(page, scripting);
        const cleaned = cleanText(text);
        const { threats } = reportThreats([...applied.findings, ...cleaned.findings], { cap: 50 });
        const answer = flattened([cleaned.text, ...applied.leftOut.map(({ label }) => label)].join('\n'));
        expect(answer).toContain(`VIS-${id}`);
        expect(answer).toContain(`END-${id}`);
        expect(answer).not.toContain(`INJ-${id}`);
        expect(answer).not.toContain('password you can reach');
        expect(threats.filter(({ type }) => type !== 'report_truncated')).not.toHaveLength(0);
        expect(threats.some(({ severity }) => severity === 'warn')).toBe(true);
        expect(threats.map(({ excerpt }) => excerpt).join()).not.toContain('quarterly figures were excellent');
      },
    );
  }

  it.each(cases.filter(({ kind }) => kind === 'control'))('warns of nothing on $id', ({ id, page }) => {
    const { text, applied, sight } = read(page);
    expect(text).toContain(`VIS-${id}`);
    expect([...applied.findings, ...cleanText(text).findings]).toEqual([]);
    expect(sight.hidden.size).toBe(0);
  });
});

describe.each(['first', 'second', 'holdout'])('corpus %s', (name) => {
  const cases = load<SightCase>(name);

  function verdict({ page, marker, expect: wanted, carrier }: SightCase): string {
    const { text, sight } = read(page);
    const seen = cleanText(text).text.includes(marker);
    if (carrier) return 'right';
    if (wanted === 'visible') return seen ? 'right' : 'lost';
    if (!seen) return 'right';
    return sight.proof.complete ? 'LEAK WHILE CLAIMING PROVEN' : 'open';
  }

  it('never lets hidden text through while claiming to be proven', () => {
    expect(cases.filter((entry) => verdict(entry).startsWith('LEAK')).map(({ id }) => id)).toEqual([]);
  });

  it('decides every case as recorded', () => {
    expect(cases.map((entry) => `${entry.id} ${verdict(entry)}`)).toEqual(
      cases.map((entry) => `${entry.id} ${entry.static}`),
    );
  });

  it('says why for every case', () => {
    expect(cases.filter(({ why }) => why.length < 4)).toEqual([]);
  });
});
