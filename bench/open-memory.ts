import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { createOutageMemory } from '#server/db/outage-memory.ts';
import { createOwnWritesWaiter } from '#server/db/own-writes.ts';
import type { ReadCacheDeps } from '#server/db/read-cache.ts';
import { createMetrics } from '#server/http/metrics.ts';

interface BenchMemory extends AsyncDisposable {
  readonly memory: ReadCacheDeps;
}

/** The caches of a server, for parts that are measured without one. */
export async function openMemory(database: Database, log: Log): Promise<BenchMemory> {
  const signals = await listenForNodeSignals(database.connection, log);
  const nowMs = (): number => performance.now();
  const memory = {
    signals,
    waitForOwnWrites: createOwnWritesWaiter(database, signals),
    outage: createOutageMemory(database, signals, nowMs),
    metrics: createMetrics(),
    nowMs,
  };
  return { memory, [Symbol.asyncDispose]: () => signals.close() };
}
