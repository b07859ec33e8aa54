// Creating and reading an account, compared with Nakama (github.com/heroiclabs/nakama), an open-source game server in
// Go. Both use the same PostgreSQL and the same sender. We run two workers, Nakama uses all cores by default. Set
// NAKAMA_PATH or put `nakama` into PATH; otherwise this is skipped.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { buildConnectionUrl, withDatabaseName, type ConnectionOptions } from '#server/db/connection-options.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { startMeasuredProcess, startMeasuredProgram, type MeasuredProcess } from './measured-process.ts';

export interface NakamaBench {
  readonly program: string;
  readonly connection: ConnectionOptions;
  readonly settings: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly gameKey: string;
  readonly databaseCpuMs: () => number;
  readonly print: (line: object) => void;
  readonly rounds?: number;
  readonly requests?: number;
}

interface Side {
  readonly server: MeasuredProcess;
  readonly create: (id: string) => AccountRequest;
  readonly read: (session: string) => AccountRequest;
  readonly sessionOf: (created: unknown) => string;
}

type AccountRequest = Pick<LoadRequest, 'method' | 'path' | 'headers'> & { readonly body: string };

interface RoundFigures {
  readonly requestsPerSecond: number;
  /** With PostgreSQL's. */
  readonly cpuMs: number;
}

const defaultRounds = 9;
const warmUpRounds = 3;
const defaultRequests = 1500;
const connections = 32;
const serverKey = 'defaultkey';

/** Undefined: Nakama is not installed. */
export async function findNakama(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = env['NAKAMA_PATH'];
  const places = named === undefined ? (env['PATH'] ?? '').split(delimiter).map((at) => join(at, 'nakama')) : [named];
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}

export async function measureNakama(bench: NakamaBench): Promise<void> {
  const { rounds = defaultRounds, requests = defaultRequests } = bench;
  await using started = new AsyncDisposableStack();
  const ours = await startOurs(bench);
  started.defer(() => ours.server.stop());
  const database = `nakama_${randomUUID().slice(0, 8)}`;
  const run = (text: string) => withSingleConnection(bench.connection, (client) => client.query(text));
  await run(`create database ${database}`);
  started.defer(() => run(`drop database ${database} with (force)`).then(() => undefined));
  const nakama = await startNakama(bench, withDatabaseName(bench.connection, database));
  started.defer(() => nakama.server.stop());
  const measures = {
    'nakama-create-account': async (side: Side) =>
      measureRound(
        bench,
        side,
        Array.from({ length: requests }, () => side.create(randomUUID())),
      ),
    'nakama-read-account': async (side: Side) => {
      const request = side.read(await beginSession(side));
      return measureRound(
        bench,
        side,
        Array.from({ length: requests }, () => request),
      );
    },
  };
  for (const [measure, measureSide] of Object.entries(measures)) {
    const figures: { ours: RoundFigures; nakama: RoundFigures }[] = [];
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      const both = { nakama: await measureSide(nakama), ours: await measureSide(ours) };
      if (round >= 0) figures.push(both);
    }
    const of = (pick: (both: { ours: RoundFigures; nakama: RoundFigures }) => number, digits: number): number =>
      Number(median(figures.map(pick)).toFixed(digits));
    bench.print({
      measure,
      requestsPerSecond: of(({ ours }) => ours.requestsPerSecond, 0),
      nakamaRequestsPerSecond: of(({ nakama }) => nakama.requestsPerSecond, 0),
      throughputRatio: of(({ ours, nakama }) => ours.requestsPerSecond / nakama.requestsPerSecond, 2),
      cpuMsWithDatabase: of(({ ours }) => ours.cpuMs, 4),
      nakamaCpuMsWithDatabase: of(({ nakama }) => nakama.cpuMs, 4),
      cpuRatio: of(({ ours, nakama }) => ours.cpuMs / nakama.cpuMs, 2),
    });
  }
}

async function startOurs({ connection, settings, folder, gameKey }: NakamaBench): Promise<Side> {
  const server = await startMeasuredProcess(join(import.meta.dirname, '../server/main.ts'), {
    ...settings,
    DATABASE_URL: buildConnectionUrl(connection),
    DATA_DIR: join(folder, 'beside-nakama'),
    WORKERS: '2',
  });
  const post = (path: string, token: string, body: object): AccountRequest => ({
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const game = 'gem-miner';
  return {
    server,
    create: (id) => {
      const player = { GameSystemName: game, SocialIdentifierType: 'Telegram', SocialIdentifier: id };
      return post('/auth/authenticate_from_import', gameKey, player);
    },
    read: (session) => post('/profile', session, { Game: game }),
    sessionOf: (created) => (created as { Token: string }).Token,
  };
}

async function startNakama({ program, folder }: NakamaBench, connection: ConnectionOptions): Promise<Side> {
  const url = new URL(buildConnectionUrl(connection));
  url.searchParams.set('sslmode', 'disable');
  const address = ['--database.address', url.href];
  const dataDir = join(folder, 'nakama');
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)(program, ['migrate', 'up', ...address], { cwd: dataDir });
  // It also uses the port below each of them.
  const [port, consolePort] = await findFreePorts();
  const server = await startMeasuredProgram({
    command: program,
    args: [
      ...address,
      ...['--name', 'bench', '--data_dir', dataDir, '--logger.level', 'error'],
      ...['--database.max_open_conns', '40'],
      ...['--socket.address', '127.0.0.1', '--socket.port', String(port), '--socket.server_key', serverKey],
      ...['--console.address', '127.0.0.1', '--console.port', String(consolePort)],
    ],
    env: {},
    port,
    readyPath: '/',
  });
  const key = Buffer.from(`${serverKey}:`).toString('base64');
  return {
    server,
    create: (id) => ({
      method: 'POST',
      path: '/v2/account/authenticate/device?create=true',
      headers: { 'content-type': 'application/json', authorization: `Basic ${key}` },
      body: JSON.stringify({ id }),
    }),
    read: (session) => ({
      method: 'GET',
      path: '/v2/account',
      headers: { authorization: `Bearer ${session}` },
      body: '',
    }),
    sessionOf: (created) => (created as { token: string }).token,
  };
}

async function beginSession({ server, create, sessionOf }: Side): Promise<string> {
  const { method, path, headers, body } = create(randomUUID());
  const address = `http://127.0.0.1:${server.port}${typeof path === 'string' ? path : path()}`;
  const response = await fetch(address, { method, headers: { ...headers }, body });
  if (!response.ok) throw new Error(`Creating an account failed: ${response.status} ${await response.text()}`);
  return sessionOf(await response.json());
}

async function measureRound(
  { databaseCpuMs }: NakamaBench,
  { server }: Side,
  all: readonly AccountRequest[],
): Promise<RoundFigures> {
  const [first] = all;
  if (!first) throw new Error('There is nothing to send.');
  const [before, databaseBefore] = [server.familyCpuMs(), databaseCpuMs()];
  const load = { ...first, body: all.map(({ body }) => body), port: server.port, connections };
  const result = await sendLoad({ ...load, requests: all.length });
  return {
    requestsPerSecond: result.requests / result.seconds,
    cpuMs: (server.familyCpuMs() - before + databaseCpuMs() - databaseBefore) / result.requests,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
