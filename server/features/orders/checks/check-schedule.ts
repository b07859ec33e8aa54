// When the provider's records are read about an attempt, if nothing else gives a reason to: often at first, then ever less. The
// last checks belong to the order's expiry.
const afterSeconds = [30, 120, 300, 900, 3600, 3 * 3600, 12 * 3600] as const;

export const checkSteps = afterSeconds.length;

export function checkTime(createdAt: Date, step: number): Date {
  return new Date(createdAt.getTime() + (afterSeconds[step] ?? 0) * 1000);
}

/** The next step whose time is still to come; undefined: none. Steps that were missed while nothing ran are not made up for. */
export function findNextStep(createdAt: Date, step: number, now: Date): number | undefined {
  for (let next = step + 1; next < checkSteps; next += 1) if (checkTime(createdAt, next) > now) return next;
  return undefined;
}
