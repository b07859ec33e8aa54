// `npm run bench`: one JSON line per measure, with our figure, the reference figure of the same run, and the ratio. Rounds
// of both take turns, because the machines are noisy; the median counts.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connectionUrl } from '#server/db/connection-options.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { listenForNotices } from '#server/db/notices.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { accountIdOf, loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { measureFaults } from './faults.ts';
import { sendLoad, type Load } from './load.ts';
import { startMeasured, type MeasuredProcess } from './measured-process.ts';
import { measureWeights, weightLines } from './weights.ts';

interface Measure {
  readonly name: string;
  readonly ours: Omit<Load, 'port' | 'requests' | 'connections'>;
  readonly floor: Omit<Load, 'port' | 'requests' | 'connections'>;
}

interface Figures {
  readonly requestsPerSecond: number;
  readonly cpuMsPerRequest: number;
}

const rounds = 7;
const requests = 8000;
const connections = 16;
/** As in production, log lines and all; only the limit on callers is out of the way, because there is only one here. */
const productionSettings = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  SECRET: 'bench-only-0123456789-abcdefghijklmnopqrstuvwxyz',
  PUBLIC_URL: 'https://portal.example',
  GAMES_URL: 'https://{game}.games.example',
  REQUESTS_PER_MINUTE: '9999999',
};

for (const line of weightLines(measureWeights(join(import.meta.dirname, '../dist/portal'))))
  process.stdout.write(`${JSON.stringify(line)}\n`);

const log = pino({ level: 'error' });
const folder = await mkdtemp(join(tmpdir(), 'fxid-bench-'));
// As root the database runs under another account, which must get in.
await chmod(folder, 0o711);
const embedded = await startEmbeddedPostgres({ dataDir: folder, log });
const database = openDatabase(embedded.connection, { log });
try {
  await migrate(database, { log });
  await loadDemoContent(database);
  const notices = await listenForNotices(database.connection, log);
  const { token } = await createSessions(database, notices).begin(accountIdOf('Ada'));
  await notices.close();
  await runAll(token);
} finally {
  await database.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
await measureFaults((line) => process.stdout.write(`${JSON.stringify(line)}\n`));

async function runAll(token: string): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const measures: Measure[] = [
    {
      name: 'profile',
      ours: {
        method: 'POST',
        path: '/api/v1/profile',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: '{"Game":"gem-miner"}',
      },
      floor: { method: 'POST', path: '/profile', headers: json, body: '{"Game":"gem-miner"}' },
    },
    {
      name: 'games-list',
      ours: { method: 'POST', path: '/api/v1/games/list', headers: json, body: '{"Locale":"en"}' },
      floor: { method: 'POST', path: '/games', headers: json, body: '{"Locale":"en"}' },
    },
  ];
  const env = { DATABASE_URL: connectionUrl(embedded.connection), BENCH_ACCOUNT: accountIdOf('Ada') };
  const started: MeasuredProcess[] = [];
  const start = async (file: string, extra: Readonly<Record<string, string>>): Promise<MeasuredProcess> => {
    const measured = await startMeasured(join(import.meta.dirname, file), { ...env, ...extra });
    started.push(measured);
    return measured;
  };
  try {
    const floor = await start('floor.ts', {});
    const ours = await start('../server/main.ts', { ...productionSettings, DATA_DIR: join(folder, 'server') });
    for (const measure of measures) process.stdout.write(`${JSON.stringify(await compare(measure, ours, floor))}\n`);
  } finally {
    await Promise.all(started.map((each) => each.stop()));
  }
}

async function compare(
  { name, ours, floor }: Measure,
  oursAt: MeasuredProcess,
  floorAt: MeasuredProcess,
): Promise<object> {
  const figures: { ours: Figures[]; floor: Figures[] } = { ours: [], floor: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const floorFigures = await measureOnce(floor, floorAt);
    const oursFigures = await measureOnce(ours, oursAt);
    // The first round warms up.
    if (round === 0) continue;
    figures.floor.push(floorFigures);
    figures.ours.push(oursFigures);
  }
  const [a, b] = [medianOf(figures.ours), medianOf(figures.floor)];
  return {
    measure: name,
    cpuMsPerRequest: a.cpuMsPerRequest,
    floorCpuMsPerRequest: b.cpuMsPerRequest,
    cpuRatio: round(a.cpuMsPerRequest / b.cpuMsPerRequest),
    requestsPerSecond: a.requestsPerSecond,
    floorRequestsPerSecond: b.requestsPerSecond,
    throughputRatio: round(a.requestsPerSecond / b.requestsPerSecond),
  };
}

async function measureOnce(load: Measure['ours'], at: MeasuredProcess): Promise<Figures> {
  const before = at.cpuMs();
  const result = await sendLoad({ ...load, port: at.port, requests, connections });
  return {
    requestsPerSecond: Math.round(result.requests / result.seconds),
    cpuMsPerRequest: round((at.cpuMs() - before) / result.requests, 4),
  };
}

function medianOf(figures: readonly Figures[]): Figures {
  return {
    requestsPerSecond: median(figures.map((each) => each.requestsPerSecond)),
    cpuMsPerRequest: median(figures.map((each) => each.cpuMsPerRequest)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
