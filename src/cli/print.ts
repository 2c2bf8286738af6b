import type { Output } from './app-interface.ts';

/** Writes and waits until the text has left, so that the process may end right after. A reader that went is no fault. */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text.endsWith('\n') ? text : `${text}\n`, () => resolve());
  });
}

export function printJson(output: Output, value: unknown): Promise<void> {
  return print(output, JSON.stringify(value, null, 2));
}

/** Columns padded to their widest cell; the last one is left as it is. */
export function table(rows: ReadonlyArray<readonly string[]>): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function indent(text: string, by = '  '): string {
  return text.replace(/^(?=.)/gmu, by);
}
