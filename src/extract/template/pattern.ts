/**
 * A small kind of regular expression that is matched in time linear in the text, whatever pattern and text are: a
 * sequence of characters, classes (`[a-z]`, `\d`, `\w`, `\s`, `.`), each with `?`, `*`, `+` or `{n}`, at most one group
 * around a part of it, `^` and `$` at the ends. No alternatives, no groups that repeat, no references, no looking around.
 */
export interface Pattern {
  /** The group of the leftmost match, the whole match without a group; null for none. Looks at the first characters only. */
  find(text: string): string | null;
}

interface Step {
  readonly accepts: (character: string) => boolean;
  readonly optional: boolean;
  readonly repeats: boolean;
}

interface Parsed {
  readonly steps: readonly Step[];
  readonly group: { readonly from: number; readonly to: number } | null;
  readonly fromStart: boolean;
  readonly toEnd: boolean;
}

const MAX_STEPS = 200;
const MAX_TEXT_CHARACTERS = 5_000;
const TOKEN = /\\[dwsDWS]|\\[^\p{L}\p{N}]|\[\^?(?:\\.|[^\]\\[])+\]|\.|[^\\[\](){}*+?|^$]/uy;
const QUANTIFIER = /[?*+]|\{(\d{1,2})\}/uy;

/** @throws SyntaxError for everything that is not of this kind. */
export function compilePattern(source: string): Pattern {
  const parsed = parse(source);
  return { find: (text) => find(parsed, [...text.slice(0, MAX_TEXT_CHARACTERS)]) };
}

function parse(source: string): Parsed {
  const steps: Step[] = [];
  let from = -1;
  let to = -1;
  const fromStart = source.startsWith('^');
  const toEnd = /(?:^|[^\\])\$$/u.test(source);
  const end = toEnd ? source.length - 1 : source.length;
  for (let i = fromStart ? 1 : 0; i < end; ) {
    const character = source.charAt(i);
    if (character === '(' && from < 0 && source.charAt(i + 1) !== '?') {
      from = steps.length;
      i++;
    } else if (character === ')' && from >= 0 && to < 0) {
      to = steps.length;
      i++;
    } else {
      const token = tokenAt(TOKEN, source, i);
      if (token === null)
        throw new SyntaxError(`${JSON.stringify(source.slice(i, i + 10))} is more than a small pattern may hold`);
      i += token.length;
      const quantifier = tokenAt(QUANTIFIER, source, i) ?? '';
      i += quantifier.length;
      steps.push(...stepsOf(token, quantifier));
    }
    if (steps.length > MAX_STEPS) throw new SyntaxError('the pattern is too long');
  }
  if (from >= 0 && to < 0) throw new SyntaxError('the group is left open');
  return { steps, group: from < 0 ? null : { from, to }, fromStart, toEnd };
}

function tokenAt(expression: RegExp, source: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(source)?.[0] ?? null;
}

function stepsOf(token: string, quantifier: string): Step[] {
  // One character at a time is tested, so nothing in the expression can take long.
  const expression = new RegExp(`^${token}$`, 'su');
  const accepts = (character: string) => expression.test(character);
  if (quantifier.startsWith('{')) {
    const step = { accepts, optional: false, repeats: false };
    return Array.from({ length: Number(quantifier.slice(1, -1)) }, () => step);
  }
  return [
    { accepts, optional: quantifier === '?' || quantifier === '*', repeats: quantifier === '*' || quantifier === '+' },
  ];
}

/** A way through the pattern: before which step it stands, and where match and group began and ended. */
interface Way {
  readonly step: number;
  /** The step was taken once already and may be taken again. */
  readonly again: boolean;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** All ways at once, the preferred first; no two stand in the same place, so each character costs a fixed time. */
function find({ steps, group, fromStart, toEnd }: Parsed, text: readonly string[]): string | null {
  let ways: Way[] = [];
  let found: Way | null = null;
  let foundEnd = 0;
  for (let at = 0; at <= text.length; at++) {
    const taken = new Set<number>();
    const next: Way[] = [];
    const character = text[at];
    const visit = (way: Way): boolean => {
      const place = way.step * 2 + Number(way.again);
      if (taken.has(place)) return false;
      taken.add(place);
      const marked = way.again ? way : withGroup(way, group, at);
      const step = steps[marked.step];
      if (!step) {
        if (toEnd && at < text.length) return false;
        found = marked;
        foundEnd = at;
        return true;
      }
      // Greedy: taking the step is preferred to passing it.
      if (character !== undefined && step.accepts(character)) {
        next.push(step.repeats ? { ...marked, again: true } : { ...marked, step: marked.step + 1, again: false });
      }
      if (!step.optional && !marked.again) return false;
      return visit({ ...marked, step: marked.step + 1, again: false });
    };
    const begin: Way = { step: 0, again: false, start: at, from: -1, to: -1 };
    const all = found === null && (at === 0 || !fromStart) ? [...ways, begin] : ways;
    // A way that ends the pattern ends all that are less preferred.
    for (const way of all) if (visit(way)) break;
    ways = next;
    if (ways.length === 0 && found !== null) break;
  }
  if (found === null) return null;
  const { start, from, to }: Way = found;
  return group === null ? text.slice(start, foundEnd).join('') : text.slice(from, to).join('');
}

function withGroup(way: Way, group: Parsed['group'], at: number): Way {
  if (group === null) return way;
  const from = way.step === group.from && way.from < 0 ? at : way.from;
  return { ...way, from, to: way.step === group.to && way.to < 0 ? at : way.to };
}
