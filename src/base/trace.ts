/* temp */
let last = 0;
export function trace(name: string): void {
  if (!process.env.TRACE) return;
  const now = performance.timeOrigin + performance.now();
  (process as any)._rawDebug(`T ${(now % 1e6).toFixed(1)} +${(now - last).toFixed(1)} ${name}`);
  last = now;
}
