import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { createClickHouseEvents } from '#server/features/analytics/clickhouse-events.ts';
import { readOutboxBacklog } from '#server/features/analytics/event-outbox.ts';
import { okFinding, retryOnTimeout, unreachableFinding, warningFinding, type Finding } from './finding.ts';

const maxWaitSeconds = 900;

export async function checkAnalyticsStore(
  { analyticsStore, analyticsMaxWaiting }: Pick<Config, 'analyticsStore' | 'analyticsMaxWaiting'>,
  database: Database,
): Promise<Finding[]> {
  if (!analyticsStore) return [okFinding("ANALYTICS_URL isn't set: events are stored in PostgreSQL")];
  const events = createClickHouseEvents(analyticsStore);
  return [await tryClickHouse(events), await findBacklog(database, analyticsMaxWaiting)];
}

async function tryClickHouse(events: ReturnType<typeof createClickHouseEvents>): Promise<Finding> {
  try {
    const { version, hasTable } = await retryOnTimeout(() => events.readState());
    const table = hasTable ? 'has the table' : 'has no table yet: the server creates it with the first events';
    return okFinding(`${events.name} responds (version ${version}) and ${table}`);
  } catch (error) {
    return unreachableFinding(
      error,
      `${events.name} can't be used`,
      'Start it and check ANALYTICS_URL (host, port, user, password, database). The database must exist, and the user must be allowed to create, read and change tables in it. Until then events wait in PostgreSQL.',
    );
  }
}

async function findBacklog(database: Database, maxWaiting: number): Promise<Finding> {
  const { events, oldestSeconds } = await readOutboxBacklog(database);
  const text = `${events} of at most ${maxWaiting} events wait in PostgreSQL`;
  if (oldestSeconds <= maxWaitSeconds) return okFinding(text);
  return warningFinding(
    `${text}, the first for ${Math.round(oldestSeconds / 60)} minutes`,
    'The log lines "Analytics events wait in PostgreSQL" show the reason. Check that a node runs with ANALYTICS_URL.',
  );
}
