// The calls of every visit must not read a large table from beginning to end. PostgreSQL chooses plans by size, so this
// needs more rows than other tests have.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionsOfKeys } from '#model/operator.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { createMoneyTestApp, soldGame, soldSku } from '#server/testing/create-money-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';
import { generateData } from './generate-data.ts';

const provider = createTestProvider();
const server = await createMoneyTestApp([provider]);
afterAll(() => server[Symbol.asyncDispose]());

const largeTables = [
  'accounts',
  'social_identities',
  'sessions',
  'connected_games',
  'friends',
  'orders',
  'payment_attempts',
  'ledger',
  'deliveries',
  'order_events',
];

beforeAll(async () => {
  await generateData(server.database, {
    size: { games: 40, accounts: 20_000, orders: 10_000, events: 0 },
    now: new Date(),
    report: () => undefined,
  });
});

test('profile, store, purchase, friends, orders and search read large tables by index', async () => {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts where email = 'player-4000@generated.example'`.execute(server.database.kysely);
  const { token } = await server.sessions.begin(rows[0]?.account_id ?? '');
  const player = server.client(token);
  const before = await readSequentialRows();

  await player.profile.overview({});
  expect((await player.friends.list({})).Friends).toHaveLength(10);
  await player.store.storeData({ Game: soldGame });
  expect((await player.store.orders({})).Orders).not.toHaveLength(0);
  await player.discovery.browse({ Search: 'dragn' });
  await server.client(server.token).store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: crypto.randomUUID(),
  });

  const after = await readSequentialRows();
  const read = largeTables.map((table) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)]);
  expect(read).toEqual(largeTables.map((table) => [table, 0]));
});

test("the console's search and lists read large tables by index", async () => {
  const { kysely } = server.database;
  const order = await kysely
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.order_id')
    .innerJoin('deliveries', 'deliveries.order_id', 'orders.order_id')
    .select(['orders.order_id', 'orders.account_id', 'orders.game', 'provider', 'provider_payment_id', 'delivery_id'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const key = await createOperatorKeys(server.database).create('plans', permissionsOfKeys);
  const operator = server.client(key);
  const before = await readSequentialRows();

  const texts = [
    ['OrderId', order.order_id],
    ['AccountId', order.account_id],
    ['DeliveryId', order.delivery_id],
    ['ProviderPayment', order.provider_payment_id],
    ['Email', 'player-4000@generated.example'],
    ['Name', 'player 4000'],
    ['Identity', 'google:generated-4000'],
    ['GameUid', 'generated-4000-1'],
  ] as const;
  for (const [by, text] of texts) {
    const { Found } = await operator.operatorSearch.find({ Text: text ?? '' });
    expect(
      Found.map(({ MatchedBy }) => MatchedBy),
      text ?? '',
    ).toContain(by);
  }
  const { Found } = await operator.operatorSearch.find({ Text: crypto.randomUUID() });
  expect(Found).toEqual([]);
  for (const filter of [{}, { IsGuest: true }, { IsBlocked: true }, { Country: 'DEU' }])
    await operator.operatorPlayers.list(filter);
  const { game: Game, provider: Provider } = order;
  const statuses = ['Completed', 'Cancelled', 'WaitingForPayment', 'PayedWaitingForSending'] as const;
  for (const filter of [{}, { Game }, { Provider }, { Amount: '4.99' }, { Platform: 'Telegram' }, { Currency: 'EUR' }])
    await operator.operatorOrders.list(filter);
  for (const Status of statuses) await operator.operatorOrders.list({ Status });
  for (const State of [undefined, 'Open', 'Lost', 'Won'] as const)
    await operator.operatorPayments.disputes(State ? { State } : {});
  for (const State of ['acknowledged', 'dead', 'dropped'] as const)
    await operator.operatorWebhooks.deliveries({ Game, State });
  await operator.operatorGames.players({ Game });

  const after = await readSequentialRows();
  const read = largeTables.map((table) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)]);
  expect(read).toEqual(largeTables.map((table) => [table, 0]));
});

test('notices a large table that is read from beginning to end', async () => {
  const before = await readSequentialRows();
  await sql`select count(*) from orders where developer_payload = 'x'`.execute(server.database.kysely);
  const after = await readSequentialRows();
  expect((after.get('orders') ?? 0) - (before.get('orders') ?? 0)).toBeGreaterThanOrEqual(10_000);
});

/** Rows that sequential scans have read so far. Connections report their figures when they end, so all are ended. */
async function readSequentialRows(): Promise<Map<string, number>> {
  return withSingleConnection(server.database.connection, async (client) => {
    await client.query(`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    // Until the pool has noticed.
    await eventually(() => sql`select 1`.execute(server.database.kysely));
    const { rows } = await client.query<{ relname: string; seq_tup_read: string }>(
      'select relname, seq_tup_read from pg_stat_user_tables',
    );
    return new Map(rows.map(({ relname, seq_tup_read }) => [relname, Number(seq_tup_read)]));
  });
}
