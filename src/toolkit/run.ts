import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { AppError, type ErrorReport, toAppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { abortable } from '../base/queue.ts';
import { SecretMasker } from '../base/secrets.ts';
import { oneLine, truncate } from '../base/text.ts';
import { Deadline } from '../base/time.ts';
import type { EventBus, EventFacts } from '../events.ts';
import { readArguments } from './arguments.ts';
import { createFence } from './fence.ts';
import type { CallLimits } from './limits.ts';
import { type ObjectSchema, publishedSchema } from './schema.ts';
import type { Services } from './services.ts';
import type { Attachment, Call, Tool } from './tool.ts';

/** Tells how far a call is; `done` strictly rises within one call. */
export type OnProgress = (step: string, done: number, total: number | null) => void;

export interface RunContext {
  readonly services: Services;
  readonly events: EventBus;
  readonly log: Log;
  /** Shared by every caller of one process, or the cap would not be one. */
  readonly limits: CallLimits;
  /** Who calls, for people who watch: `mcp-stdio`, `mcp-http`, `cli`, … */
  readonly caller: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

export interface RunSuccess {
  readonly ok: true;
  /** Fits the tool's output schema. */
  readonly output: Readonly<Record<string, unknown>>;
  /** The same facts for a model that reads text. */
  readonly text: string;
  /** What the runner itself has to say (ignored arguments); also in `output.notes` where the tool has notes. */
  readonly notes: readonly string[];
  readonly attachments: readonly Attachment[];
}

export interface RunFailure {
  readonly ok: false;
  readonly error: ErrorReport;
  /** The error as JSON text. */
  readonly text: string;
}

export type RunResult = RunSuccess | RunFailure;

/** Time of a call that does not state its own. */
const DEFAULT_TIME_LIMIT_MS = 60_000;
const MAX_SUBJECT = 200;
const subjects = new SecretMasker();
const inputSchemas = new WeakMap<Tool, ObjectSchema>();

/**
 * The one way to run a tool, for MCP, the command line, agents and scripts: arguments are read loosely and checked,
 * the call waits for its turn, runs against a deadline, is announced to whoever watches, and ends in a result. Never
 * rejects: what goes wrong is an error report.
 */
export async function runTool(tool: Tool, rawArguments: unknown, context: RunContext): Promise<RunResult> {
  const watched = new WatchedCall(tool, context);
  try {
    const { input, notes } = readArguments(rawArguments, tool.input, inputSchema(tool));
    watched.start(subjectOf(tool, input));
    using deadline = new Deadline(tool.timeLimitMs?.(input) ?? DEFAULT_TIME_LIMIT_MS, context.signal);
    const release = await context.limits.enter(deadline.signal);
    try {
      const attachments: Attachment[] = [];
      const attach = (attachment: Attachment) => void attachments.push(attachment);
      const call: Call = { id: watched.id, signal: deadline.signal, progress: watched.progress, attach };
      // A tool that does not listen to its signal must not hold the caller.
      const output = await abortable(tool.run(input, context.services, call), deadline.signal);
      const checked = checkOutput(tool, withNotes(output, notes));
      const text = tool.render(checked, createFence());
      watched.finish('ok', tool.facts?.(checked) ?? {});
      return { ok: true, output: checked, text, notes, attachments };
    } finally {
      release();
    }
  } catch (thrown) {
    const error = toAppError(thrown);
    watched.finish(error.code, {}, error);
    const report = error.report();
    return { ok: false, error: report, text: JSON.stringify(report) };
  }
}

/** The published input schema of a tool, made once. */
export function inputSchema(tool: Tool): ObjectSchema {
  const known = inputSchemas.get(tool);
  if (known) return known;
  const schema = publishedSchema(tool.input, 'input');
  inputSchemas.set(tool, schema);
  return schema;
}

/** What the call is about (the URL, the query). */
function subjectOf(tool: Tool, input: Readonly<Record<string, unknown>>): string {
  const value = tool.subject === null ? undefined : input[tool.subject];
  return typeof value === 'string' ? value : '';
}

function withNotes(output: Readonly<Record<string, unknown>>, notes: readonly string[]): Record<string, unknown> {
  if (notes.length === 0 || !Array.isArray(output.notes)) return { ...output };
  return { ...output, notes: [...output.notes, ...notes] };
}

/** An output that breaks its own schema is our fault and is said so; clients check it too and would only fail. */
function checkOutput(tool: Tool, output: Record<string, unknown>): z.output<Tool['output']> {
  const parsed = tool.output.safeParse(output);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5);
  throw new AppError('internal', `The answer of ${tool.name} did not have the promised form.`, {
    hint: 'This is a fault of Plainsight; please report it.',
    cause: new Error(`output breaks its schema at ${places.join(', ')}`),
  });
}

/** One call as watchers see it: started once, progress that only rises, finished once. */
class WatchedCall {
  readonly id = randomUUID();
  readonly #tool: Tool;
  readonly #context: RunContext;
  readonly #startedAt = performance.now();
  #last = Number.NEGATIVE_INFINITY;
  #started = false;
  #finished = false;

  constructor(tool: Tool, context: RunContext) {
    this.#tool = tool;
    this.#context = context;
  }

  start(about: string): void {
    this.#started = true;
    const { caller, events } = this.#context;
    // On one line and without a password in it.
    const subject = truncate(oneLine(subjects.text(about)), MAX_SUBJECT);
    const tool = this.#tool.name;
    events.emit({ type: 'tool_started', call: this.id, tool, caller, at: Date.now(), subject, about });
  }

  readonly progress: OnProgress = (step, done, total) => {
    if (this.#finished || !(done > this.#last)) return;
    this.#last = done;
    const { events, onProgress } = this.#context;
    events.emit({ type: 'tool_progress', call: this.id, tool: this.#tool.name, at: Date.now(), step, done, total });
    onProgress?.(step, done, total);
  };

  finish(outcome: string, facts: EventFacts, error?: AppError): void {
    if (this.#finished) return;
    this.#finished = true;
    if (!this.#started) this.start('');
    const ms = Math.round(performance.now() - this.#startedAt);
    const tool = this.#tool.name;
    this.#context.events.emit({ type: 'tool_finished', call: this.id, tool, at: Date.now(), ms, outcome, facts });
    const fields = { tool, caller: this.#context.caller, ms, outcome, ...facts };
    if (error?.code === 'internal') this.#context.log.error('call failed', fields, { cause: String(error.cause) });
    else this.#context.log.info('call finished', fields);
  }
}
