import type { ProcessStreams } from './stdout-guard.ts';

/** The parts of a process that the guard needs. */
export interface GuardedProcess {
  on(event: 'unhandledRejection' | 'uncaughtException', listener: (reason: unknown) => void): unknown;
  readonly stderr: ProcessStreams['stderr'];
}

/** Faults that are reported; a fault that comes again and again must not fill a disk with its reports. */
const MAX_REPORTS = 100;

/**
 * Keeps a server answering when something breaks in the background: a rejected promise that nobody waits for, a
 * socket without an error listener. Every call has its own state, so the other calls are not touched by it; ending
 * the process would take the session of an agent away. `report` gets the name of the fault only: its message may
 * hold words of a page. Call it before anything else is loaded.
 */
export function surviveBackgroundFaults(guarded: GuardedProcess, report: (fault: string, stack: string) => void): void {
  let reports = 0;
  const survive = (kind: string) => (reason: unknown) => {
    if (++reports > MAX_REPORTS) return;
    const name = reason instanceof Error ? reason.name : typeof reason;
    // Without its first line, which repeats the message, a stack holds places in code only.
    const stack = reason instanceof Error ? (reason.stack ?? '').split('\n    at ').slice(1, 6).join(' < ') : '';
    report(`${kind}: ${name}`, stack);
  };
  guarded.on('unhandledRejection', survive('unhandled rejection'));
  guarded.on('uncaughtException', survive('uncaught exception'));
  // Nobody reads stderr any more: no reason to end either.
  guarded.stderr.on('error', () => {});
}
