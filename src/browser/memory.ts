import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import type { CdpSession } from './cdp/session.ts';

/**
 * Memory of all processes of a browser, shared pages counted once (PSS). Null where the system does not say, and
 * when the browser does not answer.
 */
export async function memoryOf(browser: CdpSession): Promise<number | null> {
  if (platform() !== 'linux') return null;
  try {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => proportionalSize(id)));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return null;
  }
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/mu.exec(text)?.[1] ?? 0) * 1024;
}
