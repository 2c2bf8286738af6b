import { describe, expect, test } from 'vitest';
import { clipPathRegion, legacyClipRegion } from './clip-region.ts';

const BOX = { x: 10, y: 20, width: 400, height: 40 };

describe('what a clip path leaves of a box', () => {
  test.each([
    ['none', 'all'],
    ['inset(0px)', 'rect'],
    ['inset(50%)', 'nothing'],
    ['inset(0px 100% 0px 0px)', 'nothing'],
    ['inset(1px round 5px)', 'doubt'],
    ['inset(0px 0px calc(100% - 2px))', 'doubt'],
    ['circle(0px at 50% 50%)', 'nothing'],
    ['circle(50% at 50% 50%)', 'doubt'],
    ['ellipse(0px 20px at 50% 50%)', 'nothing'],
    ['polygon(0px 0px, 100% 0px, 100% 100%, 0px 100%)', 'rect'],
    ['polygon(0px 0px, 100% 0px, 50% 0px)', 'nothing'],
    ['polygon(0px 0px, 100% 0px, 50% 100%)', 'doubt'],
    ['path("M 0 0 L 1 0 L 1 1 Z")', 'doubt'],
    ['url("#clip")', 'doubt'],
  ])('%s: %s', (value, kind) => {
    expect(clipPathRegion(value, BOX).kind).toBe(kind);
  });

  test('rectangles are in pixels of the document', () => {
    expect(clipPathRegion('inset(10px 25% 0px 0px)', BOX)).toEqual({
      kind: 'rect',
      rect: { x: 10, y: 30, width: 300, height: 30 },
    });
  });
});

describe('what the old clip property leaves', () => {
  test('it works on absolutely positioned boxes only', () => {
    expect(legacyClipRegion('rect(0px, 0px, 0px, 0px)', 'static', BOX).kind).toBe('all');
    expect(legacyClipRegion('rect(0px, 0px, 0px, 0px)', 'absolute', BOX).kind).toBe('nothing');
    expect(legacyClipRegion('rect(auto, auto, 20px, 5px)', 'absolute', BOX)).toEqual({
      kind: 'rect',
      rect: { x: 15, y: 20, width: 395, height: 20 },
    });
  });
});
