// Callers that send analytics events without a pause and remember which were acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { callApi } from './call-api.ts';
import { eventually } from './eventually.ts';
import type { KillableServer } from './killable-server.ts';
import { serverTimeoutMs } from './server-process.ts';

export interface EventSenders {
  readonly broken: readonly string[];
  acknowledged(): number;
  /** Waits until some more batches are acknowledged. */
  untilMore(): Promise<void>;
  /** Stops and returns the acknowledged events that are not stored. */
  stopAndFindLost(): Promise<string[]>;
}

const senders = 4;
const batchSize = 20;
const pauseMs = 50;
const fewBatches = 10;

export function startEventSenders(server: KillableServer): EventSenders {
  const stopping = new AbortController();
  const acknowledged: string[] = [];
  const broken: string[] = [];
  let sent = 0;
  const send = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const batch = Array.from({ length: batchSize }, () => `event-${(sent += 1)}`);
      const CreatedAt = new Date().toISOString();
      const Events = batch.map((S1) => ({ EventId: killEventId, CreatedAt, S1 }));
      const reply = await callApi(`${server.process().address}/api/v1/analytics/track`, {
        body: { SessionId: 'kills', Platform: 24, BuildId: 190, Events },
      });
      if (reply.outcome === 'done') acknowledged.push(...batch);
      else if (reply.outcome === 'broken') broken.push(reply.why);
      if (reply.outcome !== 'done') await sleep(pauseMs);
    }
  };
  const sending = Array.from({ length: senders }, send);
  return {
    broken,
    acknowledged: () => acknowledged.length,
    untilMore: async () => {
      const before = acknowledged.length;
      await eventually(() => acknowledged.length >= before + fewBatches * batchSize, serverTimeoutMs);
    },
    stopAndFindLost: async () => {
      stopping.abort();
      await Promise.all(sending);
      const stored = await readStored(server.dataDir);
      return acknowledged.filter((name) => !stored.has(name));
    },
  };
}

const killEventId = 9999;

function readStored(dataDir: string): Promise<ReadonlySet<string>> {
  return withSingleConnection(buildEmbeddedConnection(dataDir), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select fields->>'S1' as name from analytics_events_by_day where event_id = ${killEventId}`,
    );
    return new Set(rows.map(({ name }) => name));
  });
}
