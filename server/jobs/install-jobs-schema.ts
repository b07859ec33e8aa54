import { PgBoss } from 'pg-boss';
import type { ConnectionOptions } from '#server/db/connection-options.ts';
import { buildSessionTimeoutsOption } from '#server/db/session-timeouts.ts';
import type { Log } from '#server/db/log.ts';

export const jobsSchemaName = 'pgboss';

/**
 * Creates or upgrades the queue's tables. Separate from the running queue, because starting nodes wait for each other
 * here, longer than ordinary connection timeouts allow.
 */
export async function installJobsSchema(connection: ConnectionOptions, log: Log): Promise<void> {
  const boss = new PgBoss({
    connectionTimeoutMillis: 10_000,
    ...connection,
    schema: jobsSchemaName,
    application_name: 'fxid-migrate',
    max: 1,
    ...buildSessionTimeoutsOption({ statement_timeout: 3_600_000, lock_timeout: 900_000 }),
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, "Installing the job queue's tables failed."));
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
  }
}
