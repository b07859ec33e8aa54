// One worker and two on the same reads. Sender, PostgreSQL and workers share the machine's cores, so two workers can't
// be twice as fast. Other programs distort the rates more than the CPU time: `otherCores` says how much they used.
// - `expectedThroughputRatio` is what the CPU times give on two cores of an otherwise idle machine.
// - `maxThroughputRatio` is the same if a request took no more CPU time with two workers than with one. The sender's
//   share keeps it below 2.
// - `separateCpuMsPerRequest` is the CPU time with two nodes of one worker each, which share no process, pipe or port:
//   what they also need more than one worker is due to the machine's cores, not to our workers.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendLoad, type LoadRequest } from './load.ts';
import { readMachineCpuMs, startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';

export interface WorkersBench {
  readonly settings: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly token: string;
  readonly databaseCpuMs: () => number;
  readonly print: (line: object) => void;
}

type ReadRequest = Pick<LoadRequest, 'path' | 'headers' | 'body'>;

interface RoundFigures {
  readonly requestsPerSecond: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly senderCpuMs: number;
  readonly otherCores: number;
}

const rounds = 15;
const warmUpRounds = 6;
const requests = 4000;
// So many that neither worker waits for the sender.
const connections = 64;
const cores = 2;

export async function measureWorkers({ settings, dataDir, token, databaseCpuMs, print }: WorkersBench): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const reads: Readonly<Record<string, ReadRequest>> = {
    profile: {
      path: '/api/v1/profile',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: '{"Game":"gem-miner"}',
    },
    'games-list': { path: '/api/v1/games/list', headers: json, body: '{"Locale":"en"}' },
  };
  await using started = new AsyncDisposableStack();
  let nodes = 0;
  const start = async (workers: number): Promise<MeasuredProcess> => {
    nodes += 1;
    const own = { ...settings, WORKERS: String(workers), DATA_DIR: `${dataDir}-${nodes}` };
    const server = await startMeasuredProcess(join(import.meta.dirname, '../server/main.ts'), own);
    started.defer(() => server.stop());
    await waitForWorkers(server.port);
    return server;
  };
  const one = await start(1);
  const setUps = { one: [one], two: [await start(2)], separate: [one, await start(1)] };
  for (const [name, read] of Object.entries(reads)) {
    const figures: Figures = { one: [], two: [], separate: [] };
    for (let round = -warmUpRounds; round < rounds; round += 1)
      for (const setUp of ['one', 'two', 'separate'] as const) {
        const measured = await measureRound(setUps[setUp], read, databaseCpuMs);
        if (round >= 0) figures[setUp].push(measured);
      }
    print(compareWorkers(`workers-${name}`, figures));
  }
}

type Figures = Readonly<Record<'one' | 'two' | 'separate', RoundFigures[]>>;

function compareWorkers(measure: string, figures: Figures): object {
  const [one, two, separate] = [medianOf(figures.one), medianOf(figures.two), medianOf(figures.separate)];
  const ratios = figures.two.map((each, at) => each.requestsPerSecond / (figures.one[at]?.requestsPerSecond ?? 0));
  const totalOf = ({ cpuMs, databaseCpuMs, senderCpuMs }: RoundFigures): number => cpuMs + databaseCpuMs + senderCpuMs;
  // One worker is limited by its own core, or by both if the rest needs more than the other one.
  const oneWorkerMs = Math.max(one.cpuMs, totalOf(one) / cores);
  return {
    measure,
    requestsPerSecond: Math.round(two.requestsPerSecond),
    oneWorkerRequestsPerSecond: Math.round(one.requestsPerSecond),
    throughputRatio: round(median(ratios), 2),
    expectedThroughputRatio: round(oneWorkerMs / (totalOf(two) / cores), 2),
    maxThroughputRatio: round(oneWorkerMs / (totalOf(one) / cores), 2),
    cpuMsPerRequest: round(two.cpuMs, 4),
    oneWorkerCpuMsPerRequest: round(one.cpuMs, 4),
    separateCpuMsPerRequest: round(separate.cpuMs, 4),
    databaseCpuMsPerRequest: round(two.databaseCpuMs, 4),
    senderCpuMsPerRequest: round(two.senderCpuMs, 4),
    otherCores: round(Math.max(one.otherCores, two.otherCores), 2),
  };
}

/** Divides the requests equally among the servers. */
async function measureRound(
  servers: readonly MeasuredProcess[],
  read: ReadRequest,
  readDatabaseCpuMs: () => number,
): Promise<RoundFigures> {
  const take = () => ({
    server: servers.reduce((sum, server) => sum + server.familyCpuMs(), 0),
    database: readDatabaseCpuMs(),
    sender: process.cpuUsage(),
    machine: readMachineCpuMs(),
  });
  const before = take();
  const load = {
    ...read,
    method: 'POST',
    requests: requests / servers.length,
    connections: connections / servers.length,
  };
  const results = await Promise.all(servers.map(({ port }) => sendLoad({ ...load, port })));
  const after = take();
  const seconds = Math.max(...results.map((each) => each.seconds));
  const sent = results.reduce((sum, each) => sum + each.requests, 0);
  const { user, system } = process.cpuUsage(before.sender);
  const [cpuMs, databaseCpuMs, senderCpuMs] = [
    after.server - before.server,
    after.database - before.database,
    (user + system) / 1000,
  ];
  const otherMs = after.machine - before.machine - cpuMs - databaseCpuMs - senderCpuMs;
  return {
    requestsPerSecond: sent / seconds,
    cpuMs: cpuMs / sent,
    databaseCpuMs: databaseCpuMs / sent,
    senderCpuMs: senderCpuMs / sent,
    otherCores: Math.max(0, otherMs / (seconds * 1000)),
  };
}

async function waitForWorkers(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { checks } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as {
      checks: Readonly<Record<string, string>>;
    };
    // A single process does not have this check.
    if (checks['workers'] !== 'failing') return;
    await sleep(50);
  }
  throw new Error('The workers did not become ready.');
}

function medianOf(figures: readonly RoundFigures[]): RoundFigures {
  const of = (name: keyof RoundFigures): number => median(figures.map((each) => each[name]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    cpuMs: of('cpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
    senderCpuMs: of('senderCpuMs'),
    otherCores: of('otherCores'),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
