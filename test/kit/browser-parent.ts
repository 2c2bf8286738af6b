import { openPage } from '../../src/browser/open-page.ts';
import { startPool } from './chrome.ts';

/**
 * A process that owns a browser, for tests of how browsers end: `node browser-parent.mjs <browser> <kind> <folder>
 * <url> <orderly|deaf>`. Prints the pid of its browser when a page stands open, then waits.
 */
const [, , path = '', kind = '', folder = '', url = '', manner = ''] = process.argv;
const { pool, started } = await startPool({
  browser: { path, kind: kind === 'headless-shell' ? 'headless-shell' : 'chromium', from: 'machine' },
  proxy: null,
  folder,
});
await openPage(pool, { url, signal: AbortSignal.timeout(20_000) });
if (manner === 'orderly') {
  process.once('SIGTERM', () => void pool[Symbol.asyncDispose]().then(() => process.exit(0)));
}
process.stdout.write(`${started[0]?.pid}\n`);
setInterval(() => {}, 60_000);
