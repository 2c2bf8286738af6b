/** A value of a PDF file in its own syntax. Numbers, texts and all else that nobody here asks for are null. */
export type Value = null | boolean | Name | Reference | readonly Value[] | Dictionary;

export class Name {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for the object of this number. */
export class Reference {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

export class Dictionary {
  readonly entries = new Map<string, Value>();
}

/** What is nested deeper is not read; real files stay below ten. */
const MAX_DEPTH = 40;
const MAX_VALUES = 100_000;

/** A sticky expression for each kind, so that the text is walked through once. */
const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/uy;
const REFERENCE = /(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![A-Za-z0-9])/uy;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/uy;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/uy;
const HEX = /<[0-9A-Fa-f\0\t\n\f\r ]*>/uy;

/** Reads the value that begins at a place of the text (one character for each byte); null where there is none. */
export function readValue(text: string, at: number): { readonly value: Value; readonly end: number } {
  const reader = new ValueReader(text, at);
  return { value: reader.value(0), end: reader.at };
}

class ValueReader {
  at: number;
  readonly #text: string;
  #count = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): Value {
    this.#skip(SPACE);
    if (depth > MAX_DEPTH || ++this.#count > MAX_VALUES) return this.#giveUp();
    const next = this.#text[this.at];
    if (next === undefined) return null;
    if (next === '<' && this.#text[this.at + 1] === '<') return this.#dictionary(depth);
    if (next === '[') return this.#array(depth);
    if (next === '(') return this.#skipText();
    if (next === '<') {
      if (this.#skip(HEX) === null) this.at++;
      return null;
    }
    const name = this.#skip(NAME);
    if (name) return new Name(unescaped(name[1] ?? ''));
    const reference = this.#skip(REFERENCE);
    if (reference) return new Reference(Number(reference[1]));
    const word = this.#skip(WORD)?.[0];
    if (word === undefined) this.at++;
    return word === 'true' ? true : word === 'false' ? false : null;
  }

  #dictionary(depth: number): Dictionary {
    const found = new Dictionary();
    this.at += 2;
    for (;;) {
      this.#skip(SPACE);
      if (this.at >= this.#text.length) return found;
      if (this.#text.startsWith('>>', this.at)) {
        this.at += 2;
        return found;
      }
      const key = this.#skip(NAME);
      if (key) found.entries.set(unescaped(key[1] ?? ''), this.value(depth + 1));
      else this.value(depth + 1);
    }
  }

  #array(depth: number): Value[] {
    const found: Value[] = [];
    this.at++;
    for (;;) {
      this.#skip(SPACE);
      if (this.at >= this.#text.length) return found;
      if (this.#text[this.at] === ']') {
        this.at++;
        return found;
      }
      found.push(this.value(depth + 1));
    }
  }

  #skipText(): null {
    this.at = endOfText(this.#text, this.at);
    return null;
  }

  #giveUp(): null {
    this.at = this.#text.length;
    return null;
  }

  #skip(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at;
    const found = form.exec(this.#text);
    if (found) this.at = form.lastIndex;
    return found;
  }
}

/** The place after a text in parentheses that begins here; they may stand in it in pairs. */
export function endOfText(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '(') open++;
    else if (character === ')' && --open === 0) return at + 1;
  }
  return text.length;
}

function unescaped(name: string): string {
  return name.includes('#')
    ? name.replace(/#([0-9A-Fa-f]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;
}
