// What a node needs to take traffic, and what it can do without for a while, each by its name in `/readyz`.
import { sql } from 'kysely';
import type { Redis } from 'ioredis';
import { describeDifference, type DatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import { describeBackupAge, maxBackupAgeSeconds, readBackupStates } from './db/scheduled-backups.ts';
import { defaultMigrationFolder, readMigrations } from './db/migration-files.ts';
import { listMissingFiles } from './features/games/list-missing-files.ts';
import { probeRedis } from './http/probe-redis.ts';
import type { CheckOutcome, ReadinessCheck } from './http/probes.ts';
import type { Jobs } from './jobs/jobs.ts';
import { inGigabytes, judgeRoom, measureDisk as measureOwnDisk, type MeasureDisk } from './measure-disk.ts';

export interface CheckedParts {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'isWorking'>;
  readonly redis: Pick<Redis, 'eval'> | undefined;
  readonly clock: Pick<DatabaseClock, 'differenceMs' | 'isRight'>;
  readonly ownNow: () => Date;
  /** Where this node has the files of games. */
  readonly gameFolders: readonly string[];
  readonly dataDir: string;
  readonly scheduledBackups: boolean;
  readonly measureDisk?: MeasureDisk;
}

export async function createReadinessChecks({
  database,
  jobs,
  redis,
  clock,
  ownNow,
  gameFolders,
  dataDir,
  scheduledBackups,
  measureDisk = measureOwnDisk,
}: CheckedParts): Promise<readonly ReadinessCheck[]> {
  const newest = (await readMigrations(defaultMigrationFolder)).at(-1)?.name ?? '';
  return [
    // Without it files still come. It is away for all nodes at once, so another node would do no better.
    { name: 'database', isOptional: true, check: async () => ({ ok: await database.ready() }) },
    { name: 'migrations', check: async () => ({ ok: await isMigrated(database, newest) }) },
    // Jobs wait in the database, where other nodes find them.
    { name: 'jobs', isOptional: true, check: async () => ({ ok: jobs.isWorking(ownNow()) }) },
    // What runs here goes by the database's time; an operator should know all the same.
    {
      name: 'clock',
      isOptional: true,
      check: async () => ({
        ok: clock.isRight(),
        detail: `${describeDifference(clock.differenceMs())} the database`,
      }),
    },
    // Without it limits are open.
    ...(redis ? [{ name: 'redis', isOptional: true, check: () => checkRedis(redis) }] : []),
    // The games that are there can be played all the same.
    {
      name: 'games',
      isOptional: true,
      check: keepOutcome(60_000, ownNow, () => checkGameFiles(database, gameFolders)),
    },
    ...(scheduledBackups
      ? [{ name: 'backups', isOptional: true, check: keepOutcome(60_000, ownNow, () => checkBackups(database)) }]
      : []),
    { name: 'disk', isOptional: true, check: keepOutcome(30_000, ownNow, () => checkRoom(dataDir, measureDisk)) },
  ];
}

/** A newer database is fine: a program goes on beside its successor. One that was put back to an older state is not. */
async function isMigrated({ kysely }: Database, newest: string): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`SELECT max(name) AS name FROM migration_checksums`.execute(
    kysely,
  );
  return (rows[0]?.name ?? '') >= newest;
}

async function checkRedis(redis: Pick<Redis, 'eval'>): Promise<CheckOutcome> {
  try {
    await probeRedis(redis);
    return { ok: true };
  } catch (error) {
    return { ok: false, detail: `requests are not limited: ${(error as Error).message}` };
  }
}

async function checkGameFiles(database: Database, folders: readonly string[]): Promise<CheckOutcome> {
  const missing = await listMissingFiles(database, folders);
  if (missing.length === 0) return { ok: true };
  const named = missing.slice(0, maxNamed).map(({ game, build }) => `${game} (build ${build})`);
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  return { ok: false, detail: `files are missing on this node: ${named.join(', ')}${more}` };
}

const maxNamed = 5;

async function checkBackups(database: Database): Promise<CheckOutcome> {
  const old = (await readBackupStates(database)).filter(({ ageSeconds }) => ageSeconds > maxBackupAgeSeconds);
  if (old.length === 0) return { ok: true };
  return { ok: false, detail: old.map(describeBackupAge).join('; ') };
}

async function checkRoom(dataDir: string, measure: MeasureDisk): Promise<CheckOutcome> {
  const room = await measure(dataDir);
  if (judgeRoom(room) !== 'full') return { ok: true };
  return { ok: false, detail: `only ${inGigabytes(room.freeBytes)} are free in DATA_DIR` };
}

/** Balancers ask every second; what changes slowly is looked at less often. */
function keepOutcome(keptMs: number, now: () => Date, check: () => Promise<CheckOutcome>): () => Promise<CheckOutcome> {
  let kept: { readonly at: number; readonly outcome: CheckOutcome } | undefined;
  return async () => {
    const at = now().getTime();
    if (!kept || Math.abs(at - kept.at) >= keptMs) kept = { at, outcome: await check() };
    return kept.outcome;
  };
}
