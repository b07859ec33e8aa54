// Everything for a purchase, each part in its own process or on its own port: a killable server, all providers, a
// game's server and many buyers.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { storeProviderFlagFields } from '#contract/registries.ts';
import type { SimulatedWebhook } from '#payments/simulator-port.server.ts';
import { readConfig } from '#server/config.ts';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createSealer, type Sealer } from '#server/secrets/sealer.ts';
import { buildAccount } from '../build-accounts.ts';
import { callApi } from '../call-api.ts';
import { eventually } from '../eventually.ts';
import { startKillableServer, type KillableServer } from '../killable-server.ts';
import { startUnreliableGameServer, type UnreliableGameServer } from './unreliable-game-server.ts';
import { startSimulatedShops, type SimulatedShop } from './simulated-shops.ts';

export interface MoneyTestbed extends AsyncDisposable {
  readonly server: KillableServer;
  readonly shops: readonly SimulatedShop[];
  readonly game: UnreliableGameServer;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly buyers: readonly TestbedBuyer[];
  readonly tally: CallTally;
}

export interface TestbedBuyer {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallTally {
  steps: number;
  readonly refusals: Map<string, number>;
  readonly broken: string[];
}

export const soldGame = 'gem-miner';

export interface MoneyTestbedOptions {
  readonly buyers: number;
  readonly troubles: number;
}

export async function startMoneyTestbed({ buyers, troubles }: MoneyTestbedOptions): Promise<MoneyTestbed> {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(
    await startKillableServer({ REQUESTS_PER_MINUTE: '9999999', TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }),
  );
  await server.process().untilReady();
  const { all: shops } = parts.use(
    await startSimulatedShops(
      (folder) => `${server.process().address}/api/v1/hooks/${folder}`,
      troubles / 2,
      (address) => readPage(server, address),
    ),
  );
  const game = parts.use(await startUnreliableGameServer(troubles));
  const log = pino({ level: 'silent' });
  const database = openDatabase(buildEmbeddedConnection(server.dataDir), { log, poolSize: 4 });
  parts.defer(() => database.close());
  // The lab uses the default development secret.
  const sealer = createSealer(readConfig({}).secrets);
  const now = (): Date => new Date();
  await offerAll(database);
  const settings = createAdapterSettings({ database, sealer, log });
  for (const shop of shops) await settings.write('payments', shop.folder, shop.settings);
  game.secret = (await createWebhookEndpoints(database, sealer, now).set(soldGame, game.url)).secret ?? '';
  const found = await findBuyers(database, buyers);
  const kept = parts.move();
  return {
    server,
    shops,
    game,
    database,
    sealer,
    buyers: found,
    tally: { steps: 0, refusals: new Map(), broken: [] },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function offerAll({ kysely }: Database): Promise<void> {
  const flags = JSON.stringify(Object.fromEntries(Object.keys(storeProviderFlagFields).map((flag) => [flag, true])));
  await sql`update games set config = jsonb_set(config, '{Store}', ${flags}::jsonb) where game = ${soldGame}`.execute(
    kysely,
  );
}
/** Reads a page, also during a restart: each process has another address. */
const readPage = (server: KillableServer, address: string): Promise<string> =>
  eventually(async () => {
    const { host, pathname } = new URL(address);
    const { address: now } = server.process();
    const answer = await fetch(now + pathname, { redirect: 'error', signal: AbortSignal.timeout(5000) });
    return answer.ok && (await answer.text()).replaceAll(`//localhost:${new URL(now).port}/`, `//${host}/`);
  });

async function findBuyers(database: Database, count: number): Promise<TestbedBuyer[]> {
  const signals = await listenForNodeSignals(database.connection, pino({ level: 'silent' }));
  const sessions = createSessions({ database, signals, now: () => new Date() });
  const buyers: TestbedBuyer[] = [];
  for (let at = 0; at < count; at += 1) {
    const accountId = await buildAccount(database, { name: `Buyer ${at}` });
    // On a platform players buy for games that they play.
    const connection = { account_id: accountId, game: soldGame, game_uid: randomUUID() };
    await database.kysely.insertInto('connected_games').values(connection).execute();
    const { token } = await sessions.begin(accountId);
    buyers.push({ token, headers: { 'x-forwarded-for': `10.1.${at >> 8}.${at & 255}` } });
  }
  await signals.close();
  return buyers;
}

export async function callUntilAccepted<Reply>(
  world: MoneyTestbed,
  buyer: TestbedBuyer,
  path: string,
  body: object,
): Promise<Reply> {
  return insist(world, path, async () => {
    const answer = await callApi(`${world.server.process().address}/api/v1${path}`, { ...buyer, body });
    if (answer.outcome === 'done') return { reply: answer.body as Reply };
    if (answer.outcome === 'refused') return `${answer.status} ${answer.code}`;
    return answer.outcome === 'broken' ? answer.why : answer.outcome;
  });
}

export async function sendWebhook(
  world: MoneyTestbed,
  { folder }: SimulatedShop,
  { body, headers }: SimulatedWebhook,
): Promise<void> {
  // Providers send from many addresses; simulated ones use this machine's loopback range.
  const from = `127.0.1.${Math.floor(Math.random() * 100)}`;
  await insist(world, 'a notice', async () => {
    let response: Response;
    try {
      response = await fetch(`${world.server.process().address}/api/v1/hooks/${folder}`, {
        method: 'POST',
        body,
        headers: { ...headers, 'x-forwarded-for': from },
        signal: AbortSignal.timeout(patienceMs),
      });
      await response.arrayBuffer();
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'a notice was not answered' : 'none';
    }
    return response.ok ? { reply: undefined } : `${response.status}`;
  });
}

export async function collectDeliveries({ server, game }: MoneyTestbed): Promise<void> {
  const keys = JSON.parse(readFileSync(join(server.dataDir, 'demo-game-keys.json'), 'utf8')) as Record<string, string>;
  const token = keys[soldGame] ?? '';
  const { address } = server.process();
  const response = await fetch(`${address}/api/v1/deliveries/pending?Limit=100`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) {
    // The next round retries; the audit reports what is never pulled.
    await response.arrayBuffer();
    return;
  }
  const { Deliveries } = (await response.json()) as {
    Deliveries: { DeliveryId: string; Type: string; PublicOrderId: string; PriceMinor: number }[];
  };
  for (const { DeliveryId: deliveryId, Type: type, PublicOrderId: orderId, PriceMinor: priceMinor } of Deliveries) {
    game.process({ deliveryId, type, orderId, priceMinor });
    game.counts.collected += 1;
    await callApi(`${address}/api/v1/deliveries/acknowledge`, { token, body: { DeliveryId: deliveryId } });
  }
}

const patienceMs = 120_000;
const pauseMs = 250;
/** The only accepted failures: no server, no database, or no response from the provider. */
const excused = new Set(['none', '503', '503 DatabaseUnavailable', '503 ProviderUnavailable']);

async function insist<Reply>(
  { tally }: MoneyTestbed,
  what: string,
  attempt: () => Promise<{ readonly reply: Reply } | string>,
): Promise<Reply> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const answer = await attempt();
    if (typeof answer !== 'string') {
      tally.steps += 1;
      return answer.reply;
    }
    tally.refusals.set(answer, (tally.refusals.get(answer) ?? 0) + 1);
    if (!excused.has(answer)) tally.broken.push(`${what}: ${answer}`);
    if (performance.now() > endsAt) throw new Error(`${what} was not taken within ${patienceMs} ms: ${answer}`);
    await sleep(pauseMs);
  }
}
