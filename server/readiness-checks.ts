// The checks behind `/readyz`: what a node needs to receive traffic, and what it can do without for a while.
import { sql } from 'kysely';
import type { Redis } from 'ioredis';
import type { BuildStore } from './build-store/build-store.ts';
import { describeDifference, type DatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import { maxReplicaAgeMs, type ReplicaReads } from './db/replica-reads.ts';
import { describeBackupAge, maxBackupAgeSeconds, readBackupStates } from './db/scheduled-backups.ts';
import { defaultMigrationFolder, readMigrations } from './db/migration-files.ts';
import { listBuildsWithMissingFiles } from './features/games/list-builds-with-missing-files.ts';
import { probeRedis } from './http/probe-redis.ts';
import type { ReadinessOutcome, ReadinessCheck } from './http/probes.ts';
import { formatGigabytes, classifyDiskSpace, measureDisk as measureOwnDisk, type MeasureDisk } from './measure-disk.ts';
import type { NodeState } from './workers/worker-calls.ts';

export interface ReadinessDeps {
  readonly database: Database;
  readonly jobs: { isWorking(ownNow: Date): boolean | Promise<boolean> };
  /** Absent if this process is the whole node. */
  readonly readNodeState?: (() => Promise<NodeState>) | undefined;
  readonly redis: Pick<Redis, 'eval'> | undefined;
  /** Absent without DATABASE_READ_URL. */
  readonly replica?: Pick<ReplicaReads, 'ageMs'> | undefined;
  readonly clock: Pick<DatabaseClock, 'differenceMs' | 'isRight'>;
  readonly ownNow: () => Date;
  readonly gameFolders: readonly string[];
  readonly buildStore?: Pick<BuildStore, 'probe'> | undefined;
  readonly dataDir: string;
  readonly scheduledBackups: boolean;
  readonly measureDisk?: MeasureDisk;
}

export async function createReadinessChecks({
  database,
  jobs,
  readNodeState,
  redis,
  replica,
  clock,
  ownNow,
  gameFolders,
  buildStore,
  dataDir,
  scheduledBackups,
  measureDisk = measureOwnDisk,
}: ReadinessDeps): Promise<readonly ReadinessCheck[]> {
  const newest = (await readMigrations(defaultMigrationFolder)).at(-1)?.name ?? '';
  return [
    // Optional: files are served without it, and an outage affects all nodes alike.
    { name: 'database', isOptional: true, check: async () => ({ ok: await database.ready() }) },
    { name: 'migrations', check: async () => ({ ok: await isMigrated(database, newest) }) },
    // Optional: jobs wait in the database, where other nodes pick them up.
    { name: 'jobs', isOptional: true, check: async () => ({ ok: await jobs.isWorking(ownNow()) }) },
    // Optional: the others serve.
    ...(readNodeState ? [{ name: 'workers', isOptional: true, check: () => checkWorkers(readNodeState) }] : []),
    // Optional: the server uses the database's time, but the operator should know of the difference.
    {
      name: 'clock',
      isOptional: true,
      check: async () => ({
        ok: clock.isRight(),
        detail: `${describeDifference(clock.differenceMs())} the database`,
      }),
    },
    // Optional: without Redis, rate limits are not enforced.
    ...(redis ? [{ name: 'redis', isOptional: true, check: () => checkRedis(redis) }] : []),
    // Optional: the primary is read instead.
    ...(replica ? [{ name: 'replica', isOptional: true, check: async () => checkReplica(replica) }] : []),
    // Optional: the games that are present can still be played.
    {
      name: 'games',
      isOptional: true,
      check: keepOutcome(60_000, ownNow, () =>
        buildStore ? checkBuildStore(buildStore) : checkGameFiles(database, gameFolders),
      ),
    },
    ...(scheduledBackups
      ? [{ name: 'backups', isOptional: true, check: keepOutcome(60_000, ownNow, () => checkBackups(database)) }]
      : []),
    { name: 'disk', isOptional: true, check: keepOutcome(30_000, ownNow, () => checkRoom(dataDir, measureDisk)) },
  ];
}

/**
 * A newer schema is fine: during an update the old program runs next to the new one. A database restored to an older
 * schema is not.
 */
async function isMigrated({ kysely }: Database, newest: string): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`SELECT max(name) AS name FROM migration_checksums`.execute(
    kysely,
  );
  return (rows[0]?.name ?? '') >= newest;
}

async function checkWorkers(readNodeState: () => Promise<NodeState>): Promise<ReadinessOutcome> {
  const { runningWorkers, wantedWorkers } = await readNodeState();
  if (runningWorkers >= wantedWorkers) return { ok: true };
  return { ok: false, detail: `${runningWorkers} of ${wantedWorkers} workers run` };
}

function checkReplica({ ageMs }: Pick<ReplicaReads, 'ageMs'>): ReadinessOutcome {
  const age = ageMs();
  if (age === undefined) return { ok: false, detail: "the replica can't be reached" };
  return { ok: age <= maxReplicaAgeMs, detail: `at most ${(age / 1000).toFixed(1)} s old` };
}

async function checkRedis(redis: Pick<Redis, 'eval'>): Promise<ReadinessOutcome> {
  try {
    await probeRedis(redis);
    return { ok: true };
  } catch (error) {
    return { ok: false, detail: `requests are not limited: ${(error as Error).message}` };
  }
}

async function checkBuildStore(store: Pick<BuildStore, 'probe'>): Promise<ReadinessOutcome> {
  try {
    await store.probe();
    return { ok: true };
  } catch (error) {
    return { ok: false, detail: `only games on this node can be played: ${(error as Error).message}` };
  }
}

async function checkGameFiles(database: Database, folders: readonly string[]): Promise<ReadinessOutcome> {
  const missing = await listBuildsWithMissingFiles(database, folders);
  if (missing.length === 0) return { ok: true };
  const named = missing.slice(0, maxNamed).map(({ game, build }) => `${game} (build ${build})`);
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  return { ok: false, detail: `files are missing on this node: ${named.join(', ')}${more}` };
}

const maxNamed = 5;

async function checkBackups(database: Database): Promise<ReadinessOutcome> {
  const old = (await readBackupStates(database)).filter(({ ageSeconds }) => ageSeconds > maxBackupAgeSeconds);
  if (old.length === 0) return { ok: true };
  return { ok: false, detail: old.map(describeBackupAge).join('; ') };
}

async function checkRoom(dataDir: string, measure: MeasureDisk): Promise<ReadinessOutcome> {
  const room = await measure(dataDir);
  if (classifyDiskSpace(room) !== 'full') return { ok: true };
  return { ok: false, detail: `only ${formatGigabytes(room.freeBytes)} are free in DATA_DIR` };
}

/** Load balancers probe every second; slow-changing checks are cached. */
function keepOutcome(
  keptMs: number,
  now: () => Date,
  check: () => Promise<ReadinessOutcome>,
): () => Promise<ReadinessOutcome> {
  let kept: { readonly at: number; readonly outcome: ReadinessOutcome } | undefined;
  return async () => {
    const at = now().getTime();
    if (!kept || Math.abs(at - kept.at) >= keptMs) kept = { at, outcome: await check() };
    return kept.outcome;
  };
}
