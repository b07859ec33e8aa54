// When to fetch the provider's records of an attempt without any other reason: often at first, then more rarely. The
// order's expiry makes the last checks.
const afterSeconds = [30, 120, 300, 900, 3600, 3 * 3600, 12 * 3600] as const;

export const checkStepCount = afterSeconds.length;

export function computeCheckTime(createdAt: Date, step: number): Date {
  return new Date(createdAt.getTime() + (afterSeconds[step] ?? 0) * 1000);
}

/** The next step that is still in the future, or undefined. Steps missed during downtime are skipped. */
export function findNextCheckStep(createdAt: Date, step: number, now: Date): number | undefined {
  for (let next = step + 1; next < checkStepCount; next += 1) if (computeCheckTime(createdAt, next) > now) return next;
  return undefined;
}
