/** How many requests are under way to each target, so that its connections are only ended when nobody needs them. */
export class TargetUses {
  readonly #counts = new Map<string, number>();

  /** Counts one more; the function returned counts it off and gives how many are left. */
  enter(target: string): () => number {
    this.#counts.set(target, (this.#counts.get(target) ?? 0) + 1);
    return () => {
      const left = (this.#counts.get(target) ?? 1) - 1;
      if (left > 0) this.#counts.set(target, left);
      else this.#counts.delete(target);
      return left;
    };
  }
}
