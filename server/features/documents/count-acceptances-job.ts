// Counts acceptances of each version, so that lists need not count millions of rows. Deleted accounts are gone after the
// next count.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';

export const defineAcceptanceCountJob = (deps: Pick<Infrastructure, 'database' | 'jobs' | 'now'>) =>
  defineRecurringJob({
    ...deps,
    name: 'document-acceptance-counts',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    run: () => countAcceptances(deps.database),
  });

export async function countAcceptances(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    await sql`set local statement_timeout = '120s'`.execute(trx);
    // Acceptances of the last minute may not be committed yet: they are counted when the list is read.
    await sql`
      insert into document_acceptance_counts (version_id, accepted, counted_until)
      select version_id, count(accepted_at) filter (where accepted_at < now() - interval '1 minute'),
        now() - interval '1 minute'
      from document_versions left join document_acceptances using (version_id)
      group by version_id
      on conflict (version_id) do update set accepted = excluded.accepted, counted_until = excluded.counted_until`.execute(
      trx,
    );
  });
}
