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
}

/** A server with the two calls that are compared. */
export interface Side {
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
  await using started = new AsyncDisposableStack();
  const ours = await startOurs(bench);
  started.defer(() => ours.server.stop());
  const database = `nakama_${randomUUID().slice(0, 8)}`;
  const run = (text: string) => withSingleConnection(bench.connection, (client) => client.query(text));
  await run(`create database ${database}`);
  started.defer(() => run(`drop database ${database} with (force)`).then(() => undefined));
  const nakama = await startNakama(bench, withDatabaseName(bench.connection, database));
  started.defer(() => nakama.server.stop());
  await compareSides({ ours, nakama }, { rounds: 9, warmUpRounds: 3, requests: 1500 }, bench);
}

export async function compareSides(
  { ours, nakama }: Readonly<Record<'ours' | 'nakama', Side>>,
  size: { readonly rounds: number; readonly warmUpRounds: number; readonly requests: number },
  { databaseCpuMs, print }: Pick<NakamaBench, 'databaseCpuMs' | 'print'>,
): Promise<void> {
  const repeat = (create: () => AccountRequest) => Array.from({ length: size.requests }, create);
  const measures = {
    'nakama-create-account': async (side: Side) =>
      measureRound(
        side.server,
        repeat(() => side.create(randomUUID())),
        databaseCpuMs,
      ),
    'nakama-read-account': async (side: Side) => {
      const request = side.read(await beginSession(side));
      return measureRound(
        side.server,
        repeat(() => request),
        databaseCpuMs,
      );
    },
  };
  for (const [measure, measureSide] of Object.entries(measures)) {
    const figures: { ours: RoundFigures; nakama: RoundFigures }[] = [];
    for (let round = -size.warmUpRounds; round < size.rounds; round += 1) {
      const both = { nakama: await measureSide(nakama), ours: await measureSide(ours) };
      if (round >= 0) figures.push(both);
    }
    const of = (pick: (both: { ours: RoundFigures; nakama: RoundFigures }) => number, digits: number): number =>
      Number(median(figures.map(pick)).toFixed(digits));
    print({
      measure,
      requestsPerSecond: of((both) => both.ours.requestsPerSecond, 0),
      nakamaRequestsPerSecond: of((both) => both.nakama.requestsPerSecond, 0),
      throughputRatio: of((both) => both.ours.requestsPerSecond / both.nakama.requestsPerSecond, 2),
      cpuMsWithDatabase: of((both) => both.ours.cpuMs, 4),
      nakamaCpuMsWithDatabase: of((both) => both.nakama.cpuMs, 4),
      cpuRatio: of((both) => both.ours.cpuMs / both.nakama.cpuMs, 2),
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

export async function startNakama(
  { program, folder }: Pick<NakamaBench, 'program' | 'folder'>,
  connection: ConnectionOptions,
): Promise<Side> {
  const url = new URL(buildConnectionUrl(connection));
  url.searchParams.set('sslmode', 'disable');
  const dataDir = join(folder, 'nakama-data');
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)(program, ['migrate', 'up', '--database.address', url.href], { cwd: dataDir });
  // It also uses the port below each of them.
  const [port, consolePort] = await findFreePorts();
  const options = {
    'database.address': url.href,
    'database.max_open_conns': 40,
    name: 'bench',
    data_dir: dataDir,
    'logger.level': 'error',
    'socket.address': '127.0.0.1',
    'socket.port': port,
    'socket.server_key': serverKey,
    'console.address': '127.0.0.1',
    'console.port': consolePort,
  };
  const server = await startMeasuredProgram({
    command: program,
    args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
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
  server: MeasuredProcess,
  all: readonly AccountRequest[],
  databaseCpuMs: () => number,
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
