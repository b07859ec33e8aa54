// Buffers analytics events and writes them in batches. A crash loses the buffer, which only affects statistics.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { isDatabaseUnavailable } from '#server/db/is-database-unavailable.ts';
import type { Log } from '#server/http/log.ts';

export interface QueuedEvent {
  readonly account_id: string | null;
  readonly session_id: string;
  readonly platform: number;
  readonly build_id: number;
  readonly event_id: number;
  readonly event_build: number | null;
  readonly event_platform: number | null;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly created_at: string;
  readonly server_created_at: string;
}

export interface AnalyticsQueue {
  /** False: the buffer is full and no event was added. */
  add(events: readonly QueuedEvent[]): boolean;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface AnalyticsQueueOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly log: Log;
  readonly maxWaiting?: number;
  readonly batchSize?: number;
  readonly delayMs?: number;
}

export function createAnalyticsQueue(options: AnalyticsQueueOptions): AnalyticsQueue {
  const { database, log, maxWaiting = 20_000, batchSize = 1000, delayMs = 1000 } = options;
  let waiting: QueuedEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  const plan = (): void => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, delayMs);
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      try {
        await insertEvents(database, batch);
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          log.warn({ err: error, waiting: waiting.length }, 'Analytics events could not be written; they wait.');
          plan();
          return;
        }
        log.error({ err: error, lost: batch.length }, 'Analytics events could not be written and are lost.');
      }
      waiting = waiting.slice(batch.length);
    }
  };
  /** Writes are sequential: a caller waits for the running one, then for the events added since. */
  const flush = (): Promise<void> => {
    writing = writing.then(writeAll);
    return writing;
  };
  return {
    add: (events) => {
      if (isClosed || waiting.length + events.length > maxWaiting) return false;
      waiting = waiting.concat(events);
      plan();
      return true;
    },
    flush,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await flush();
      if (waiting.length > 0) log.error({ lost: waiting.length }, 'Analytics events were lost with the stop.');
    },
  };
}

async function insertEvents({ kysely }: Pick<Database, 'kysely'>, events: readonly QueuedEvent[]): Promise<void> {
  await sql`
    with players as (
      select account_id from accounts
      where account_id in (
        select distinct account_id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (account_id uuid)
      )
      -- Erasing one of them waits until this is written, and then takes it along.
      for key share
    )
    insert into analytics_events (
      account_id, session_id, platform, build_id, event_id, event_build, event_platform, fields, created_at, server_created_at
    )
    select e.account_id, e.session_id, e.platform, e.build_id, e.event_id, e.event_build, e.event_platform, e.fields,
      e.created_at, e.server_created_at
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (
      account_id uuid, session_id text, platform integer, build_id integer, event_id integer,
      event_build integer, event_platform integer, fields jsonb, created_at timestamptz, server_created_at timestamptz
    )
    where e.account_id is null or e.account_id in (select account_id from players)`.execute(kysely);
}
