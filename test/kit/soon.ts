/**
 * For waiting until something has happened, on a machine that may be busy: far longer than it takes, and far shorter
 * than the slow read (30 s) that would end by itself.
 */
export const SOON = { timeout: 12_000, interval: 20 } as const;
