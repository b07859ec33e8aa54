import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { Infrastructure } from '#server/infrastructure.ts';

/** Joins ranges that players have left. */
export const defineCompactLeaderboardsJob = ({
  database,
  jobs,
  now,
}: Pick<Infrastructure, 'database' | 'jobs' | 'now'>): JobDefinition =>
  defineRecurringJob({
    name: 'compact-leaderboards',
    everyMs: 3_600_000,
    leaseSeconds: 300,
    database,
    jobs,
    now,
    run: async ({ signal }) => {
      for (const boardId of await findSparseBoards(database)) {
        signal.throwIfAborted();
        await sql`select merge_leaderboard_ranges(${boardId}::bigint)`.execute(database.kysely);
      }
    },
  });

export async function findSparseBoards({ kysely }: Pick<Database, 'kysely'>): Promise<number[]> {
  const { rows } = await sql<{ board_id: number }>`
    select board_id from leaderboard_ranges
    group by board_id having count(*) > 20 and sum(entries) < count(*) * 250`.execute(kysely);
  return rows.map(({ board_id }) => board_id);
}
