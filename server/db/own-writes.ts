// A node reads its own writes: before it answers from memory, it waits for the signals of what it has written itself.
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { NodeSignals } from './node-signals.ts';

/** Undefined: there is nothing to wait for. */
export type WaitForOwnWrites = () => Promise<void> | undefined;

export function createOwnWritesWaiter(
  database: Pick<Database, 'kysely' | 'onWrite'>,
  signals: Pick<NodeSignals, 'catchUp'>,
): WaitForOwnWrites {
  let tables: ReadonlySet<string> | undefined;
  let isBehind = true;
  let waiting: Promise<void> | undefined;
  database.onWrite((table, sendsNoSignal) => {
    isBehind ||= !sendsNoSignal && (tables?.has(table) ?? true);
  });
  const catchUp = async (): Promise<void> => {
    isBehind = false;
    try {
      tables ??= await listSignallingTables(database);
    } catch (error) {
      isBehind = true;
      throw error;
    }
    await signals.catchUp();
  };
  return () => {
    if (!isBehind) return waiting;
    const begun = catchUp().finally(() => {
      if (waiting === begun) waiting = undefined;
    });
    waiting = begun;
    return begun;
  };
}

async function listSignallingTables({ kysely }: Pick<Database, 'kysely'>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ table: string }>`
    select distinct relname::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'signal_change'`.execute(kysely);
  return new Set(rows.map(({ table }) => table));
}
