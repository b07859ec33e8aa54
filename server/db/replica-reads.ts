// Reads that may be a few seconds old go to a replica (DATABASE_READ_URL). Once a second the primary's position in its
// log is noted; the position that the replica has reached shows how old its rows are. If it is behind or away, reads go
// to the primary. They also do for some seconds after a signal that public data has changed, because pages that are
// rendered then are cached.
import { sql, type Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { NodeSignals } from './node-signals.ts';
import type { Tables } from './tables.ts';

export interface ReplicaReads {
  /**
   * Runs `work` on the replica, or on the primary if the replica can't be used. For lists in which callers expect nothing
   * that they have just written.
   */
  read<Result>(work: (kysely: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** How old the replica's rows are at most. Undefined without a replica, or while it can't be reached. */
  ageMs(): number | undefined;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly primary: Pick<Database, 'kysely'>;
  readonly replica: Pick<Database, 'kysely' | 'close'>;
  readonly signals: Pick<NodeSignals, 'on' | 'onLost'>;
  readonly nowMs: () => number;
  readonly log: Log;
  /** Replaced by tests. */
  readonly readPosition?: (database: Pick<Database, 'kysely'>) => Promise<bigint>;
}

/** An older replica is not used. */
export const maxReplicaAgeMs = 5000;
const measureMs = 1000;

export const createPrimaryReads = ({ kysely }: Pick<Database, 'kysely'>): ReplicaReads => ({
  read: (work) => work(kysely),
  ageMs: () => undefined,
  close: async () => undefined,
});

/** Measures the replica once before it resolves, then every second. */
export async function startReplicaReads(options: ReplicaOptions): Promise<ReplicaReads> {
  const stopping = new AbortController();
  const reads = createReplicaReads(options);
  await reads.measure();
  const measuring = (async () => {
    while (await pause(stopping.signal)) await reads.measure();
  })();
  return {
    read: (work) => reads.read(work),
    ageMs: () => reads.ageMs(),
    async close() {
      stopping.abort();
      await measuring;
      await reads.close();
    },
  };
}

export function createReplicaReads(options: ReplicaOptions): ReplicaReads & { measure(): Promise<void> } {
  const { primary, replica, signals, nowMs, log, readPosition = readLogPosition } = options;
  let positions: { readonly atMs: number; readonly position: bigint }[] = [];
  /** The replica has every commit that was acknowledged before this time. */
  let freshAtMs: number | undefined;
  let changedAtMs = -Infinity;
  let isKnownToBeAway = false;
  const noteChange = (): void => {
    changedAtMs = nowMs();
  };
  signals.on('pages', noteChange);
  signals.onLost(noteChange);
  const reportAway = (error: unknown): void => {
    freshAtMs = undefined;
    if (!isKnownToBeAway) log.warn({ err: error }, "The replica can't be read; the primary is read instead.");
    isKnownToBeAway = true;
  };
  const notePosition = async (): Promise<void> => {
    const atMs = nowMs();
    try {
      positions = [...positions, { atMs, position: await readPosition(primary) }].slice(-maxPositions);
    } catch (error) {
      // Without the primary the replica only gets older.
      log.debug({ err: error }, "The primary's position is unknown.");
    }
  };
  const ageMs = (): number | undefined => (freshAtMs === undefined ? undefined : nowMs() - freshAtMs);
  const isUsable = (): boolean => (ageMs() ?? Infinity) <= maxReplicaAgeMs && nowMs() - changedAtMs > maxReplicaAgeMs;
  return {
    async measure() {
      await notePosition();
      try {
        const reached = await readPosition(replica);
        freshAtMs = positions.findLast(({ position }) => position <= reached)?.atMs ?? freshAtMs;
        isKnownToBeAway = false;
      } catch (error) {
        reportAway(error);
      }
    },
    async read(work) {
      if (!isUsable()) return work(primary.kysely);
      try {
        return await work(replica.kysely);
      } catch (error) {
        if (!isReplicaFault(error)) throw error;
        reportAway(error);
        return work(primary.kysely);
      }
    },
    ageMs,
    close: () => replica.close(),
  };
}

/** Enough for a replica that is behind for a while; an older one isn't used. */
const maxPositions = (2 * maxReplicaAgeMs) / measureMs;

async function readLogPosition({ kysely }: Pick<Database, 'kysely'>): Promise<bigint> {
  const { rows } = await sql<{ position: string | null }>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
      - '0/0'::pg_lsn)::text as position`.execute(kysely);
  return BigInt(rows[0]?.position ?? '0');
}

/** 40001: the replica canceled the statement to apply a change. */
const isReplicaFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error as { code?: unknown }).code === '40001';

async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(measureMs, undefined, { signal, ref: false });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
