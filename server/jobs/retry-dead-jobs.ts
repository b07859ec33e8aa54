// Requeues or deletes dead jobs for operators, recorded in the audit log in the same transaction.
import { sql, type Transaction } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Database } from '#server/db/database.ts';
import { runPrepared } from '#server/db/define-statement.ts';
import type { Log } from '#server/db/log.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/features/audit-log/audit-log.ts';
import { jobsSchemaName } from './install-jobs-schema.ts';

export interface DeadJobs extends RecordedChange {
  readonly job: string;
  /** Absent: all dead jobs of this name. */
  readonly id?: string | undefined;
}

/** Running servers execute them. Returns how many; nothing is recorded if there are none. */
export async function retryDeadJobs(
  { database, log }: { readonly database: Database; readonly log: Log },
  { job, id, record, reason }: DeadJobs,
): Promise<number> {
  const boss = new PgBoss({
    connectionTimeoutMillis: 2000,
    ...database.connection,
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
    return await database.transaction(async (trx) => {
      const db = {
        executeSql: async (text: string, values: unknown[] = []) => ({
          rows: await runPrepared<object>(trx, text, values),
        }),
      };
      const count = await boss.redrive(`${job}.dead`, { destination: job, db, ...(id !== undefined && { ids: [id] }) });
      if (count > 0)
        await record?.(trx, { object: { kind: 'job', id: id ?? job }, after: { Job: job, Retried: count }, reason });
      return count;
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** What they should have done is never done. Returns how many. */
export const discardDeadJobs = (
  { database }: { readonly database: Database },
  { job, id, record, reason }: DeadJobs,
): Promise<number> =>
  database.transaction(async (trx) => {
    const count = await deleteDeadJobs(trx, job, id);
    if (count > 0)
      await record?.(trx, { object: { kind: 'job', id: id ?? job }, after: { Job: job, Discarded: count }, reason });
    return count;
  });

async function deleteDeadJobs(trx: Transaction<Tables>, job: string, id: string | undefined): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job
    where name = ${`${job}.dead`} and state < 'active' and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`.execute(
    trx,
  );
  return Number(numAffectedRows);
}
