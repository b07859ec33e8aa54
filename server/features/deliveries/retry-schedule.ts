// The retry schedule of deliveries. Each pause starts at the previous failure.

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** After the first failure, the second, and so on. After the last pause the delivery fails for good. */
export const retryPausesMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/**
 * The pause after this many failures in a row; undefined after the last. Adds up to a tenth of jitter. A game may
 * request a longer pause, never a shorter one.
 */
export function computeRetryPauseMs(failures: number, askedMs: number, random: () => number): number | undefined {
  const planned = retryPausesMs[failures - 1];
  if (planned === undefined) return undefined;
  return Math.max(Math.round(planned * (1 + random() / 10)), Math.min(askedMs, 24 * hour));
}

/** How long all deliveries of a game pause after it was overloaded or requested a pause. */
export const computeGamePauseMs = (askedMs: number): number => Math.min(Math.max(askedMs, 5 * second), hour);

export function parseRetryAfterMs(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0;
  const askedMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now.getTime();
  return Number.isFinite(askedMs) ? Math.max(0, askedMs) : 0;
}
