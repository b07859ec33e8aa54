// Daily backups of the database (embedded or external) and the game files, on one of the nodes. The table
// scheduled_backups coordinates them: a node claims the work with one statement, renews its claim while it works, and
// records the result.
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backUpGames } from './back-up-games.ts';
import { backUpDatabase } from './backup.ts';
import type { Database } from './database.ts';
import { locateGamesBackup } from './games-backup-manifest.ts';
import type { Log } from './log.ts';

type BackupType = 'database' | 'games';

export interface ScheduledBackupsOptions {
  readonly database: Database;
  readonly folder: string;
  readonly gamesFolder: string;
  readonly nodeName: string;
  readonly log: Log;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxBackups = 7;

export function startScheduledBackups(options: Omit<ScheduledBackupsOptions, 'signal'>): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    running = running.then(() => backUpIfDue({ ...options, signal: stopping.signal }));
  };
  const first = setTimeout(look, minuteMs);
  const timer = setInterval(look, hourMs);
  first.unref();
  timer.unref();
  return {
    stop: async () => {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/**
 * Returns the types that this node has backed up now. A failed backup is logged, recorded and retried after an hour.
 */
export async function backUpIfDue(options: ScheduledBackupsOptions): Promise<BackupType[]> {
  const made: BackupType[] = [];
  for (const kind of ['database', 'games'] as const) {
    if (options.signal?.aborted === true) break;
    if (await backUpKind(kind, options)) made.push(kind);
  }
  return made;
}

async function backUpKind(kind: BackupType, options: ScheduledBackupsOptions): Promise<boolean> {
  const { database, nodeName, log, signal } = options;
  const claimId = randomUUID();
  try {
    if (!(await claim(kind, claimId, options))) return false;
    const renewing = setInterval(() => {
      void renew(kind, claimId, database).catch((error: unknown) =>
        log.warn({ err: error, kind }, 'Renewing the claim to a scheduled backup failed.'),
      );
    }, minuteMs);
    try {
      const place = await (kind === 'database' ? makeDailyBackup(options) : backUpGameFiles(options));
      await sql`
        update scheduled_backups set finished_at = now(), node = ${nodeName}, place = ${place}, failed_at = null, fault = null,
          claimed_by = null, claimed_until = null
        where kind = ${kind} and claimed_by = ${claimId}`.execute(database.kysely);
      return true;
    } finally {
      clearInterval(renewing);
    }
  } catch (error) {
    // A stopping node releases the work to the others at once.
    const isStopped = signal?.aborted === true;
    if (!isStopped) log.error({ err: error, kind }, 'A scheduled backup failed; retrying in an hour.');
    await release(kind, claimId, isStopped ? undefined : (error as Error).message, options);
    return false;
  }
}

/**
 * True for one node. The node of the last backup has priority, so that backups stay in one place; others take over
 * after an hour.
 */
async function claim(
  kind: BackupType,
  claimId: string,
  { database, nodeName }: ScheduledBackupsOptions,
): Promise<boolean> {
  const { rows } = await sql`
    update scheduled_backups set claimed_by = ${claimId}, claimed_until = now() + interval '10 minutes'
    where kind = ${kind}
      and (claimed_until is null or claimed_until < now())
      and (finished_at is null
        or finished_at <= now() - case when node = ${nodeName} then interval '24 hours' else interval '25 hours' end)
      and (failed_at is null or failed_at < now() - interval '55 minutes')
    returning kind`.execute(database.kysely);
  return rows.length > 0;
}

async function renew(kind: BackupType, claimId: string, { kysely }: Database): Promise<void> {
  await sql`
    update scheduled_backups set claimed_until = now() + interval '10 minutes'
    where kind = ${kind} and claimed_by = ${claimId}`.execute(kysely);
}

async function release(
  kind: BackupType,
  claimId: string,
  fault: string | undefined,
  { database, log }: ScheduledBackupsOptions,
): Promise<void> {
  try {
    await sql`
      update scheduled_backups set claimed_by = null, claimed_until = null,
        failed_at = case when ${fault ?? null}::text is null then failed_at else now() end,
        fault = coalesce(${fault?.slice(0, 1000) ?? null}::text, fault)
      where kind = ${kind} and claimed_by = ${claimId}`.execute(database.kysely);
  } catch (error) {
    // The claim expires by itself.
    log.warn({ err: error, kind }, 'Recording a failed backup failed.');
  }
}

async function makeDailyBackup({ database, folder, log, now, signal }: ScheduledBackupsOptions): Promise<string> {
  const stamp = now().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `daily-${stamp}.sql.zst`);
  const report = (line: string): void => log.debug(line);
  const { rows } = await backUpDatabase(database.connection, { file, report, ...(signal && { signal }) });
  log.info({ file, rows }, 'The database was backed up.');
  for (const old of (await listDailyFiles(folder)).slice(0, -maxBackups)) await rm(old);
  return file;
}

async function backUpGameFiles({
  folder,
  gamesFolder,
  log,
  now,
  signal,
}: ScheduledBackupsOptions): Promise<string | null> {
  const to = locateGamesBackup(folder);
  const summary = await backUpGames({ from: gamesFolder, to, now, ...(signal && { signal }) });
  log.info({ ...summary }, 'The files of games were backed up.');
  return summary.manifest ?? null;
}

async function listDailyFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => /^daily-.*\.sql\.zst$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

export interface BackupState {
  readonly kind: BackupType;
  /** Since the last successful one; without any, since tracking began. */
  readonly ageSeconds: number;
  readonly isMade: boolean;
  readonly node: string | null;
  readonly place: string | null;
  readonly fault: string | null;
}

export async function readBackupStates({ kysely }: Pick<Database, 'kysely'>): Promise<BackupState[]> {
  const { rows } = await sql<BackupState>`
    select kind, greatest(extract(epoch from now() - coalesce(finished_at, created_at)), 0)::float8 as "ageSeconds",
      finished_at is not null as "isMade", node, place, fault
    from scheduled_backups order by kind`.execute(kysely);
  return rows;
}

/** Backups are daily; two missing ones are reported. */
export const maxBackupAgeSeconds = 48 * 3600;

export const describeBackupAge = ({ kind, ageSeconds, isMade }: BackupState): string => {
  const what = kind === 'database' ? 'the database' : 'the files of games';
  const age =
    ageSeconds < 48 * 3600 ? `${Math.floor(ageSeconds / 3600)} hours` : `${Math.floor(ageSeconds / 86_400)} days`;
  return isMade ? `the last backup of ${what} is ${age} old` : `there has been no backup of ${what} for ${age}`;
};
