// The one clock of all nodes is the database's. How far this machine's own is from it is measured at the start and every adapter
// minute; what runs here goes by the database's time, and an operator hears of the difference, since vendors, browsers and logs
// go by true time.
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

export interface DatabaseClock {
  /** The database's time, as well as it is known without asking. */
  readonly now: () => Date;
  /** The database's time, asked now: for what must not be decided by an estimate. */
  readonly read: () => Promise<Date>;
  /** How far this machine's clock is ahead of the database's; negative: behind it. */
  readonly differenceMs: () => number;
  /** Whether both agree so well that nobody notices. */
  readonly isRight: () => boolean;
  readonly stop: () => void;
}

export interface DatabaseClockOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly log: Log;
  /** This machine's clock. */
  readonly ownNow: () => Date;
  readonly everyMs?: number;
}

/** From here on somebody may notice: codes and signatures of vendors live for minutes. */
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
    // Set meanwhile: the next measure will tell.
    if (Math.abs(ownMs() - sentMs - tookMs) > 1000) return;
    // It was read somewhere between asking and hearing.
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
    () => void measure().catch((error: unknown) => log.warn({ err: error }, "The database's time could not be read.")),
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

/** Such as `1200.0 s ahead of`. */
export function describeDifference(differenceMs: number): string {
  return `${(Math.abs(differenceMs) / 1000).toFixed(1)} s ${differenceMs < 0 ? 'behind' : 'ahead of'}`;
}
