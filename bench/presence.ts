// Presence with many players on one node: the cost of an idle connection, and the time until a player's status on one
// node reaches a friend on another. The baseline is a bare NOTIFY between two database connections.
import { hash, randomBytes } from 'node:crypto';
import { get, request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { listenForNodeSignals, sendSignalToNodes } from '#server/db/node-signals.ts';
import { startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';

const connections = 5000;
const atOnce = 50;
const changes = 200;
const restMs = 30_000;
const maxMs = 10_000;
const game = 'gem-miner';
const server = fileURLToPath(new URL('../server/main.ts', import.meta.url));

export async function measurePresence(
  database: Database,
  { settings, log, print }: { settings: Readonly<Record<string, string>>; log: Log; print: (line: object) => void },
): Promise<void> {
  const env = (node: number) => ({
    ...settings,
    DATABASE_URL: buildConnectionUrl(database.connection),
    DATA_DIR: `${settings['DATA_DIR']}-${node}`,
  });
  const listeners = await makePlayers(database, connections);
  const speakers = await makePlayers(database, changes);
  await befriend(database, listeners, speakers);
  const nodes = [await startMeasuredProcess(server, env(1)), await startMeasuredProcess(server, env(2))] as const;
  const [listening, speaking] = nodes;
  const heard = createWaiting();
  const open: ClientRequest[] = [];
  try {
    await warmUp(listening);
    const emptyBytes = listening.memoryBytes();
    for (let at = 0; at < listeners.length; at += atOnce)
      open.push(
        ...(await Promise.all(
          listeners.slice(at, at + atOnce).map((each) => connect(listening, each.token, heard.take)),
        )),
      );
    await sleep(restMs / 3);
    const heldBytes = listening.memoryBytes();
    const cpuBefore = listening.cpuMs();
    await sleep(restMs);
    const restCpuMs = listening.cpuMs() - cpuBefore;
    const waits: number[] = [];
    for (const [index, speaker] of speakers.entries()) {
      const begin = performance.now();
      const arriving = heard.wait(`change ${index}`);
      await say(speaking, speaker.token, `change ${index}`);
      waits.push((await arriving) - begin);
    }
    print({
      measure: 'presence',
      connections: open.length,
      kilobytesPerConnection: Number(((heldBytes - emptyBytes) / 1024 / connections).toFixed(1)),
      cpuMsPerConnectionAndMinute: Number(((restCpuMs / connections) * (60_000 / restMs)).toFixed(2)),
      statusMedianMs: round(median(waits)),
      statusSlowestMs: round(Math.max(...waits)),
      boundMs: 200,
      floorMedianMs: round(await measureSignals(database, log)),
    });
  } finally {
    for (const each of open) each.destroy();
    for (const node of nodes) await node.stop();
  }
}

interface Player {
  readonly accountId: string;
  readonly token: string;
}

export async function makePlayers({ kysely }: Database, count: number): Promise<Player[]> {
  const tokens = Array.from({ length: count }, () => `fxs_${randomBytes(32).toString('base64url')}`);
  const { rows } = await sql<{ account_id: string }>`
    with made as (
      insert into accounts (account_id, name) select gen_random_uuid(), 'Player ' || n from generate_series(1, ${count}) n
      returning account_id
    )
    select account_id from made`.execute(kysely);
  const players = rows.map(({ account_id }, index) => ({ accountId: account_id, token: tokens[index] ?? '' }));
  await sql`
    insert into sessions (session_id, token_hash, account_id)
    select gen_random_uuid(), token_hash, account_id
    from unnest(${players.map(({ token }) => hash('sha256', token, 'buffer'))}::bytea[],
      ${players.map(({ accountId }) => accountId)}::uuid[]) as made (token_hash, account_id)`.execute(kysely);
  return players;
}

/** Each sender has one friend among the listeners; listeners have twenty friends among each other. */
async function befriend(
  { kysely }: Database,
  listeners: readonly Player[],
  speakers: readonly Player[],
): Promise<void> {
  const pairs = speakers.map((speaker, index) => [speaker.accountId, listeners[index * 20]?.accountId ?? ''] as const);
  for (const [index, { accountId }] of listeners.entries())
    for (let step = 1; step <= 10; step++)
      pairs.push([accountId, listeners[(index + step) % listeners.length]?.accountId ?? '']);
  await sql`
    insert into friends (account_id, friend_account_id)
    select a, b from unnest(${pairs.map(([a]) => a)}::uuid[], ${pairs.map(([, b]) => b)}::uuid[]) as p (a, b)
    union all select b, a from unnest(${pairs.map(([a]) => a)}::uuid[], ${pairs.map(([, b]) => b)}::uuid[]) as q (a, b)
    on conflict do nothing`.execute(kysely);
}

/** Sends first requests, because the server loads some modules lazily. */
async function warmUp({ port }: MeasuredProcess): Promise<void> {
  for (let count = 0; count < 200; count++)
    await (await fetch(`http://127.0.0.1:${port}/api/v1/friends/events`)).arrayBuffer();
}

function connect({ port }: MeasuredProcess, token: string, take: (text: string) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { host: '127.0.0.1', port, path: '/api/v1/friends/events', headers, agent: false };
    const asked = get(options, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`A stream was refused with ${response.statusCode}.`));
        return;
      }
      response.setEncoding('utf8').on('data', take);
      // After the measurement the stream is closed, which is not an error.
      response.on('error', () => undefined);
      resolve(asked);
    });
    asked.once('error', reject);
  });
}

function say({ port }: MeasuredProcess, token: string, Status: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/v1/friends/status',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (response) => response.resume().on('end', resolve),
    );
    asked.once('error', reject);
    asked.end(JSON.stringify({ Game: game, Status }));
  });
}

function createWaiting() {
  const waiting = new Map<string, (atMs: number) => void>();
  return {
    take: (text: string): void => {
      const said = /"Status":"(change \d+)"/.exec(text)?.[1];
      if (said !== undefined) waiting.get(said)?.(performance.now());
    },
    wait: (text: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`No listener received "${text}".`)), maxMs);
        waiting.set(text, (atMs) => {
          clearTimeout(late);
          waiting.delete(text);
          resolve(atMs);
        });
      }),
  };
}

async function measureSignals(database: Database, log: Log): Promise<number> {
  const signals = await listenForNodeSignals(database.connection, log);
  let arrive = (): void => undefined;
  signals.on('bench', () => arrive());
  const waits: number[] = [];
  for (let count = 0; count < changes; count++) {
    const arriving = new Promise<void>((resolve) => (arrive = resolve));
    const begin = performance.now();
    await sendSignalToNodes(database.kysely, 'bench', '');
    await arriving;
    waits.push(performance.now() - begin);
  }
  await signals.close();
  return median(waits);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (ms: number): number => Number(ms.toFixed(1));
