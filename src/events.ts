/**
 * Everything that happens and that somebody may want to watch. Lower layers emit; the dashboard and the command
 * line listen; nobody answers. Listeners must not throw: a faulty one is dropped.
 */
export type PlainsightEvent =
  | ToolStarted
  | { type: 'tool_progress'; call: string; tool: string; at: number; step: string; done: number; total: number | null }
  | { type: 'tool_finished'; call: string; tool: string; at: number; ms: number; outcome: string; facts: EventFacts }
  | { type: 'egress_refused'; at: number; host: string; rule: string };

export interface ToolStarted {
  type: 'tool_started';
  call: string;
  tool: string;
  caller: string;
  at: number;
  /** What the call is about, for people: one line, secrets masked. */
  subject: string;
  /** The same as it was given; it may hold secrets and is not to be shown. */
  about: string;
}

/** Short facts of an outcome, for people: status, tokens, counts. */
export type EventFacts = Readonly<Record<string, string | number | boolean | null>>;

export type EventListener = (event: PlainsightEvent) => void;

export class EventBus {
  readonly #listeners = new Set<EventListener>();

  emit(event: PlainsightEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        this.#listeners.delete(listener);
      }
    }
  }

  /** Returns the function that stops listening. */
  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
