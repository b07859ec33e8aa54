import { PgBoss } from 'pg-boss';
import type { ConnectionOptions } from '#server/db/connection-options.ts';
import type { Log } from '#server/db/log.ts';
import { jobsSchemaName } from './install-jobs-schema.ts';

/** Requeues one dead job of this name, or all; running servers execute them. Returns how many. */
export async function retryDeadJobs(
  connection: ConnectionOptions,
  { job, id, log }: { readonly job: string; readonly id?: string | undefined; readonly log: Log },
): Promise<number> {
  const boss = new PgBoss({
    connectionTimeoutMillis: 2000,
    ...connection,
    schema: jobsSchemaName,
    application_name: 'fxid-admin',
    max: 1,
    // Running servers own the queue's tables.
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue had an error.'));
  try {
    await boss.start();
    return await boss.redrive(`${job}.dead`, { destination: job, ...(id !== undefined && { ids: [id] }) });
  } finally {
    await boss.stop({ graceful: false });
  }
}
