import type { DataNode } from './data-node.ts';

/** A step into data: a key of an object or a place in a list. */
export type Step = string | number;

const PLAIN_KEY = /^[A-Za-z_$@][\w$-]*$/u;

/** `.name`, `["odd name"]` or `[3]`, as JavaScript writes it. */
export function writeStep(step: Step): string {
  if (typeof step === 'number') return `[${step}]`;
  return PLAIN_KEY.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

const STEP = /\.([A-Za-z_$@][\w$-]*)|\[(\d{1,7})\]|\[("(?:[^"\\]|\\.){0,1000}")\]/uy;
const MAX_STEPS = 200;

/** The steps of a path such as `.props.items[2]["odd name"]`; null for what is no path. */
export function parsePath(path: string): Step[] | null {
  const steps: Step[] = [];
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null || steps.length >= MAX_STEPS) return null;
    const [, name, place, quoted] = match;
    if (place !== undefined) steps.push(Number(place));
    else if (quoted !== undefined) {
      const key = textOf(quoted);
      if (key === null) return null;
      steps.push(key);
    } else steps.push(name ?? '');
  }
  return steps;
}

function textOf(quoted: string): string | null {
  try {
    const text: unknown = JSON.parse(quoted);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** Where the steps lead; null when there is nothing. Of a key that stands twice the last one counts, as for programs. */
export function follow(node: DataNode, steps: readonly Step[]): DataNode | null {
  let at: DataNode | undefined = node;
  for (const step of steps) {
    if (at?.type === 'list' && typeof step === 'number') at = at.items[step];
    else if (at?.type === 'object') at = at.entries.findLast(([key]) => key === String(step))?.[1];
    else return null;
  }
  return at ?? null;
}
