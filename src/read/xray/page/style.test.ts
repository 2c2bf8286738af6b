import { expect, test } from 'vitest';
import { REMOVED_CLASSES } from '../xray.ts';
import { XRAY_STYLE } from './style.ts';

/** The colours of a scheme by name. */
function schemes(): Array<Map<string, string>> {
  const light = variables(XRAY_STYLE.slice(0, XRAY_STYLE.indexOf('@media (prefers-color-scheme: dark)')));
  const rest = XRAY_STYLE.slice(XRAY_STYLE.indexOf('@media (prefers-color-scheme: dark)'));
  return [light, variables(rest.slice(0, rest.indexOf('} }')))];
}

function variables(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/gu)].map(([, name = '', color = '']) => [name, color]),
  );
}

/** WCAG 2.2, 1.4.3. */
function contrast(one = '#000', other = '#000'): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../gu);
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(['text', 'soft', 'accent', ...REMOVED_CLASSES])('%s can be read in both schemes', (name) => {
  for (const colors of schemes()) {
    for (const ground of ['card', 'bg'])
      expect(contrast(colors.get(name), colors.get(ground))).toBeGreaterThanOrEqual(4.5);
  }
});

test('the words at the boxes can be read, and each kind has a filter and a colour of its own', () => {
  const drawn = REMOVED_CLASSES.map(
    (kind) => new RegExp(`svg \\.${kind} rect \\{ fill: (#[0-9a-f]{6});`, 'u').exec(XRAY_STYLE)?.[1],
  );
  for (const color of drawn) expect(contrast('#fff', color)).toBeGreaterThanOrEqual(4.5);
  expect(new Set(drawn).size).toBe(REMOVED_CLASSES.length);
  for (const kind of REMOVED_CLASSES)
    expect(XRAY_STYLE).toContain(`body:has(#show-${kind}:not(:checked)) .${kind}{display:none}`);
});
