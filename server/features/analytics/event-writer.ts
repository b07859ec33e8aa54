// Writes analytics events. Batches that arrive while a write is running share the next one: one COPY and one commit for
// many requests. `write` resolves once the events are durable.
import { sql } from 'kysely';
import { parseUuid } from '#model/parse-uuid.ts';
import type { CopyConnection } from '#server/db/copy-connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { buildCopyEventsSql, type EventBatch, type EventTable } from './event-batch.ts';
import { buildOverloadProblem } from './track-admission.ts';

export interface EventWriter {
  /** Rejects with `Overloaded` if too much waits already. */
  write(batch: EventBatch): Promise<void>;
  close(): Promise<void>;
}

export interface EventWriterDeps {
  readonly connection: CopyConnection;
  readonly database: Pick<Database, 'kysely'>;
  readonly log: Log;
  readonly table?: EventTable;
  /** The maximum of what waits, in bytes. */
  readonly maxWaiting?: number;
}

interface WaitingBatch extends EventBatch {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The bytes of one write. If all batches were written at once, their senders would wait together and
 * then send together, and this process and the database would work in turns instead of at the same time.
 */
const maxGroup = 1_000_000;

export function createEventWriter(deps: EventWriterDeps): EventWriter {
  const { connection, log, maxWaiting = 16_000_000 } = deps;
  let waiting: WaitingBatch[] = [];
  let waitingLength = 0;
  let writing: Promise<void> | undefined;

  const takeGroup = (): readonly WaitingBatch[] => {
    let length = 0;
    const end = waiting.findIndex(({ rows }, at) => (length += rows.length) > maxGroup && at > 0);
    const group = end === -1 ? waiting : waiting.slice(0, end);
    waiting = end === -1 ? [] : waiting.slice(end);
    waitingLength -= group.reduce((sum, { rows }) => sum + rows.length, 0);
    return group;
  };
  const writeGroup = async (group: readonly WaitingBatch[]): Promise<void> => {
    try {
      await copyBatches(deps, group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (!hasSqlState(error, /^22/) || group.length === 1) {
        for (const { reject } of group) reject(error);
        return;
      }
      log.error(
        { err: error, batches: group.length },
        'A batch of analytics events is invalid; each is written alone.',
      );
      for (const batch of group) await writeGroup([batch]);
    }
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) await writeGroup(takeGroup());
    writing = undefined;
  };
  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        if (waitingLength + batch.rows.length > maxWaiting) return reject(buildOverloadProblem());
        waiting.push({ ...batch, resolve, reject });
        waitingLength += batch.rows.length;
        writing ??= writeAll();
      }),
    close: async () => {
      await writing;
      await connection.close();
    },
  };
}

const hasSqlState = (error: unknown, pattern: RegExp): boolean =>
  pattern.test(String((error as { readonly code?: unknown }).code));

const maxTries = 3;

async function copyBatches(
  deps: Pick<EventWriterDeps, 'connection' | 'database' | 'table'>,
  batches: readonly EventBatch[],
  tries = 1,
): Promise<void> {
  const accountIds = new Set(batches.flatMap(({ accountId }) => accountId ?? []));
  try {
    await deps.connection.copy(
      buildCopyStatements([...accountIds], buildCopyEventsSql(deps.table ?? 'analytics_events_by_day')),
      batches.map(({ rows }) => rows),
    );
  } catch (error) {
    if (!hasSqlState(error, /^P0002$/) || tries === maxTries) throw error;
    // An account was erased after its session was checked: its events are dropped.
    const { rows: found } = await sql<{ account_id: string }>`
      select account_id from accounts where account_id = any(${[...accountIds]}::uuid[])`.execute(deps.database.kysely);
    const isThere = new Set(found.map(({ account_id }) => account_id));
    const rest = batches.filter(({ accountId }) => accountId === null || isThere.has(accountId));
    await copyBatches(deps, rest, tries + 1);
  }
}

/** Erasing one of these accounts waits until the events are written, and deletes them. */
function buildCopyStatements(accountIds: readonly string[], copySql: string): string {
  if (accountIds.length === 0) return copySql;
  const ids = accountIds.map((id) => `'${parseUuid(id) ?? ''}'`);
  return `
    begin;
    do $$
    declare found integer;
    begin
      perform from accounts where account_id in (${ids.join(', ')}) order by account_id for key share;
      get diagnostics found = row_count;
      if found <> ${ids.length} then raise no_data_found; end if;
    end $$;
    ${copySql};
    commit`;
}
