import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { programEnvironment } from '#server/testing/program-environment.ts';
import { startGameServer, type GameServer, type ReceivedDelivery } from '#server/testing/start-game-server.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { forwardDeliveries, deriveForwardSecret } from './forward-deliveries.ts';
import { readHooksArguments } from './hooks-arguments.ts';
import { runHooksCommand, type HooksDatabaseArguments } from './run-hooks-command.ts';
import { triggerDeliveries } from './trigger-deliveries.ts';

const game = 'gem-miner';
const local: SafeFetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
let server: TestApp;
let said: string[];
let parts: DatabaseCommandDeps;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [game]);
  await buildStore(server.database, game);
  await buildAccount(server.database, { games: [{ game, uid: 'player' }] });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate delivery_attempts, deliveries, order_events, payment_events, ledger, refunds, payment_attempts, orders, webhook_endpoints cascade`.execute(
    server.database.kysely,
  );
  said = [];
  parts = {
    config: readConfig({}),
    database: server.database,
    sealer: server.sealer,
    log: createLog({ level: 'silent' }),
    now: () => new Date(),
    report: (line) => void said.push(line),
  };
});

async function run(line: string): Promise<string> {
  said = [];
  await runHooksCommand(readHooksArguments(line.split(' ')) as HooksDatabaseArguments, parts);
  return said.join('\n');
}

async function gameServer(): Promise<GameServer> {
  const started = await startGameServer();
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

function deliver(): void {
  const { money, signals, sealer } = server;
  const deps = { ...money.deps, signals, sealer, fetch: local, metrics: createMetrics(), random: Math.random };
  const deliverer = startDeliveryWorker(deps, { pollMs: 50 });
  onTestFinished(() => deliverer.stop({ timeoutMs: 2000 }));
}

const typeOf = ({ body }: ReceivedDelivery): string => (JSON.parse(body) as { type: string }).type;
const verify = (secret: string, got: ReceivedDelivery | undefined): unknown =>
  new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);

test('sets an endpoint, shows its secret once and stores it sealed', async () => {
  const secret = /whsec_\S+/.exec(await run(`set ${game} https://game.example/hooks`))?.[0] ?? '';
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  const { sealed_secrets } = await server.database.kysely
    .selectFrom('webhook_endpoints')
    .select('sealed_secrets')
    .executeTakeFirstOrThrow();
  expect(sealed_secrets.toString('latin1')).not.toContain(secret.slice(6, 20));
  expect(await run(`show ${game}`)).toContain('go to https://game.example/hooks.');
  expect(said.join('')).not.toContain('whsec_');
  const moved = await run(`set ${game} https://game.example/other`);
  expect(moved).toContain('the same secret');
  expect(moved).not.toContain('whsec_');
  expect(await run(`rotate ${game}`)).toMatch(/^whsec_\S+\n/);
  expect(await run(`show ${game}`)).toContain('Two secrets sign');
  await run(`disable ${game}`);
  expect(await run(`show ${game}`)).toContain('An operator disabled it.');
  await run(`enable ${game}`);
  expect(await run(`show ${game}`)).not.toContain('disabled');
});

test.each([
  ['set no-such-game https://game.example/', 'No game is named no-such-game'],
  [`set ${game} ftp://game.example/`, 'must begin with https://'],
  [`set ${game} https://a:b@game.example/`, 'must hold no password'],
  [`set ${game} game.example`, "isn't an address"],
  [`rotate ${game}`, 'has no endpoint'],
  [`enable ${game}`, 'has no endpoint'],
  ['replay 0b1f3f0a-7c1e-4b57-9d2e-3a5f6c7d8e90', 'There is no delivery'],
  ['replay nonsense', 'There is no delivery nonsense'],
])('%s is rejected with the remedy', async (line, message) => {
  await expect(run(line)).rejects.toThrow(message);
});

test('plain http is for development only', async () => {
  expect(await run(`set ${game} http://localhost:4000/`)).toContain('whsec_');
  parts = { ...parts, config: readConfig({ ...productionSettings }) };
  await expect(run(`set ${game} http://localhost:4000/`)).rejects.toThrow('must begin with https://');
});

test('trigger creates test orders that reach the game, twice on request', async () => {
  const receiver = await gameServer();
  await run(`set ${game} ${receiver.url}`);
  deliver();
  await run(`trigger ${game} order.paid --twice`);
  await eventually(() => receiver.received.length === 2);
  const [first, second] = receiver.received;
  expect(second?.id).toBe(first?.id);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'order.paid', data: { game, is_test: true } });
  expect(receiver.grants.size).toBe(1);
  await run(`trigger ${game} order.revoked`);
  await eventually(() => receiver.received.length === 4);
  expect(receiver.received.slice(2).map(typeOf)).toEqual(['order.paid', 'order.revoked']);
});

