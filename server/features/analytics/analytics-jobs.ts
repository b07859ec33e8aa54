import { sql } from 'kysely';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import { createClickHouseEvents } from './clickhouse-events.ts';
import { countPlaysOfHours } from './count-plays-of-hours.ts';
import { computeDueGameDays } from './compute-game-days.ts';
import { addDays, createDueDays, dropDaysBefore, toDay } from './event-days.ts';
import { moveOutboxToDays } from './event-outbox.ts';
import { openEventStore } from './open-event-store.ts';
import { moveServerEvents } from './move-server-events.ts';
import { createEventSender } from './send-events.ts';

export interface AnalyticsJobsDeps extends Pick<Infrastructure, 'database' | 'log' | 'now' | 'jobs'> {
  readonly config: Pick<Infrastructure['config'], 'analyticsDays' | 'analyticsStore'>;
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
      const store = openEventStore(deps.config, deps.database);
      const days = await computeDueGameDays(deps.database, store, toDay(deps.now()), signal);
      if (days.length === 0) deps.log.warn('The figures of games wait for events that are not in ClickHouse yet.');
      else deps.log.info({ days }, 'The figures of games were computed.');
    },
  }),
  defineRecurringJob({
    ...deps,
    name: 'analytics-hours',
    everyMs: 300_000,
    leaseSeconds: 280,
    run: () => countPlaysOfHours(deps.database, openEventStore(deps.config, deps.database), deps.now()),
  }),
  ...defineSendJob(deps),
];

function defineSendJob(deps: AnalyticsJobsDeps): JobDefinition[] {
  const { analyticsStore } = deps.config;
  if (!analyticsStore) return [];
  const sender = createEventSender({ ...deps, events: createClickHouseEvents(analyticsStore) });
  return [
    defineRecurringJob({
      ...deps,
      name: 'analytics-send',
      everyMs: 15_000,
      leaseSeconds: 280,
      run: ({ signal }) => sender.sendOrLog(signal),
    }),
  ];
}

/** Moves events to their days, creates the tables of the next days and drops days that are too old. */
export async function maintainDayTables(
  { config, database, log, now }: Omit<AnalyticsJobsDeps, 'jobs'>,
  signal?: AbortSignal,
): Promise<void> {
  const today = toDay(now());
  const firstDay = addDays(today, -config.analyticsDays);
  let moved = 0;
  if (!config.analyticsStore) {
    moved = await moveServerEvents(database, { signal });
    // Events that waited when ANALYTICS_URL was removed.
    moved += await moveOutboxToDays(database, { signal });
    await forgetClickHouse(database, config.analyticsDays);
  }
  await createDueDays(database, today);
  const dropped = await dropDaysBefore(database, firstDay);
  const firstPlayerDay = addDays(today, -Math.max(config.analyticsDays, minPlayerDays));
  await sql`delete from analytics_player_days where day < ${firstPlayerDay}`.execute(database.kysely);
  log.info({ moved, dropped }, 'Analytics events were sorted by day.');
}

/** Retention on day 30 needs them for a month. */
const minPlayerDays = 60;

/** Once no event can be left in ClickHouse, ids of erased accounts are no longer kept for it. */
async function forgetClickHouse({ kysely }: Infrastructure['database'], days: number): Promise<void> {
  await sql`delete from analytics_sender where last_used_at < now() - make_interval(days => ${days})`.execute(kysely);
  await sql`delete from analytics_erasures where not exists (select from analytics_sender)`.execute(kysely);
}
