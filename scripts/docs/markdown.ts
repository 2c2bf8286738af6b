/** Small helpers of the generated pages. */
export function page(title: string, source: string, parts: readonly string[]): string {
  const note = `<!-- Made by \`npm run gen\` from ${source}; edit that instead. -->`;
  return `${[note, `# ${title}`, ...parts].join('\n\n')}\n`;
}

export function markdownTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