test('trigger pays five orders in another sequence than they were created', async () => {
  const shuffle = <T>(all: readonly T[]): T[] => all.toReversed();
  await triggerDeliveries(
    parts,
    { game, type: 'order.paid', lateMs: 0, isTwice: false, isShuffled: true },
    { shuffle },
  );
  const idsBy = async (column: 'created_at' | 'paid_at') =>
    (await server.database.kysely.selectFrom('orders').select('order_id').orderBy(column).execute()).map(
      ({ order_id }) => order_id,
    );
  expect(await idsBy('paid_at')).toEqual((await idsBy('created_at')).toReversed());
  expect(await run(`list ${game}`)).toMatch(/^(\S+ {2}order\.paid {2}pending {2}.*sent 0 times.*\n?){5}$/);
});

test('trigger reports that no one receives its deliveries', async () => {
  const asked = { game, type: 'order.revoked', lateMs: 0, isTwice: false, isShuffled: false } as const;
  await expect(triggerDeliveries(parts, asked, { waitMs: 0 })).rejects.toThrow('has the game an endpoint');
});

test('trigger is for development only', async () => {
  const refused = 'on a laptop only';
  parts = { ...parts, config: readConfig({ ...productionSettings }) };
  await expect(run(`trigger ${game} order.paid`)).rejects.toThrow(refused);
  parts = { ...parts, config: readConfig({ SECRET: productionSettings.SECRET }) };
  await expect(run(`trigger ${game} order.paid`)).rejects.toThrow(refused);
  expect(await server.database.kysely.selectFrom('orders').selectAll().execute()).toEqual([]);
});

test('lists failed deliveries, and replays one', async () => {
  const receiver = await gameServer();
  await run(`set ${game} ${receiver.url}`);
  await run(`trigger ${game} order.paid`);
  await server.database.kysely.updateTable('deliveries').set({ state: 'dead', attempts: 10 }).execute();
  const id = (await run(`list ${game}`)).split(' ', 1)[0] ?? '';
  expect(said.join('')).toContain('dead');
  deliver();
  expect(await run(`replay ${id}`)).toContain('is sent again');
  await eventually(() => receiver.grants.has(id));
  await eventually(async () => (await run(`list ${game}`)) === `No deliveries of ${game} are waiting.`);
});

test('forward sends pending deliveries, signed, and acknowledges those that the local server accepts', async () => {
  const receiver = await gameServer();
  const key = await createGameKeys(server.database, server.sealer).create(game);
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  const portal = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/`;
  await run(`trigger ${game} order.paid`);
  receiver.answer = { status: 500 };
  const stopping = new AbortController();
  const report = (line: string) => void said.push(line);
  const forwarding = (given: string) =>
    forwardDeliveries({
      game,
      key: given,
      portal,
      target: receiver.url,
      fetch: local,
      now: () => new Date(),
      report,
      signal: stopping.signal,
      pollMs: 20,
    });
  await expect(forwarding(key.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).rejects.toThrow('does not know');
  const running = forwarding(key);
  await eventually(() => said.some((line) => line.endsWith('500')));
  receiver.answer = { status: 204 };
  await run(`trigger ${game} order.paid`);
  await eventually(() => receiver.grants.size === 1);
  const [, second] = receiver.received;
  expect(verify(deriveForwardSecret(key), second)).toMatchObject({ type: 'order.paid', data: { game, is_test: true } });
  await eventually(async () => {
    const rows = await server.database.kysely.selectFrom('deliveries').select('acknowledged_by').execute();
    return rows.some(({ acknowledged_by }) => acknowledged_by === 'pull');
  });
  stopping.abort();
  await running;
});

test('the command works on the database, and shows its usage', async () => {
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'hooks-command.ts'), ...args], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...programEnvironment, DATABASE_URL: buildConnectionUrl(server.database.connection) },
      timeout: 60_000,
    });
  expect((await command('set', game, 'https://game.example/hooks')).stdout).toMatch(/whsec_\S+/);
  await expect(command('burn')).rejects.toThrow('Usage: npm run hooks');
  const forward = command('forward', game, 'http://localhost:4000');
  forward.child.stdin?.end('no key\n');
  await expect(forward).rejects.toThrow('No game key on standard input');
});
