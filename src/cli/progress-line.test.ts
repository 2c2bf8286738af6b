import { expect, test } from 'vitest';
import { progressLine } from './progress-line.ts';

function terminal(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  const output = {
    isTTY,
    ...(columns === undefined ? {} : { columns }),
    write: (text: string) => written.push(text),
    on: () => {},
  };
  return { output, written };
}

test('progress is one line that is written over and taken away', () => {
  const { output, written } = terminal(true, 40);
  const line = progressLine(output);
  line.update('fetching', 1, 3);
  line.update('extracting the text of a page with a long name', 2, null);
  line.clear();
  line.clear();
  expect(written).toEqual([
    '\r\x1b[Kfetching 1/3 …',
    `\r\x1b[K${'extracting the text of a page with a long name'.slice(0, 38)}…`,
    '\r\x1b[K',
  ]);
});

test('a terminal that does not know its width has 80 columns, and control characters do not reach it', () => {
  const { output, written } = terminal(true, 0);
  progressLine(output).update('host \x1b[31mred\x07', 1, null);
  expect(written).toEqual(['\r\x1b[Khost [31mred …']);
});

test('nothing is written where nobody looks', () => {
  const { output, written } = terminal(false);
  const line = progressLine(output);
  line.update('fetching', 1, 3);
  line.clear();
  expect(written).toEqual([]);
});
