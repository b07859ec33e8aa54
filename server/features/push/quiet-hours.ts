export interface QuietHours {
  readonly timeZone: string;
  /** Full hours in that zone. Equal values turn quiet hours off. */
  readonly from: number;
  readonly until: number;
}

/** Undefined: it is not quiet now. */
export function findQuietEnd(now: Date, { timeZone, from, until }: QuietHours): Date | undefined {
  if (from === until) return undefined;
  const isQuiet = (at: Date): boolean => {
    const hour = readHour(at, timeZone);
    return from < until ? hour >= from && hour < until : hour >= from || hour < until;
  };
  if (!isQuiet(now)) return undefined;
  // In steps of 15 minutes, to which time zones and clock changes are aligned. A day has fewer than 100.
  let end = new Date(Math.ceil((now.getTime() + 1) / quarterMs) * quarterMs);
  for (let step = 0; step < 100 && isQuiet(end); step += 1) end = new Date(end.getTime() + quarterMs);
  return end;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const quarterMs = 15 * 60_000;

const readHour = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));
