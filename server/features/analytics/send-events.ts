// Sends waiting events to ClickHouse, in batches, and deletes them in PostgreSQL once ClickHouse has stored them. A batch
// whose reply is lost is sent again, and ClickHouse stores its events once.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { addDays, moveDayToOutbox, toDay } from './event-days.ts';
import { ClickHouseError } from './clickhouse.ts';
import type { ClickHouseEvents } from './clickhouse-events.ts';
import { applyErasures } from './event-erasures.ts';
import { deleteFromOutbox, readOutboxBatch, type OutboxBatchLimits } from './event-outbox.ts';
import { moveServerEvents } from './move-server-events.ts';

export interface EventSenderDeps {
  readonly database: Database;
  readonly events: ClickHouseEvents;
  readonly config: { readonly analyticsDays: number };
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly now: () => Date;
  readonly limits?: OutboxBatchLimits;
}

export interface EventSender {
  /** Sends what waits, at most for a few minutes. Returns how many events; none if another node sends. */
  send(signal?: AbortSignal): Promise<number>;
  /** As `send`. If ClickHouse is away, logs it and sends nothing for a while, longer after each failure. */
  sendOrLog(signal?: AbortSignal): Promise<void>;
}

const maxRunMs = 200_000;
const firstPauseMs = 15_000;
const maxPauseMs = 300_000;

export function createEventSender(deps: EventSenderDeps): EventSender {
  const { database, log, now } = deps;
  let failures = 0;
  let pausedUntilMs = 0;
  const send: EventSender['send'] = async (signal) => {
    const leaseId = randomUUID();
    if (!(await takeLease(database, leaseId))) return 0;
    try {
      await moveServerEvents(database, { signal });
      const sent = await sendBatches(deps, leaseId, signal);
      await applyErasures(deps.events, database);
      await deps.events.dropDaysBefore(addDays(toDay(now()), -deps.config.analyticsDays));
      return sent;
    } finally {
      await releaseLease(database, leaseId);
    }
  };
  return {
    send,
    sendOrLog: async (signal) => {
      if (now().getTime() < pausedUntilMs) return;
      try {
        const sent = await send(signal);
        failures = 0;
        if (sent > 0) log.info({ sent }, 'Analytics events were sent to ClickHouse.');
      } catch (error) {
        if (!(error instanceof ClickHouseError) || signal?.aborted === true) throw error;
        const pauseMs = Math.min(firstPauseMs * 2 ** failures, maxPauseMs);
        failures += 1;
        pausedUntilMs = now().getTime() + pauseMs;
        log.warn(
          { err: error, pauseMs },
          'Analytics events wait in PostgreSQL, because ClickHouse does not store them.',
        );
      }
    },
  };
}

async function sendBatches(
  { database, events, limits, now }: EventSenderDeps,
  leaseId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const endMs = performance.now() + maxRunMs;
  let sent = 0;
  while (performance.now() < endMs && (await takeLease(database, leaseId))) {
    signal?.throwIfAborted();
    const batch = await readOutboxBatch(database, limits);
    if (batch) {
      await events.insert(batch.rows, signal);
      await deleteFromOutbox(database, batch);
      sent += batch.count;
      // Events of the server, of a node without ANALYTICS_URL, and from before it was set.
    } else if ((await moveDayToOutbox(database, toDay(now()))) === 0) break;
  }
  return sent;
}

/** Longer than a request to ClickHouse can take. */
const leaseSeconds = 60;

/** Takes or renews it. False if another node has it. */
async function takeLease({ kysely }: Database, leaseId: string): Promise<boolean> {
  const { rows } = await sql<{ lease_id: string }>`
    insert into analytics_sender (lease_id, leased_until)
    values (${leaseId}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (is_only) do update
      set lease_id = excluded.lease_id, leased_until = excluded.leased_until, last_used_at = now()
      where analytics_sender.leased_until < now() or analytics_sender.lease_id = excluded.lease_id
    returning lease_id`.execute(kysely);
  return rows.length > 0;
}

async function releaseLease({ kysely }: Database, leaseId: string): Promise<void> {
  await sql`update analytics_sender set leased_until = '-infinity' where lease_id = ${leaseId}`.execute(kysely);
}
