import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { createClickHouseEventStore } from './clickhouse-event-store.ts';
import { createClickHouseEvents } from './clickhouse-events.ts';
import type { EventStore } from './event-store.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

export const openEventStore = ({ analyticsStore }: Pick<Config, 'analyticsStore'>, database: Database): EventStore =>
  analyticsStore
    ? createClickHouseEventStore(createClickHouseEvents(analyticsStore), database)
    : createPostgresEventStore(database);
