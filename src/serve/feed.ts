import type { EventBus, EventFacts, PlainsightEvent, ToolStarted } from '../events.ts';

/** One call as the page at `/` shows it. */
export interface FeedEntry {
  /** Rises with every change, so that a page can ask for what is new. */
  seq: number;
  readonly call: string;
  readonly tool: string;
  readonly caller: string;
  /** What the call is about: the address, the query. */
  readonly subject: string;
  readonly startedAt: number;
  state: 'running' | 'done';
  /** The last step while running; `ok` or an error code when done. */
  outcome: string;
  ms: number;
  facts: EventFacts;
  /** The page can be looked at again. */
  readonly xray: boolean;
}

const MAX_ENTRIES = 200;
/** Tools whose subject is a page that can be looked at. */
const PAGES: ReadonlySet<string> = new Set(['read_page', 'take_screenshot']);

/** The last calls of this session, kept in memory for people who watch. */
export class Feed {
  readonly #entries = new Map<string, FeedEntry>();
  /** Apart from the entries, which are shown: an address may hold what is not to be shown. */
  readonly #addresses = new Map<string, string>();
  #seq = 0;
  #finished = 0;
  #failed = 0;

  constructor(events: EventBus) {
    events.listen((event) => this.#take(event));
  }

  /** What a read was asked for, as it was given; null for other calls and those that are too long ago. */
  addressOf(call: string): string | null {
    return this.#addresses.get(call) ?? null;
  }

  /** Entries that changed after `seq`, oldest change first. */
  since(seq: number): { seq: number; entries: FeedEntry[] } {
    const entries = [...this.#entries.values()].filter((entry) => entry.seq > seq).sort((a, b) => a.seq - b.seq);
    return { seq: this.#seq, entries };
  }

  get counts(): { finished: number; failed: number } {
    return { finished: this.#finished, failed: this.#failed };
  }

  #take(event: PlainsightEvent): void {
    if (event.type === 'egress_refused') return;
    if (event.type === 'tool_started') {
      this.#start(event);
      return;
    }
    const entry = this.#entries.get(event.call);
    if (event.type === 'tool_finished') {
      this.#finished++;
      if (event.outcome !== 'ok') this.#failed++;
    }
    if (!entry) return;
    entry.seq = ++this.#seq;
    entry.ms = event.at - entry.startedAt;
    if (event.type === 'tool_progress') {
      entry.outcome = event.step;
      return;
    }
    entry.state = 'done';
    entry.outcome = event.outcome;
    entry.ms = event.ms;
    entry.facts = event.facts;
  }

  #start(event: ToolStarted): void {
    const { call, tool, caller, subject, at, about } = event;
    const xray = PAGES.has(tool) && about !== '';
    if (xray) this.#addresses.set(call, about);
    const entry = { call, tool, caller, subject, startedAt: at, xray };
    this.#entries.set(call, { ...entry, seq: ++this.#seq, state: 'running', outcome: '', ms: 0, facts: {} });
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size <= MAX_ENTRIES || oldest === undefined) return;
    this.#entries.delete(oldest);
    this.#addresses.delete(oldest);
  }
}
