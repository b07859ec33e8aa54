import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createNodeHeartbeat } from './node-heartbeat.ts';

let server: TestApp;
let laterMs = 0;
let key: string;
beforeAll(async () => {
  server = await createTestApp({ now: () => new Date(Date.now() + laterMs) });
  await buildGames(server.database, ['gem-miner']);
  key = await createOperatorKeys(server.database).create('ann', ['overview.read']);
});
afterAll(() => server[Symbol.asyncDispose]());

async function readFigures() {
  laterMs += 10_000;
  return server.client(key).operatorOverview.figures({});
}

test('sign-ins, plays, orders and revenue are counted by hour', async () => {
  const { kysely } = server.database;
  await server.sessions.begin(await buildAccount(server.database), { begunBy: 'Email' });
  await sql`insert into portal_hours (hour, plays) values (date_trunc('hour', now()), 7)`.execute(kysely);
  const order = randomUUID();
  await sql`
    insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, status, expires_at, paid_at)
    values (${order}, 'gem-miner', 'g-7', 'FxId', '{"names":{}}', 'gems', 1, 100, 'EUR', 110, 'Completed', now(), now())`.execute(
    kysely,
  );
  await sql`
    insert into payment_attempts (attempt_id, order_id, number, provider, state, amount_minor, currency)
    values (${order}, ${order}, 1, 'test', 'failed', 100, 'EUR')`.execute(kysely);
  const { Hours, Vendors } = await readFigures();
  expect(Hours).toHaveLength(48);
  const last = Hours.filter(({ SignIns, Plays, Orders }) => SignIns + Plays + Orders > 0);
  expect(last.reduce((sum, { SignIns }) => sum + SignIns, 0)).toBe(1);
  expect(last.reduce((sum, { Plays }) => sum + Plays, 0)).toBe(7);
  expect(last.reduce((sum, { RevenueUsdMinor }) => sum + RevenueUsdMinor, 0)).toBe(110);
  expect(Vendors).toEqual([{ Provider: 'test', Attempts: 1, Failed: 1 }]);
});

test('disputes without a result and dead deliveries are counted', async () => {
  const { kysely } = server.database;
  const [attempt] = await kysely.selectFrom('payment_attempts').select(['attempt_id', 'order_id']).execute();
  const entry = {
    provider: 'test',
    account: '',
    order_id: attempt?.order_id ?? '',
    attempt_id: attempt?.attempt_id ?? '',
    amount_minor: 100,
    currency: 'EUR',
  };
  const add = (kind: 'disputed' | 'dispute-won') =>
    kysely
      .insertInto('ledger')
      .values({ ...entry, kind, transaction_id: kind })
      .execute();
  await add('disputed');
  expect((await readFigures()).OpenDisputes).toBe(1);
  await add('dispute-won');
  expect((await readFigures()).OpenDisputes).toBe(0);
});

test('rejected webhooks of the last day are counted by provider and reason', async () => {
  const add = (reason: string, webhooks: number, hoursAgo: number) =>
    sql`
    insert into rejected_webhooks (provider, account, outcome, reason, hour, first_at, last_at, webhooks)
    select 'stripe', '', 'refused', ${reason}, date_trunc('hour', at), at, at, ${webhooks}
    from (select now() - make_interval(hours => ${hoursAgo}) as at) told`.execute(server.database.kysely);
  await add('Wrong signature', 3, 5);
  await add('Wrong signature', 4, 1);
  await add('Unknown event', 1, 0);
  await add('Yesterday', 9, 25);
  expect((await readFigures()).RejectedWebhooks).toEqual([
    { Provider: 'stripe', Outcome: 'Refused', Reason: 'Wrong signature', Count: 7 },
    { Provider: 'stripe', Outcome: 'Refused', Reason: 'Unknown event', Count: 1 },
  ]);
});

test('a node is listed with its build, and what the portal lacks', async () => {
  const config = readConfig({ NODE_ENV: 'test', BUILD: 'build-7' });
  const heartbeat = createNodeHeartbeat({ config, database: server.database, log: pino({ level: 'silent' }) });
  heartbeat.start();
  await eventually(async () => (await readFigures()).Nodes.length === 1);
  await heartbeat.stop();
  const { Nodes, Missing } = await readFigures();
  expect(Nodes).toMatchObject([{ Node: config.nodeName, Build: 'build-7', IsRunning: true }]);
  expect(Missing).toContainEqual({ Code: 'NoMail' });
});

test('figures are kept for a few seconds', async () => {
  const first = await readFigures();
  expect(await server.client(key).operatorOverview.figures({})).toEqual(first);
  expect((await readFigures()).At).not.toBe(first.At);
});
