/** Custom properties in force on an element, raw values by case-sensitive name. */
export type CustomProperties = ReadonlyMap<string, string>;

/** Where references are looked up. */
export type VariableLookup = Pick<CustomProperties, 'get'>;

/** Substitution stops here, as browsers stop: hostile sheets double a value at every step. */
const MAX_RESULT_LENGTH = 20_000;
const MAX_DEPTH = 24;

export const NO_VARIABLES: CustomProperties = new Map();

const CALL = /(?:^|[^a-z0-9_-])(var|env|attr)\(/iu;

export function usesVariables(value: string): boolean {
  return value.includes('(') && CALL.test(value);
}

/**
 * Replaces var() and env() by their values. Null when a variable without fallback is missing, in a cycle or too
 * large: the declaration is then invalid at computed-value time and counts as `unset`. attr() is not decided and
 * comes back as it is.
 */
/** References that may be followed on one page; a sheet of doubling variables ends here. */
export interface VariableBudget {
  left: number;
}

export const MAX_REFERENCES = 300_000;

export function substitute(
  value: string,
  variables: VariableLookup,
  budget: VariableBudget,
  seen: ReadonlySet<string> = new Set(),
): string | null {
  let rest = value;
  let done = '';
  for (;;) {
    const call = CALL.exec(rest);
    if (!call) break;
    const start = call.index + call[0].length;
    const end = closingParenthesis(rest, start);
    done += rest.slice(0, call.index) + call[0].slice(0, -(call[1]?.length ?? 0) - 1);
    const name = (call[1] ?? '').toLowerCase();
    const replaced =
      name === 'attr' ? `attr(${rest.slice(start, end)})` : reference(rest.slice(start, end), variables, budget, seen);
    if (replaced === null) return null;
    done += replaced;
    rest = rest.slice(end + 1);
    if (done.length + rest.length > MAX_RESULT_LENGTH) return null;
  }
  return done + rest;
}

function reference(
  body: string,
  variables: VariableLookup,
  budget: VariableBudget,
  seen: ReadonlySet<string>,
): string | null {
  if (--budget.left < 0) return null;
  const comma = body.indexOf(',');
  const name = (comma < 0 ? body : body.slice(0, comma)).trim();
  const own = variables.get(name);
  if (own !== undefined && !seen.has(name) && seen.size < MAX_DEPTH) {
    const resolved = usesVariables(own) ? substitute(own, variables, budget, new Set(seen).add(name)) : own;
    if (resolved !== null && !/^\s*initial\s*$/iu.test(resolved)) return resolved;
  }
  if (comma < 0 || seen.size >= MAX_DEPTH) return null;
  return substitute(body.slice(comma + 1).trim(), variables, budget, seen);
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return i;
  }
  return text.length;
}
