// What can happen to a server with an embedded database: kills, stops, and failing starts. All with real processes, one
// after another on the same server.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildEmbeddedConnection } from './db/cluster-location.ts';
import { withSingleConnection } from './db/with-single-connection.ts';
import { callApi } from './testing/call-api.ts';
import { chooseDrillSize } from './testing/drill-size.ts';
import { startEventSenders } from './testing/event-senders.ts';
import { eventually } from './testing/eventually.ts';
import { killDatabase, killDatabases, killServer, killServers } from './testing/kill-runs.ts';
import { startKillableServer, type KillableServer } from './testing/killable-server.ts';
import { countRefusals, startLanguageWriters } from './testing/language-writers.ts';
import type { ServerEnvironment } from './testing/server-process.ts';

const kills = chooseDrillSize(1, 20);
const timeout = chooseDrillSize(180_000, 900_000);

async function start(settings?: ServerEnvironment): Promise<KillableServer> {
  const server = await startKillableServer(settings);
  onTestFinished(() => server[Symbol.asyncDispose](), timeout);
  return server;
}

let server: KillableServer;
beforeAll(async () => {
  server = await startKillableServer();
  await server.process().untilReady();
}, timeout);
afterAll(() => server[Symbol.asyncDispose](), timeout);

/**
 * Whether a statement waits for a lock. Uses its own connection, because the result never changes within a transaction.
 */
const isAnyoneWaiting = (dataDir: string): Promise<boolean> =>
  withSingleConnection(buildEmbeddedConnection(dataDir), async (client) => {
    const { rows } = await client.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
    return rows.length > 0;
  });

function beginRequest(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // The server is expected to cut it off.
  socket.on('error', () => undefined);
  socket.write('POST /api/v1/profile HTTP/1.1\r\nhost: localhost\r\n');
  return socket;
}

describe('kills under writes', () => {
  test('of the server: every acknowledged write is kept', { timeout }, async () => {
    const report = await killServers(server, kills);
    expect([...report.lost, ...report.broken]).toEqual([]);
    expect(report.readyMs).toHaveLength(kills);
    expect(report.acknowledged).toBeGreaterThan(kills);
    // While there is no server there is no response, and no other error may occur.
    expect(Object.keys(report.refusals)).toEqual(['none']);
  });

  test('of PostgreSQL: it answers 503 and recovers automatically', { timeout }, async () => {
    const report = await killDatabases(server, kills);
    expect([...report.lost, ...report.broken]).toEqual([]);
    expect(report.readyMs).toHaveLength(kills);
    expect(report.acknowledged).toBeGreaterThan(kills);
    expect(Object.keys(report.refusals)).toEqual(['503 DatabaseUnavailable']);
  });

  test('of both, under analytics events: every acknowledged event is stored', { timeout }, async () => {
    const senders = startEventSenders(server);
    for (let kill = 0; kill < kills; kill += 1) {
      await senders.untilMore();
      await killServer(server);
      await senders.untilMore();
      await killDatabase(server);
    }
    await senders.untilMore();
    expect(await senders.stopAndFindLost()).toEqual([]);
    expect(senders.broken).toEqual([]);
    expect(senders.acknowledged()).toBeGreaterThan(kills * 400);
  });
});

test('answers all accepted requests before it stops, and rejects the others', { timeout }, async () => {
  const { address, signal, output, exited } = server.process();
  const { Ada: token = '', ...others } = server.tokens();
  const writers = startLanguageWriters({ tokens: others, address: () => address });
  onTestFinished(() => writers.stop());
  await writers.checkAll();
  // One request is certainly in progress: it waits for a row until the server has begun to stop.
  const held = await withSingleConnection(buildEmbeddedConnection(server.dataDir), async (client) => {
    await client.query(`BEGIN; SELECT FROM accounts WHERE name = 'Ada' FOR UPDATE`);
    const waiting = callApi(`${address}/api/v1/profile/update`, { token, body: { Language: 'ko' } });
    await eventually(() => isAnyoneWaiting(server.dataDir));
    signal('SIGTERM');
    await eventually(() => output().includes('Stopping'));
    await client.query('COMMIT');
    return waiting;
  });
  expect(held).toEqual({ outcome: 'done', body: { Success: true } });
  expect(await exited).toEqual({ code: 0, signal: null });
  await writers.stop();
  expect(writers.players.flatMap(({ lost, broken }) => [...lost, ...broken])).toEqual([]);
  for (const refusal of Object.keys(countRefusals(writers.players)))
    expect(['503 Stopping', 'none']).toContain(refusal);
  expect(server.postmasterPid()).toBeUndefined();

  const { address: next, untilReady } = await server.start();
  await untilReady();
  const stored = async (player: string) => {
    const answer = await callApi(`${next}/api/v1/profile`, { token: server.tokens()[player] ?? '' });
    return answer.outcome === 'done' ? (answer.body as { Locale: string }).Locale : answer;
  };
  expect(await stored('Ada')).toBe('ko');
  // Not even the requests in flight: the server would have responded to one that it accepted.
  for (const { name, acknowledged } of writers.players)
    expect([name, await stored(name)]).toEqual([name, acknowledged]);
});

describe('a running server', () => {
  test('refuses a folder or port that another server uses, and leaves nothing running', { timeout }, async () => {
    const { address, isReady } = server.process();
    const { port } = new URL(address);

    const sameFolder = await start({ DATA_DIR: server.dataDir });
    expect(await sameFolder.process().exited).toEqual({ code: 1, signal: null });
    expect(sameFolder.process().output()).toMatch(/data folder .* is in use by process \d+ .* Stop that process/);

    for (const name of ['GAMES_PORT', 'PORT'].slice(0, chooseDrillSize(1, 2))) {
      const samePort = await start({ [name]: port });
      expect(await samePort.process().exited).toEqual({ code: 1, signal: null });
      expect(samePort.process().output()).toContain(
        `${name} ${port} is in use by another program. Stop that program, or set ${name}`,
      );
      expect(samePort.postmasterPid()).toBeUndefined();
    }

    expect(await isReady()).toBe(true);
  });

  test("stops in time although callers don't finish their requests", { timeout }, async () => {
    const { address, gamesAddress, signal, exited } = server.process();
    const sockets = [address, gamesAddress].map((each) => beginRequest(Number(new URL(each).port)));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await eventually(() => sockets.every((socket) => socket.readyState === 'open'));
    // An answer on a later connection shows that the earlier ones were accepted.
    for (const each of [address, gamesAddress]) expect((await fetch(`${each}/healthz`)).status).toBe(200);
    signal('SIGTERM');
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(server.postmasterPid()).toBeUndefined();
  });
});

test('names DATABASE_URL if nothing listens there', { timeout }, async () => {
  const alone = await start({ DATABASE_URL: 'postgres://fxid:secret@127.0.0.1:1/fxid' });
  expect(await alone.process().exited).toEqual({ code: 1, signal: null });
  const output = alone.process().output();
  expect(output).toContain('The database at DATABASE_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:1)');
  expect(output).toContain('Start PostgreSQL there, correct DATABASE_URL, or leave it out');
  expect(output).not.toContain('secret');
});
