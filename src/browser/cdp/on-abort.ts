const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal aborts; returns the function that ends that. One listener a signal, however many wait
 * for it: a reading has dozens of commands under way with one signal, and Node warns of a leak from eleven listeners
 * on.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  let callbacks = listeners.get(signal);
  if (!callbacks) {
    const made = new Set<() => void>();
    callbacks = made;
    listeners.set(signal, made);
    signal.addEventListener(
      'abort',
      () => {
        for (const each of [...made]) each();
        made.clear();
      },
      { once: true },
    );
  }
  const added = callbacks;
  added.add(callback);
  return () => added.delete(callback);
}
