import { defineConfig } from 'vitest/config';

// Two projects: "unit" stands beside the code and touches no network; "system" drives the real thing
// over loopback sockets and child processes.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts', 'test/pins/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Real browsers and processes on a machine that others load too: one more try, which the report names.
          retry: 1,
          globalSetup: ['test/kit/build.ts'],
        },
      },
    ],
    maxWorkers: 2,
  },
});
