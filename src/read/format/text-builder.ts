import type { Block, BlockKind } from '../../rank/blocks.ts';

/** A text written block by block, with the place of every block and the words of every heading. */
export class TextBuilder {
  readonly blocks: Block[] = [];
  readonly headings = new Map<number, string>();
  readonly #pieces: string[] = [];
  #length = 0;

  get text(): string {
    return this.#pieces.join('');
  }

  /** Adds a block after `separator`; empty ones are left out. */
  add(kind: BlockKind, text: string, separator: string, level = 0): void {
    if (text === '') return;
    if (this.#length > 0) this.#write(separator);
    const start = this.#length;
    this.#write(text);
    this.blocks.push({ kind, start, end: this.#length, level, bodyStart: start, bodyEnd: this.#length, closing: '' });
  }

  heading(text: string, words: string, level: number, separator: string): void {
    if (text === '') return;
    const start = this.#length === 0 ? 0 : this.#length + separator.length;
    this.headings.set(start, words);
    this.add('heading', text, separator, level);
  }

  #write(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
  }
}
