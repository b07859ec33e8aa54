// When a delivery that was not taken is sent again. The pauses count from the failure before.

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** After the first failure, the second, and so on. When they are used up, the delivery is given up. */
export const pausesMs: readonly number[] = [
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
 * The pause after so many failures in a row; undefined: that was the last. Up to a tenth is added, so that what failed
 * together does not come back together. A game may ask for a longer pause, never for a shorter one.
 */
export function computePauseMs(failures: number, askedMs: number, random: () => number): number | undefined {
  const planned = pausesMs[failures - 1];
  if (planned === undefined) return undefined;
  return Math.max(Math.round(planned * (1 + random() / 10)), Math.min(askedMs, 24 * hour));
}

/** How long everything for a game waits that has asked for it, or is overloaded. */
export const computeGamePauseMs = (askedMs: number): number => Math.min(Math.max(askedMs, 5 * second), hour);

/** What a `Retry-After` asks for: seconds or a date. What cannot be read asks for nothing. */
export function readRetryAfterMs(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0;
  const askedMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now.getTime();
  return Number.isFinite(askedMs) ? Math.max(0, askedMs) : 0;
}
