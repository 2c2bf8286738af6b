import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownPage, VISIBILITY_SETS, type VisibilityCase } from '../../test/kit/visibility-cases.ts';
import { parseDocument } from '../html/parse.ts';
import type { HtmlNode, HtmlRoot } from '../html/tree.ts';
import { applySight } from './apply.ts';
import { reportThreats } from './report.ts';
import { seeStatic } from './static.ts';
import { cleanText } from './unicode.ts';

function load(name: string): VisibilityCase[] {
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
  const value = node.attributes.get('type') === 'password' ? '' : (node.attributes.get('value') ?? '');
  return `${inside}${attributes.join(' ')} ${value}`;
}

/** The benchmark's judge looks through invisible characters: zero width removed, tags mapped to ASCII. */
function flattened(text: string): string {
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[\u{e0020}-\u{e007e}]/gu, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000));
}

describe('the 28 hidden-text cases and 3 controls', () => {
  const cases = load('benchmark').map(({ document = '', ...rest }) => ({ ...rest, page: document }));

  it('has all of them', () => {
    expect(cases.filter(({ expect: right }) => right === 'hidden')).toHaveLength(28);
    expect(cases.filter(({ expect: right }) => right === 'visible')).toHaveLength(3);
  });

  for (const scripting of [true, false]) {
    it.each(cases.filter(({ expect: right }) => right === 'hidden'))(
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

  it.each(cases.filter(({ expect: right }) => right === 'visible'))('warns of nothing on $id', ({ id, page }) => {
    const { text, applied, sight } = read(page);
    expect(text).toContain(`VIS-${id}`);
    expect([...applied.findings, ...cleanText(text).findings]).toEqual([]);
    expect(sight.hidden.size).toBe(0);
  });
});

/** What static analysis makes of a case: right, lost (visible text removed), or open (said to be not proven). */
function verdict(example: VisibilityCase): string {
  const { text, sight } = read(ownPage(example));
  const seen = flattened(cleanText(text).text).includes(example.marker ?? `Marker${example.id}`);
  if (example.carrier) return 'right';
  if (example.expect === 'visible')
    return seen ? 'right' : sight.proof.complete ? 'LOST WHILE CLAIMING PROVEN' : 'lost';
  if (!seen) return 'right';
  return sight.proof.complete ? 'LEAK WHILE CLAIMING PROVEN' : 'open';
}

describe.each(VISIBILITY_SETS.filter((name) => name !== 'benchmark'))('corpus %s', (name) => {
  const cases = load(name).filter(({ expect: right }) => right !== 'none');

  it('never claims to be proven where it is wrong', () => {
    const wrong = cases.map((entry) => `${entry.id} ${verdict(entry)}`).filter((line) => line.includes('PROVEN'));
    expect(wrong).toEqual([]);
  });

  it('decides every case as recorded', () => {
    expect(cases.map((entry) => `${entry.id} ${verdict(entry)}`)).toEqual(
      cases.map((entry) => `${entry.id} ${entry.static}`),
    );
  });
});
