import { describe, expect, test } from 'vitest';
import { line, type TinyElement, type TinyText, tinyCapture } from '../../../test/kit/tiny-capture.ts';
import { classify } from './classify.ts';

function verdictOf(children: readonly (TinyElement | TinyText)[], height?: number) {
  const capture = tinyCapture(children, height);
  const found = classify([{ capture, owner: null }]).verdicts.find(({ text }) => text.includes('words'));
  return found ? `${found.label} ${found.reason}`.trim() : 'none';
}

const paragraph = (style: TinyElement['style'], box: TinyElement['box'] = [0, 0, 300, 20]): TinyElement => ({
  tag: 'P',
  box,
  ...(style && { style }),
  children: [line('some words', box[0], box[1])],
});

describe('text by its own style', () => {
  test.each([
    ['plain text is visible', {}, 'visible'],
    [
      'ink in the colour of the ground is hidden',
      { '-webkit-text-fill-color': 'rgb(250, 250, 250)' },
      'hidden same colour as its background',
    ],
    ['clear ink is hidden', { '-webkit-text-fill-color': 'rgba(0, 0, 0, 0)' }, 'hidden transparent text'],
    ['light grey is visible', { '-webkit-text-fill-color': 'rgb(204, 204, 204)' }, 'visible'],
    [
      'near white in another colour space is hidden',
      { '-webkit-text-fill-color': 'oklch(0.99 0 0)' },
      'hidden same colour as its background',
    ],
    ['visibility', { visibility: 'hidden' }, 'hidden visibility:hidden'],
    ['opacity near nothing', { opacity: '0.005' }, 'hidden opacity close to 0'],
    ['opacity just too low', { opacity: '0.06' }, 'hidden opacity close to 0'],
    ['half opacity is visible', { opacity: '0.5' }, 'visible'],
    ['opacity by filter counts as well', { filter: 'opacity(0.05)' }, 'hidden opacity close to 0'],
    ['strong blur', { filter: 'blur(9px)' }, 'hidden blurred'],
    ['a scale of nothing', { transform: 'matrix(0, 0, 0, 1, 0, 0)' }, 'hidden scaled to nothing'],
    ['an empty clip path', { 'clip-path': 'inset(50%)' }, 'hidden clip that leaves nothing'],
    [
      'a clip path beside the text',
      { 'clip-path': 'polygon(90% 0px, 100% 0px, 100% 100%, 90% 100%)' },
      'hidden clip-path',
    ],
    ['masked characters', { '-webkit-text-security': 'disc' }, 'hidden text-security'],
    ['a mask is for pixels to judge', { 'mask-image': 'linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0))' }, 'pixels mask'],
    ['so is a blend mode', { 'mix-blend-mode': 'screen' }, 'pixels blend mode'],
    ['so is a picture behind', { 'background-image': 'url("a.png")' }, 'pixels background image'],
    [
      'a dark gradient behind black ink is not readable',
      { 'background-image': 'linear-gradient(rgb(0, 0, 0), rgb(2, 2, 2))' },
      'hidden same colour as its background',
    ],
    [
      'a light gradient behind black ink is',
      { 'background-image': 'linear-gradient(rgb(255, 255, 255), rgb(200, 220, 255))' },
      'visible',
    ],
    [
      'white ink with a shadow may be readable',
      { '-webkit-text-fill-color': 'rgb(255, 255, 255)', 'text-shadow': 'rgb(0, 0, 0) 0px 0px 3px' },
      'pixels text shadow',
    ],
  ] as const)('%s', (_name, style, expected) => {
    expect(verdictOf([paragraph(style)])).toBe(expected);
  });

  test('very small glyphs are dots', () => {
    const text: TinyText = { text: 'words', lines: [{ at: [0, 0, 20, 4], from: 0, length: 5 }] };
    expect(verdictOf([{ tag: 'P', box: [0, 0, 300, 4], children: [text] }])).toBe('hidden font-size under 4px');
  });

  test('letters on one spot cannot be read', () => {
    const children = [line('a good many words', 0, 0, 12)];
    expect(verdictOf([{ tag: 'P', box: [0, 0, 300, 20], children }])).toBe('hidden letters on one spot');
  });

  test('characters without glyphs are no text', () => {
    const capture = tinyCapture([{ tag: 'P', box: [0, 0, 300, 20], children: [line('\u{e0041}\u{e0042}', 0, 0, 9)] }]);
    const [verdict] = classify([{ capture, owner: null }]).verdicts;
    expect(verdict?.reason).toBe('characters without glyphs');
  });
});

