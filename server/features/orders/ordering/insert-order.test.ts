import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku } from '#server/testing/create-money-test-app.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';

const server = await createMoneyTestApp([createTestProvider()]);
const { kysely } = server.database;
afterAll(() => server[Symbol.asyncDispose]());

test('the order is returned as it is stored', async () => {
  const { TransactionId } = await buy(server.token);
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', TransactionId).executeTakeFirst();
  expect(order).toMatchObject({
    account_id: server.accountId,
    game: soldGame,
    sku: soldSku,
    status: 'WaitingForPayment',
  });
  expect(await countRows(server.accountId)).toEqual({ orders: 1, attempts: 1, created: 1 });
});

test('an order above the limit leaves nothing behind', async () => {
  const { accountId, token } = await createBuyer();
  const results = await Promise.allSettled(Array.from({ length: 53 }, () => buy(token)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await countRows(accountId)).toEqual({ orders: 50, attempts: 50, created: 50 });
});

test('an account that was merged cannot buy', async () => {
  const { accountId, token } = await createBuyer();
  await sql`update accounts set merged_into = ${server.accountId} where account_id = ${accountId}`.execute(kysely);
  await expect(buy(token)).rejects.toMatchObject({ code: 'Unauthenticated' });
  expect(await countRows(accountId)).toEqual({ orders: 0, attempts: 0, created: 0 });
});

async function createBuyer() {
  const accountId = await buildAccount(server.database, {
    name: 'Ben',
    games: [{ game: soldGame, uid: randomUUID() }],
  });
  return { accountId, token: (await server.sessions.begin(accountId)).token };
}

const buy = (token: string) =>
  server.client(token).store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: randomUUID(),
  });

async function countRows(accountId: string) {
  const { rows } = await sql<{ orders: number; attempts: number; created: number }>`
    select count(distinct order_id)::integer as orders, count(distinct attempt_id)::integer as attempts,
      count(distinct position)::integer as created
    from orders left join payment_attempts using (order_id) left join order_events using (order_id)
    where account_id = ${accountId} and (order_events.kind = 'created' or order_events.kind is null)`.execute(kysely);
  return rows[0];
}
