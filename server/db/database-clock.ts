// All nodes use the database's clock. The offset of this machine's clock is measured at the start and every other
// minute. The operator is warned of a large offset, because vendors, browsers and logs use real time.
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

export interface DatabaseClock {
  /** The database's time, estimated from the measured offset. */
  readonly now: () => Date;
  /** The database's time, queried now, for decisions that need to be exact. */
  readonly read: () => Promise<Date>;
  /** How far this machine's clock is ahead; negative: behind. */
  readonly differenceMs: () => number;
  readonly isRight: () => boolean;
  readonly stop: () => void;
}

export interface DatabaseClockOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly log: Log;
  readonly ownNow: () => Date;
  readonly everyMs?: number;
}

/** Above this, vendors' codes and signatures, which are valid for minutes, may fail. */
const maxMs = 5000;

export async function startDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const { database, log, ownNow, everyMs = 30_000 } = options;
  const ownMs = (): number => ownNow().getTime();
  let differenceMs = 0;
  let toldMs = 0;
  const read = async (): Promise<Date> => {
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(database.kysely);
    const [row] = rows;
    if (!row) throw new Error('The database did not tell its time.');
    return row.now;
  };
  const measure = async (): Promise<void> => {
    const sentMs = ownMs();
    const begunMs = performance.now();
    const databaseMs = (await read()).getTime();
    const tookMs = performance.now() - begunMs;
    // The clock was set during the measurement: the next one counts.
    if (Math.abs(ownMs() - sentMs - tookMs) > 1000) return;
    // The database's time was read about halfway between request and response.
    differenceMs = Math.round(sentMs + tookMs / 2 - databaseMs);
    tell();
  };
  const tell = (): void => {
    if (Math.abs(differenceMs - toldMs) < maxMs) return;
    toldMs = differenceMs;
    if (Math.abs(differenceMs) < maxMs)
      log.warn({ differenceMs }, "This machine's clock agrees with the database's again.");
    else
      log.warn(
        { differenceMs },
        `This machine's clock is ${describeDifference(differenceMs)} the database's. Set both by NTP (timedatectl set-ntp true): ` +
          'nodes go by the database, but vendors, captchas and browsers by true time.',
      );
  };
  await measure();
  const timer = setInterval(
    () => void measure().catch((error: unknown) => log.warn({ err: error }, "Reading the database's time failed.")),
    everyMs,
  );
  timer.unref();
  return {
    now: () => new Date(ownMs() - differenceMs),
    read,
    differenceMs: () => differenceMs,
    isRight: () => Math.abs(differenceMs) < maxMs,
    stop: () => clearInterval(timer),
  };
}

export function describeDifference(differenceMs: number): string {
  return `${(Math.abs(differenceMs) / 1000).toFixed(1)} s ${differenceMs < 0 ? 'behind' : 'ahead of'}`;
}
