import { expect, test } from 'vitest';
import { scriptedServices } from '../../../test/kit/scripted-reader.ts';
import { silentLog } from '../../base/log.ts';
import { EventBus } from '../../events.ts';
import { CallLimits } from '../../toolkit/limits.ts';
import { runTool } from '../../toolkit/run.ts';
import { statusTool } from './status.ts';

const context = {
  services: scriptedServices(),
  events: new EventBus(),
  log: silentLog,
  limits: new CallLimits(),
  caller: 'test',
};

test('is degraded when a part is, and names the command that mends it', async () => {
  const result = await runTool(statusTool, undefined, context);
  expect(result).toMatchObject({
    ok: true,
    output: { state: 'degraded', version: '0.0.0-test', counters: { connections: 3 }, limits: { proxy: 'none' } },
  });
  expect(result.text).toContain('browser: degraded; no Chrome found; to mend: plainsight setup');
});
