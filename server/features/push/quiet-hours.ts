export interface QuietHours {
  /** Of an IANA time zone. */
  readonly timeZone: string;
  /** Full hours of the day there; the same twice: none. */
  readonly from: number;
  readonly until: number;
}

/** When the quiet hours end that it is now; undefined: it is none of them. */
export function findQuietEnd(now: Date, { timeZone, from, until }: QuietHours): Date | undefined {
  if (from === until) return undefined;
  const isQuiet = (at: Date): boolean => {
    const hour = readHour(at, timeZone);
    return from < until ? hour >= from && hour < until : hour >= from || hour < until;
  };
  if (!isQuiet(now)) return undefined;
  // By quarters of an hour, which is how time zones lie and clocks are changed; a day has fewer than a hundred.
  let end = new Date(Math.ceil((now.getTime() + 1) / quarterMs) * quarterMs);
  for (let step = 0; step < 100 && isQuiet(end); step += 1) end = new Date(end.getTime() + quarterMs);
  return end;
}

/** Whether it is a time zone that this machine knows. */
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
