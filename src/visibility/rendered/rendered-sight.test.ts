import { describe, expect, test } from 'vitest';
import { line, type TinyElement, type TinyText, tinyCapture } from '../../../test/kit/tiny-capture.ts';
import { textContent } from '../../html/tree.ts';
import { applySight } from '../apply.ts';
import { classify } from './classify.ts';
import { renderedSight } from './rendered-sight.ts';
import type { TextVerdict } from './verdict.ts';

function see(children: readonly (TinyElement | TinyText)[], change?: (verdicts: readonly TextVerdict[]) => void) {
  const classified = classify([{ capture: tinyCapture(children), owner: null }]);
  change?.(classified.verdicts);
  const { root, sight, removals } = renderedSight({ classified, unseen: [], lostFrames: 0, opened: null });
  const { findings, leftOut } = applySight(root, sight, { expand: false, includeHidden: false });
  return { text: textContent(root).replace(/\s+/gu, ' ').trim(), findings, leftOut, removals };
}

const block = (tag: string, children: TinyElement['children'], more: Partial<TinyElement> = {}): TinyElement => ({
  tag,
  box: [0, 0, 400, 20],
  ...(children && { children }),
  ...more,
});
const white = { '-webkit-text-fill-color': 'rgb(255, 255, 255)' };

describe('the tree of a captured page', () => {
  test('keeps what is seen and reports what is not, once for each element', () => {
    const { text, findings } = see([
      block('P', [line('seen words', 0, 0)]),
      block('DIV', [
        block('P', [line('white one', 0, 120)], { style: white }),
        block('P', [line('white two', 0, 160)], { style: white }),
      ]),
    ]);
    expect(text).toBe('seen words');
    expect(findings.map(({ reason, text: gone }) => `${reason}: ${gone}`)).toEqual([
      'same colour as its background: white one white two',
    ]);
  });

  test('cuts a text where its lines have different fates', () => {
    const text = 'first line second line';
    const lines = [
      { at: [0, 0, 90, 18] as const, from: 0, length: 10 },
      { at: [-900, 18, 90, 18] as const, from: 11, length: 11 },
    ].map(({ at, ...rest }) => ({ at: [...at] as [number, number, number, number], ...rest }));
    const { text: left, findings } = see([block('P', [{ text, lines }])]);
    expect(left).toBe('first line');
    expect(findings[0]?.text).toBe('second line');
  });

  test('says why text without a box is hidden', () => {
    const without = (tag: string, attributes: Record<string, string> = {}): TinyElement => ({
      tag,
      attributes,
      children: [{ text: `text in ${tag}` }],
    });
    const { text, findings } = see([
      block('P', [line('seen words', 0, 0)]),
      without('DIV'),
      without('P', { hidden: '' }),
      without('NOSCRIPT'),
      block('VIDEO', [{ text: 'fallback words' }], { box: [0, 300, 400, 20] }),
    ]);
    expect(text).toBe('seen words');
    expect(findings.map(({ reason }) => reason)).toEqual([
      'display:none',
      'hidden attribute',
      'noscript',
      'fallback content of video',
    ]);
  });

  test('counts what could not be proven and takes it out', () => {
    const { text, removals } = see(
      [block('P', [line('seen words', 0, 0)]), block('P', [line('doubtful', 0, 40)])],
      (verdicts) => {
        for (const verdict of verdicts) if (verdict.text === 'doubtful') verdict.label = 'unproven';
      },
    );
    expect(text).toBe('seen words');
    expect(removals).toEqual([{ what: 'unproven', step: 'see', reason: 'could not be photographed', characters: 8 }]);
  });

  test('lists what a visible control opens, and hides it when the control cannot be seen', () => {
    const panel: TinyElement = { tag: 'DIV', attributes: { id: 'more' }, children: [{ text: 'further words' }] };
    const button = (style: TinyElement['style']) =>
      block('BUTTON', [line('Show more', 0, 40)], {
        attributes: { 'aria-expanded': 'false', 'aria-controls': 'more' },
        ...(style && { style }),
      });
    const open = see([block('P', [line('seen words', 0, 0)]), button({}), panel]);
    expect(open.leftOut.map(({ what, label }) => `${what} ${label}`)).toEqual(['collapsed Show more']);
    const shut = see([block('P', [line('seen words', 0, 0)]), button(white), panel]);
    expect(shut.leftOut).toEqual([]);
    expect(shut.findings.map(({ text }) => text)).toContain('further words');
  });

  test('takes a consent wall out and keeps the page behind it', () => {
    const wall: TinyElement = {
      tag: 'DIV',
      box: [0, 0, 1280, 800],
      paint: 9,
      style: { position: 'fixed', 'background-color': 'rgb(255, 255, 255)' },
      children: [
        block('P', [line('We use cookies', 0, 300, 120, 10)], { paint: 10 }),
        block('BUTTON', [line('Accept', 0, 340, 60, 10)], { paint: 10 }),
      ],
    };
    const { text, removals } = see([
      block('P', [line('the article itself', 0, 100)], { box: [0, 100, 400, 20] }),
      wall,
    ]);
    expect(text).toBe('the article itself');
    expect(removals.map(({ what }) => what)).toEqual(['overlay']);
  });
});
