import type { PlainFile } from './file/plain-file.ts';
import { type Dictionary, Reference, type Value } from './file/values.ts';

const MAX_DEPTH = 20;
const MAX_GROUPS = 10_000;

/**
 * Which optional content is on when a file is opened (PDF 32000-1, 8.11): what its default configuration says of each
 * group, what groups say of their use for viewing, and memberships with their conditions.
 */
export class OptionalContent {
  readonly #file: PlainFile;
  readonly #on = new Set<number>();
  readonly #off = new Set<number>();
  readonly #base: boolean;
  /** Groups that follow what they say of their use for viewing. */
  readonly #byUse = new Set<number>();

  constructor(file: PlainFile) {
    this.#file = file;
    const catalog = file.dictionary(file.trailer.entries.get('Root'));
    const properties = file.dictionary(catalog?.entries.get('OCProperties'));
    const config = file.dictionary(properties?.entries.get('D'));
    this.#base = file.name(config?.entries.get('BaseState')) !== 'OFF';
    for (const number of this.#numbers(config?.entries.get('ON'))) this.#on.add(number);
    for (const number of this.#numbers(config?.entries.get('OFF'))) this.#off.add(number);
    for (const each of file.array(config?.entries.get('AS'))) {
      const usage = file.dictionary(each);
      if (file.name(usage?.entries.get('Event')) !== 'View') continue;
      const names = file.array(usage?.entries.get('Category')).map((name) => file.name(name));
      if (!names.includes('View')) continue;
      for (const number of this.#numbers(usage?.entries.get('OCGs'))) this.#byUse.add(number);
    }
  }

  /** Whether content of this group or membership is shown; null where that cannot be told. */
  isOn(value: Value | undefined, depth = 0): boolean | null {
    const found = this.#file.dictionary(value);
    if (!found || depth > MAX_DEPTH) return null;
    if (this.#file.name(found.entries.get('Type')) === 'OCMD') return this.#membership(found, depth);
    return value instanceof Reference ? this.#group(value.number, found) : null;
  }

  #group(number: number, group: Dictionary): boolean {
    if (this.#byUse.has(number)) {
      const usage = this.#file.dictionary(group.entries.get('Usage'));
      const view = this.#file.dictionary(usage?.entries.get('View'));
      const state = this.#file.name(view?.entries.get('ViewState'));
      if (state !== null) return state !== 'OFF';
    }
    if (this.#off.has(number)) return false;
    return this.#on.has(number) || this.#base;
  }

  #membership(found: Dictionary, depth: number): boolean | null {
    const condition = this.#file.array(found.entries.get('VE'));
    if (condition.length > 0) return this.#condition(condition, depth + 1);
    const named = found.entries.get('OCGs') ?? null;
    const many = this.#file.resolve(named);
    const groups = (Array.isArray(many) ? many : [named]).slice(0, MAX_GROUPS);
    const states = groups.map((group) => this.isOn(group, depth + 1)).filter((state) => state !== null);
    if (states.length === 0) return true;
    switch (this.#file.name(found.entries.get('P'))) {
      case 'AllOn':
        return states.every((state) => state);
      case 'AnyOff':
        return states.some((state) => !state);
      case 'AllOff':
        return states.every((state) => !state);
      default:
        return states.some((state) => state);
    }
  }

  #condition(condition: readonly Value[], depth: number): boolean | null {
    if (depth > MAX_DEPTH) return null;
    const [operator, ...operands] = condition;
    const states = operands.slice(0, MAX_GROUPS).map((operand) => {
      const inner = this.#file.array(operand);
      return inner.length > 0 ? this.#condition(inner, depth + 1) : this.isOn(operand, depth + 1);
    });
    if (states.includes(null)) return null;
    switch (this.#file.name(operator)) {
      case 'And':
        return states.every((state) => state);
      case 'Or':
        return states.some((state) => state);
      case 'Not':
        return states[0] === false;
      default:
        return null;
    }
  }

  #numbers(value: Value | undefined): number[] {
    const groups = this.#file.array(value).slice(0, MAX_GROUPS);
    return groups.flatMap((each) => (each instanceof Reference ? [each.number] : []));
  }
}