describe('text by its place', () => {
  const clipping = (style: TinyElement['style'], child: TinyElement, scroll?: TinyElement['scroll']): TinyElement => ({
    tag: 'DIV',
    box: [0, 0, 200, 40],
    ...(style && { style }),
    ...(scroll && { scroll }),
    children: [child],
  });

  test('below the fold is visible, left of the page is not', () => {
    expect(verdictOf([paragraph({}, [0, 2_000, 300, 20])], 3_000)).toBe('visible');
    expect(verdictOf([paragraph({}, [-900, 10, 300, 20])])).toBe('hidden outside the page');
  });

  test('outside a box that clips is hidden, inside one that scrolls is visible', () => {
    const far = paragraph({}, [0, 300, 150, 20]);
    const hidden = { 'overflow-x': 'hidden', 'overflow-y': 'hidden' };
    const auto = { 'overflow-x': 'auto', 'overflow-y': 'auto' };
    expect(verdictOf([clipping(hidden, far)])).toBe('hidden outside the box that clips it');
    expect(verdictOf([clipping(auto, far, [0, 0, 200, 400])])).toBe('visible');
    expect(verdictOf([clipping(auto, far, [0, 0, 200, 40])])).toBe(
      'hidden outside the reachable part of a scroll pane',
    );
  });

  test('an absolutely positioned child escapes a clipping box that does not contain it', () => {
    const hidden = { 'overflow-x': 'hidden', 'overflow-y': 'hidden' };
    const child = paragraph({ position: 'absolute' }, [0, 300, 150, 20]);
    expect(verdictOf([clipping(hidden, child)])).toBe('visible');
    expect(verdictOf([clipping({ ...hidden, position: 'relative' }, child)])).toBe(
      'hidden outside the box that clips it',
    );
  });

  test('a fixed box outside the screen is never seen', () => {
    expect(verdictOf([paragraph({ position: 'fixed' }, [0, 2_000, 300, 20])], 3_000)).toBe('hidden outside the screen');
  });
});

describe('text and its neighbours', () => {
  const cover = (
    style: TinyElement['style'],
    paint: number,
    box: TinyElement['box'] = [0, 0, 400, 30],
  ): TinyElement => ({
    tag: 'DIV',
    box,
    paint,
    style: { 'background-color': 'rgb(255, 255, 255)', ...style },
  });

  test('a solid box painted later covers, one painted earlier is the ground', () => {
    expect(verdictOf([paragraph({}), cover({ position: 'absolute' }, 5)])).toBe('hidden covered by another box');
    expect(verdictOf([cover({ 'background-color': 'rgb(0, 0, 0)' }, 0), paragraph({})])).toBe(
      'hidden same colour as its background',
    );
  });

  test('a picture, a round or a translucent box over the text is for pixels to judge', () => {
    expect(verdictOf([paragraph({}), { tag: 'IMG', box: [0, 0, 400, 30], paint: 5 }])).toBe('pixels overlapped');
    expect(verdictOf([paragraph({}), cover({ 'border-top-left-radius': '9px' }, 5)])).toBe('pixels overlapped');
    expect(verdictOf([paragraph({}), cover({ 'background-color': 'rgba(255, 255, 255, 0.5)' }, 5)])).toBe(
      'pixels overlapped',
    );
  });

  test('text scrolls out from under a fixed bar, but not from the top of the page', () => {
    const bar = cover({ position: 'fixed' }, 9, [0, 0, 1280, 60]);
    expect(verdictOf([paragraph({}, [0, 500, 300, 20]), bar], 3_000)).toBe('visible');
    expect(verdictOf([paragraph({}, [0, 5, 300, 20]), bar], 3_000)).toBe('hidden covered by a fixed box');
  });

  test('a wall over the page keeps its text only when a person can get rid of it', () => {
    const wall = (children: TinyElement[]): TinyElement => ({
      ...cover({ position: 'fixed' }, 9, [0, 0, 1280, 800]),
      children,
    });
    const button: TinyElement = { tag: 'BUTTON', box: [10, 10, 80, 30], paint: 10 };
    expect(verdictOf([paragraph({}, [0, 50, 300, 20]), wall([])])).toBe('hidden covered by a fixed box');
    expect(verdictOf([paragraph({}, [0, 50, 300, 20]), wall([button])])).toBe('visible');
    const white = { '-webkit-text-fill-color': 'rgb(255, 255, 255)' };
    expect(verdictOf([paragraph(white, [0, 50, 300, 20]), wall([button])])).toBe(
      'hidden same colour as its background',
    );
  });

  test('a small fixed box takes text away only when nothing in it closes it', () => {
    const card = (tag: string, children: TinyElement[]): TinyElement => ({
      ...cover({ position: 'fixed' }, 9, [0, 0, 500, 100]),
      tag,
      children,
    });
    const button = (label: string): TinyElement => ({
      tag: 'BUTTON',
      box: [10, 10, 80, 30],
      paint: 10,
      children: [line(label, 10, 10)],
    });
    const beneath = paragraph({}, [0, 50, 300, 20]);
    expect(verdictOf([beneath, card('DIV', [])])).toBe('hidden covered by a fixed box');
    expect(verdictOf([beneath, card('DIV', [button('Menu')])])).toBe('hidden covered by a fixed box');
    expect(verdictOf([beneath, card('DIV', [button('×')])])).toBe('visible');
    expect(verdictOf([beneath, card('DIALOG', [button('Send')])])).toBe('visible');
  });

  test('two texts on one spot need pictures of their own', () => {
    const other: TinyElement = { tag: 'P', box: [0, 0, 300, 20], children: [line('another text', 0, 0)] };
    expect(verdictOf([paragraph({}), other])).toBe('pixels text over text');
  });
});
