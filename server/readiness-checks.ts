// What a node needs to take traffic, and what it can do without for a while, each by its name in `/readyz`.
import { sql } from 'kysely';
import type { Redis } from 'ioredis';
import { describeDifference, type DatabaseClock } from './db/database-clock.ts';
import type { Database } from './db/database.ts';
import { defaultMigrationFolder, readMigrations } from './db/migration-files.ts';
import type { ReadinessCheck } from './http/probes.ts';
import type { Jobs } from './jobs/jobs.ts';

export interface CheckedParts {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'isWorking'>;
  readonly redis: Redis | undefined;
  readonly clock: Pick<DatabaseClock, 'differenceMs' | 'isRight'>;
  readonly ownNow: () => Date;
}

export async function createReadinessChecks({
  database,
  jobs,
  redis,
  clock,
  ownNow,
}: CheckedParts): Promise<readonly ReadinessCheck[]> {
  const newest = (await readMigrations(defaultMigrationFolder)).at(-1)?.name ?? '';
  return [
    { name: 'database', check: async () => ({ ok: await database.ready() }) },
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
    ...(redis
      ? [{ name: 'redis', isOptional: true, check: async () => ({ ok: (await redis.ping()) === 'PONG' }) }]
      : []),
  ];
}

/** A newer database is fine: a program goes on beside its successor. One that was put back to an older state is not. */
async function isMigrated({ kysely }: Database, newest: string): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`SELECT max(name) AS name FROM migration_checksums`.execute(
    kysely,
  );
  return (rows[0]?.name ?? '') >= newest;
}
