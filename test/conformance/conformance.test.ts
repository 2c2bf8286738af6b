import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { createMcpEndpoint, type McpEndpoint } from '../../src/mcp/http.ts';
import { type HttpServer, listen } from '../../src/serve/listen.ts';
import { startTestServer, type TestServer } from '../kit/http-server.ts';
import { conformanceFixtures } from './fixtures.ts';
import { expectedFailures, runRevision, runScenario, suiteProblem } from './suite.ts';

/** The official conformance suite for servers, over our real transport. Needs the npm registry once; else skipped. */
const problem = await suiteProblem();
if (problem) process.stderr.write(`The conformance suite is skipped: ${problem}\n`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-conformance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(problem !== null)('with the fixtures that the suite wants', () => {
  let endpoint: McpEndpoint;
  let http: HttpServer;
  beforeAll(async () => {
    endpoint = createMcpEndpoint({ factory: conformanceFixtures(() => endpoint.notify), log: silentLog });
    const paths = { open: {}, signIn: {}, guarded: { '/mcp': endpoint.fetch } };
    http = await listen({ host: '127.0.0.1', port: 0, token: null, log: silentLog, ...paths });
  });
  afterAll(() => Promise.all([http.close(), endpoint.close()]));

  test.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])(
    'revision %s: every scenario passes but those of the tasks extension',
    { timeout: 180_000 },
    async (revision, scored) => {
      const result = await runRevision(`${http.url}/mcp`, revision, folder);
      const failing = [...result.scenarios].filter(([, counts]) => counts.failed > 0).map(([name]) => name);
      const passed = [...result.scenarios.values()].reduce((sum, counts) => sum + counts.passed, 0);
      const good = result.scenarios.size - failing.length;
      process.stderr.write(
        `MCP ${revision}: ${good} of ${result.scenarios.size} scenarios pass, ${passed} checks; failing: ${failing.join(', ') || 'none'}\n`,
      );
      expect(result.scenarios.size, result.output).toBeGreaterThanOrEqual(scored);
      expect(failing).toEqual((await expectedFailures()).filter((name) => result.scenarios.has(name)));
      expect(result.exitCode, result.output).toBe(0);
    },
  );
});

describe.skipIf(problem !== null)('with the tools of the product', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test.each([
    ['server-initialize', '2025-11-25'],
    ['ping', '2025-11-25'],
    ['tools-list', '2025-11-25'],
    ['server-session-lifecycle', '2025-11-25'],
    ['dns-rebinding-protection', '2025-11-25'],
    ['tools-list', '2026-07-28'],
    ['dns-rebinding-protection', '2026-07-28'],
    ['http-header-validation', '2026-07-28'],
  ])('%s, %s', { timeout: 60_000 }, async (scenario, revision) => {
    const { exitCode, output } = await runScenario(server.mcp, scenario, revision, folder);
    expect(exitCode, output).toBe(0);
  });
});
