/** Every line behind `> `. */
export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Every line but the first behind `width` blanks; empty lines stay empty. */
export function indentRest(text: string, width: number): string {
  return text.includes('\n') ? text.replace(/\n(?=[^\n])/gu, `\n${' '.repeat(width)}`) : text;
}
