import { sql } from 'kysely';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import { computeDueGameDays } from './compute-game-days.ts';
import { addDays, createDueDays, dropDaysBefore, toDay } from './event-days.ts';
import { moveServerEvents } from './move-server-events.ts';

export interface AnalyticsJobsDeps extends Pick<Infrastructure, 'database' | 'log' | 'now' | 'jobs'> {
  readonly config: Pick<Infrastructure['config'], 'analyticsDays'>;
}

export const defineAnalyticsJobs = (deps: AnalyticsJobsDeps): JobDefinition[] => [
  defineRecurringJob({
    ...deps,
    name: 'analytics-days',
    everyMs: 300_000,
    leaseSeconds: 280,
    run: ({ signal }) => maintainDayTables(deps, signal),
  }),
  defineRecurringJob({
    ...deps,
    name: 'analytics-figures',
    everyMs: 3_600_000,
    leaseSeconds: 1800,
    run: async ({ signal }) => {
      const days = await computeDueGameDays(deps.database, toDay(deps.now()), signal);
      deps.log.info({ days }, 'The figures of games were computed.');
    },
  }),
];

/** Moves events to their days, creates the tables of the next days and drops those that are too old. */
export async function maintainDayTables(
  { config, database, log, now }: Omit<AnalyticsJobsDeps, 'jobs'>,
  signal?: AbortSignal,
): Promise<void> {
  const today = toDay(now());
  const moved = await moveServerEvents(database, signal === undefined ? {} : { signal });
  await createDueDays(database, today);
  const firstDay = addDays(today, -config.analyticsDays);
  const dropped = await dropDaysBefore(database, firstDay);
  const firstPlayerDay = addDays(today, -Math.max(config.analyticsDays, minPlayerDays));
  await sql`delete from analytics_player_days where day < ${firstPlayerDay}`.execute(database.kysely);
  log.info({ moved, dropped }, 'Analytics events were sorted by day.');
}

/** Retention on day 30 needs them for a month. */
const minPlayerDays = 60;
