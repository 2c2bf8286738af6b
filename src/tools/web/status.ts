import { z } from 'zod';
import type { Health } from '../../toolkit/services.ts';
import { defineTool } from '../../toolkit/tool.ts';

const part = z.object({
  name: z.string(),
  state: z.enum(['ok', 'off', 'degraded']),
  detail: z.string(),
  mend: z.string().describe('Command that mends it; empty when there is nothing to mend.'),
});

const output = z.object({
  state: z.enum(['ok', 'degraded']).describe('degraded when any part is.'),
  version: z.string(),
  uptime_s: z.number(),
  parts: z.array(part),
  counters: z.record(z.string(), z.number()),
  limits: z.record(z.string(), z.union([z.number(), z.string()])),
  notes: z.array(z.string()),
});
type Status = z.output<typeof output>;

export const statusTool = defineTool({
  name: 'status',
  title: 'State of Plainsight',
  set: 'web',
  effect: 'read',
  openWorld: false,
  description:
    'Use this when another tool fails in a way you do not understand, or to learn what is available here. Returns the ' +
    'parts of Plainsight with their state (ok, off, degraded) and the command that mends a degraded one, the limits in ' +
    'force and counters; about 300 tokens. It fetches nothing and says nothing about any page: for that use read_page.',
  input: z.object({}),
  output,
  subject: null,
  run: async (_input, services) => toStatus(await services.health.health()),
  render: renderStatus,
  facts: (status) => ({
    state: status.state,
    degraded: status.parts.filter((each) => each.state === 'degraded').length,
  }),
});

function toStatus(health: Health): Status {
  return {
    state: health.parts.some((each) => each.state === 'degraded') ? 'degraded' : 'ok',
    version: health.version,
    uptime_s: health.uptimeS,
    parts: health.parts.map((each) => ({ ...each })),
    counters: { ...health.counters },
    limits: { ...health.limits },
    notes: [],
  };
}

function renderStatus(status: Status): string {
  const pairs = (values: Readonly<Record<string, number | string>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  return [
    `Plainsight ${status.version}: ${status.state}, up ${Math.round(status.uptime_s)} s`,
    ...status.parts.map(
      (each) => `${each.name}: ${each.state}; ${each.detail}${each.mend ? `; to mend: ${each.mend}` : ''}`,
    ),
    ...(Object.keys(status.limits).length > 0 ? [`limits: ${pairs(status.limits)}`] : []),
    ...(Object.keys(status.counters).length > 0 ? [`counters: ${pairs(status.counters)}`] : []),
    ...status.notes.map((note) => `note: ${note}`),
  ].join('\n');
}
