import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type AllCommands = ProtocolMapping.Commands;

/**
 * Commands that are never sent. Both make V8 keep and describe what a page logs, which a page can notice (getters
 * run, logging becomes slow), and nothing here needs them: isolated worlds answer without.
 */
export const FORBIDDEN_COMMANDS: ReadonlySet<string> = new Set(['Runtime.enable', 'Console.enable']);

export type CommandName = Exclude<keyof AllCommands, 'Runtime.enable' | 'Console.enable'>;
export type CommandInput<Name extends CommandName> = AllCommands[Name]['paramsType'][0];
export type CommandOutput<Name extends CommandName> = AllCommands[Name]['returnType'];

export type EventName = keyof ProtocolMapping.Events;
export type EventData<Name extends EventName> = ProtocolMapping.Events[Name][0];
