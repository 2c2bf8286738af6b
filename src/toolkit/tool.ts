import type { z } from 'zod';
import type { Services } from './services.ts';

/** The named sets of DESIGN section 3; `PLAINSIGHT_TOOLSETS` picks sets or single tools. */
export const TOOL_SETS = ['web', 'browser', 'agents', 'scripts', 'signins'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** What a call may do to the world, from which the MCP annotations follow. */
export type Effect = 'read' | 'write' | 'destroy';

/**
 * What an answer carries beside its data. Neither has a place in the structured answer: a picture would be thousands
 * of tokens of base64 there. A picture is small enough for any conversation; whoever attaches it sees to that.
 */
export type Attachment =
  | { readonly type: 'image'; readonly mimeType: string; readonly data: Uint8Array }
  /** A file that the caller may fetch as a resource; `name` and `uri` are our own words. */
  | {
      readonly type: 'file';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly bytes: number;
    };

/** Handed to a tool for one call. */
export interface Call {
  readonly id: string;
  /** Aborts when the caller cancels or goes away, or when the time of the call is over. */
  readonly signal: AbortSignal;
  /** `done` must rise from call to call; `total` is null while unknown. */
  progress(step: string, done: number, total: number | null): void;
  /** Adds to the answer, after its text, in the order of the calls. */
  attach(attachment: Attachment): void;
}

/** A tool: schema in, schema out, data from `run`, text from `render`. It never builds protocol content. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly set: ToolSet;
  readonly effect: Effect;
  /** True when the tool reaches the open web, so that its answer holds words of strangers. */
  readonly openWorld: boolean;
  /** When to use it, what comes back, what to use instead; under 600 characters. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Field of the input that says what the call is about, for people who watch. */
  readonly subject: string | null;
  /** Longest time a call may take, in milliseconds, its wait for a turn included; 60 s when not given. */
  timeLimitMs?(input: z.output<Input>): number;
  run(input: z.output<Input>, services: Services, call: Call): Promise<z.output<Output>>;
  /**
   * The text form. `fence` wraps words of strangers between markers that are random for each call, so that a page
   * cannot forge the end of its own text.
   */
  render(output: z.output<Output>, fence: (untrusted: string) => string): string;
  /** Facts for events and logs: counts and codes, never page text. */
  facts?(output: z.output<Output>): Readonly<Record<string, string | number | boolean | null>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}
