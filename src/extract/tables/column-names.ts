/** Joins the header texts of one column. */
const JOINT = ' / ';

/**
 * Names that can be told apart: the header path in one text; a number where the same name occurs again; the position
 * where the page gives none. Positions count from 1.
 */
export function nameColumns(paths: ReadonlyArray<readonly string[]>): string[] {
  const taken = new Set<string>();
  const wanted = paths.map((path) =>
    path
      .map((part) => part.replace(/\s+/gu, ' ').trim())
      .filter(Boolean)
      .join(JOINT),
  );
  const own = new Set(wanted);
  return wanted.map((name, index) => {
    const base = name === '' ? `column ${index + 1}` : name;
    let unique = base;
    // A page may hold both "A", "A" and "A (2)".
    for (let copy = 2; taken.has(unique) || (unique !== name && own.has(unique)); copy++) unique = `${base} (${copy})`;
    taken.add(unique);
    return unique;
  });
}
