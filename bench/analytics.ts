// Acknowledged analytics events per second, compared with a bare COPY of the same rows into the same table: one
// statement, one commit. The bound is half of that. Also the response times of other calls during such a load.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import type { AnalyticsEnvelope } from '#model/analytics.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { copyRows } from '#server/db/copy-connection.ts';
import type { Database } from '#server/db/database.ts';
import { buildCopyEventsSql, buildEventBatch } from '#server/features/analytics/event-batch.ts';
import { measureUnderFlood, median } from './analytics-flood.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { startMeasuredProcess } from './measured-process.ts';
import { makePlayers } from './presence.ts';

const server = fileURLToPath(new URL('../server/main.ts', import.meta.url));
const rounds = 9;
const warmUpRounds = 4;
const batchEvents = 200;
const batches = 192;
const connections = 64;
const bound = 0.5;

export interface MeasureAnalyticsOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly gameKey: string;
  readonly print: (line: object) => void;
}

export async function measureAnalytics(
  database: Database,
  { settings, gameKey, print }: MeasureAnalyticsOptions,
): Promise<void> {
  const env = { ...settings, DATABASE_URL: buildConnectionUrl(database.connection) };
  const measured = await startMeasuredProcess(server, env);
  const players = await makePlayers(database, batches);
  const pool = new Pool({ ...database.connection, max: 1 });
  const tokens = players.map(({ token }) => token);
  const track: Omit<LoadRequest, 'body'> = {
    port: measured.port,
    method: 'POST',
    path: '/api/v1/analytics/track',
    headers: { 'content-type': 'application/json' },
    tokens,
    requests: batches,
    connections,
  };
  const json = track.headers;
  const calls = {
    profile: { path: '/api/v1/profile', headers: json, body: '{}', tokens },
    'sign-in': {
      path: '/api/v1/auth/authenticate_from_import',
      headers: { ...json, authorization: `Bearer ${gameKey}` },
      body: JSON.stringify({
        GameSystemName: 'gem-miner',
        SocialIdentifierType: 'Telegram',
        SocialIdentifier: 'known-1',
      }),
    },
    store: {
      path: '/api/v1/store/store_data',
      headers: json,
      body: JSON.stringify({ Game: 'gem-miner', Locale: 'en', Currency: 'EUR' }),
    },
  };
  try {
    const ours: number[] = [];
    const floor: number[] = [];
    const ratios: number[] = [];
    let loopCpuMs = 0;
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      const envelopes = players.map(() => createEnvelope(batchEvents));
      const rows = envelopes.map((each, at) => buildEventBatch(each, players[at], new Date()).rows);
      const bodies = envelopes.map((each) => JSON.stringify(each));
      const floorRate = await copyAll(pool, rows);
      const cpuBefore = measured.mainThreadCpuMs();
      const ourRate = await sendAll({ ...track, body: bodies });
      if (round < 0) continue;
      loopCpuMs += measured.mainThreadCpuMs() - cpuBefore;
      floor.push(floorRate);
      ours.push(ourRate);
      ratios.push(ourRate / floorRate);
    }
    const ratio = median(ratios);
    print({
      measure: 'analytics-track',
      eventsPerSecond: Math.round(median(ours)),
      copyRowsPerSecond: Math.round(median(floor)),
      ratio: Number(ratio.toFixed(2)),
      bound,
      // How long a batch keeps the event loop from serving other requests.
      loopCpuMsPerBatch: Number((loopCpuMs / rounds / batches).toFixed(2)),
    });
    if (ratio < bound) throw new Error(`Only ${ratio.toFixed(2)} of a bare COPY were acknowledged.`);
    const body = players.map(() => JSON.stringify(createEnvelope(batchEvents)));
    await measureUnderFlood({ ...track, body }, calls, { batchEvents, print });
  } finally {
    await pool.end();
    await measured.stop();
  }
}

export const createEnvelope = (events: number): AnalyticsEnvelope => ({
  SessionId: randomUUID(),
  Platform: 24,
  BuildId: 190,
  Events: Array.from({ length: events }, (_, level) => ({
    EventId: 1802,
    CreatedAt: new Date().toISOString(),
    Build: 190,
    Platform: 24,
    S1: 'gem-miner',
    S2: 'level_up',
    S3: 'hero of the mine',
    I1: level,
    F1: level / 7,
    J1: JSON.stringify({ level, weapon: 'axe', isFirst: true }),
  })),
});

async function copyAll(pool: Pool, rows: readonly Uint8Array[]): Promise<number> {
  const client = await pool.connect();
  try {
    const begin = performance.now();
    await copyRows(client, buildCopyEventsSql('analytics_events_by_day'), rows);
    return (batches * batchEvents) / ((performance.now() - begin) / 1000);
  } finally {
    client.release();
  }
}

async function sendAll(load: LoadRequest): Promise<number> {
  const { requests, seconds } = await sendLoad(load);
  return (requests * batchEvents) / seconds;
}
