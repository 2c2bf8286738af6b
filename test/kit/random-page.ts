/** A stream of numbers in [0, 1) that is the same for the same seed (Numerical Recipes' generator). */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  'solar bridge panel river repair opens Monday price euro Brücke Größe naïve café мост 天气预报 北京 大桥在星期一重新开放 สะพานเปิด 😀 👩‍🚀 a|b `code` *mark* [link](https://a.test/x) "quoted" back\\slash 12,50 € \t'.split(
    ' ',
  );

/** Markdown of every kind of block, in any order, now and then huge, unbroken or broken. */
export function randomMarkdown(seed: number): string {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const upTo = (count: number) => Math.floor(random() * count) + 1;
  const words = (count: number) => Array.from({ length: upTo(count) }, () => pick(WORDS)).join(' ');
  const row = (cells: number) => `| ${Array.from({ length: cells }, () => words(4).replaceAll('|', '')).join(' | ')} |`;
  const table = () => {
    const cells = upTo(5);
    return [row(cells), `|${'---|'.repeat(cells)}`, ...Array.from({ length: upTo(40) }, () => row(cells))].join('\n');
  };
  const code = () =>
    `${'```'}js\n${Array.from({ length: upTo(70) }, () => `${'  '.repeat(upTo(4))}${words(5)}`).join('\n')}\n${'```'}`;
  const list = () => Array.from({ length: upTo(20) }, () => `- ${words(20)}`).join('\n');
  const block = (): string =>
    pick([
      () => `${'#'.repeat(upTo(6))} ${words(8)}`,
      () => words(60),
      () => words(400),
      table,
      code,
      list,
      () => `> ${words(40)}`,
      () => '---',
      () => (pick(['x', '天', '😀', ' y']) ?? 'x').repeat(upTo(2500)),
      () => `${'```'}\n${words(30)}`,
    ])?.() ?? '';
  return Array.from({ length: upTo(12) }, block).join('\n\n');
}
